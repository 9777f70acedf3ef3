// Shows how the list of rooms will describe this room while the form is filled in. The form is complete without it.

const form = document.querySelector('.roomform');
const list = document.getElementById('differences');
const line = document.getElementById('differences-line');
const none = document.getElementById('no-differences');
const WHOLE = /^-?\d+(\.0+)?$/; // what the server reads as a whole number
let touched = null; // the row changed last

function chosenRows() {
  const game = form.querySelector('.gameopt:has(> .game input:checked)');
  const shared = [...form.querySelectorAll('.optfield')].filter((row) => !row.closest('.gameopt'));
  return [...(game ? game.querySelectorAll('.optfield') : []), ...shared];
}

/** The value of a row as the server reads it: "" stands for "none", null for a value that does not fit. */
function read(row) {
  if (row.querySelector('.numberrow input[type="checkbox"]:checked')) return '';
  const number = row.querySelector('input[type="number"]');
  if (number) return fitting(number);
  const picked = row.querySelector('input[type="radio"]');
  if (picked) return row.querySelector('input[type="radio"]:checked')?.value ?? null;
  return String(row.querySelector('input[role="switch"]').checked);
}

function fitting({ value, min, max }) {
  const count = WHOLE.test(value) ? Number(value) : NaN;
  return count >= Number(min) && count <= Number(max) ? String(count) : null;
}

/** One seat of the chosen room is the host's; as on the server, all of the game's count while their number does not fit. */
function fitBots() {
  const bots = form.querySelector('#bots-row input');
  const seats = form.querySelector('.gameopt:has(> .game input:checked) input[name$=".seats"]');
  if (seats) bots.max = (fitting(seats) ?? seats.max) - 1;
}

/** { text, bad } for what the list will say of a row, or what is wrong with it; null for nothing. */
function told(row) {
  const value = read(row);
  if (value === null) return { text: `${row.dataset.label}. ${possible(row)}`, bad: true };
  if (isStandard(row, value)) return null;
  const chips = JSON.parse(row.dataset.chips);
  const text = chips[value] ?? chips['*']?.replace('{n}', value);
  return text ? { text, bad: false } : null;
}

function possible(row) {
  return (row.dataset.possible ?? '').replace('{n}', row.querySelector('input').max);
}

/** What is no rule, as the bots, has no standard to differ from. */
function isStandard(row, value) {
  return value === (row.dataset.standard ?? value);
}

function chip({ text, bad }) {
  const shown = document.createElement('span');
  shown.className = `chip ${bad ? 'bad' : 'diff'}`;
  shown.textContent = text;
  return shown;
}

function mark(row, what) {
  row.classList.toggle('changed', !isStandard(row, read(row)));
  const number = row.querySelector('input[type="number"]');
  if (!number) return;
  if (what?.bad) number.setAttribute('aria-invalid', 'true');
  else number.removeAttribute('aria-invalid');
}

function show() {
  fitBots();
  const rows = chosenRows().map((row) => ({ row, what: told(row) }));
  for (const { row, what } of rows) mark(row, what);
  const said = rows.filter(({ what }) => what);
  list.replaceChildren(
    ...said.map(({ what }) => {
      const item = document.createElement('li');
      item.append(chip(what));
      return item;
    }),
  );
  none.hidden = said.length > 0;
  showLine(said);
}

/** One line beside the button, where the panel is out of sight: what was changed last comes first, then what is wrong. */
function showLine(said) {
  const weight = ({ row, what }) => (row === touched ? 2 : 0) + (what.bad ? 1 : 0);
  const first = [...said].sort((a, b) => weight(b) - weight(a));
  line.replaceChildren(...first.map(({ what }) => chip(what)));
  if (first.length) return;
  const standard = none.cloneNode(true);
  standard.removeAttribute('id');
  standard.hidden = false;
  line.append(standard);
}

// A number typed in means that "no limit" is not meant, and the other way round.
form.addEventListener('input', (event) => {
  const row = event.target.closest('.numberrow');
  const box = row?.querySelector('input[type="checkbox"]');
  if (box && event.target.type === 'number') box.checked = false;
  touched = event.target.closest('.optfield') ?? touched;
  show();
});

document.getElementById('problems')?.focus();
show();
