// Shows what differs from the standard rules while the form is filled in. The form is complete without it.

const form = document.querySelector('.roomform');
const list = document.getElementById('differences');
const none = document.getElementById('no-differences');

function chosenRows() {
  const game = form.querySelector('.gameopt:has(> .game input:checked)');
  const shared = [...form.querySelectorAll('.optfield')].filter((row) => !row.closest('.gameopt'));
  return [...(game ? game.querySelectorAll('.optfield') : []), ...shared];
}

// The value of a row and how it reads; "" stands for "none", as in data-standard.
function read(row) {
  const noLimit = row.querySelector('.numberrow input[type="checkbox"]:checked');
  if (noLimit) return ['', noLimit.nextElementSibling.textContent];
  const number = row.querySelector('input[type="number"]');
  if (number) return [number.value, number.value];
  const picked = row.querySelector('input[type="radio"]:checked');
  if (picked) return [picked.value, picked.nextElementSibling.textContent];
  const on = row.querySelector('input[role="switch"]').checked;
  return [on ? 'true' : 'false', on ? '✓' : '—'];
}

function show() {
  list.replaceChildren();
  for (const row of chosenRows()) {
    const [value, text] = read(row);
    const changed = value !== row.dataset.standard;
    row.classList.toggle('changed', changed);
    if (!changed) continue;
    const label = document.createElement('dt');
    label.textContent = row.dataset.label;
    const shown = document.createElement('dd');
    const mark = document.createElement('span');
    mark.className = 'changed';
    mark.textContent = text;
    shown.append(mark);
    list.append(label, shown);
  }
  none.hidden = list.childElementCount > 0;
}

// A number typed in means that "no limit" is not meant, and the other way round.
form.addEventListener('input', (event) => {
  const row = event.target.closest('.numberrow');
  const box = row?.querySelector('input[type="checkbox"]');
  if (box && event.target.type === 'number') box.checked = false;
  show();
});

document.getElementById('problems')?.focus();
show();
