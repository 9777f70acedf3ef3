// Shows how the list of rooms will describe this room while the form is filled in. The form is complete without it.

/**
 * What the list will say of a row of the form, or what is wrong with it.
 * @typedef {{ text: string, bad: boolean }} Told
 * @typedef {{ row: HTMLElement, what: Told }} Said
 */

/**
 * A part that the server writes into the form.
 * @param {string} selector
 * @returns {HTMLElement}
 */
function part(selector) {
  /** @type {HTMLElement | null} */
  const element = document.querySelector(selector);
  if (!element) throw new Error(`the page has no ${selector}`);
  return element;
}

const form = part('.roomform');
const list = part('#differences');
const line = part('#differences-line');
const none = part('#no-differences');
const WHOLE = /^-?\d+(\.0+)?$/; // what the server reads as a whole number
/** @type {Element | null} */
let touched = null; // the row changed last

/**
 * @param {ParentNode} root
 * @returns {HTMLElement[]}
 */
const rowsIn = (root) => [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('.optfield'))];

/**
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLInputElement | null}
 */
const input = (root, selector) => root.querySelector(selector);

function chosenRows() {
  const game = form.querySelector('.gameopt:has(> .game input:checked)');
  return [...(game ? rowsIn(game) : []), ...rowsIn(form).filter((row) => !row.closest('.gameopt'))];
}

/**
 * The value of a row as the server reads it: "" stands for "none", null for a value that does not fit.
 * @param {HTMLElement} row
 */
function read(row) {
  if (input(row, '.numberrow input[type="checkbox"]:checked')) return '';
  const number = input(row, 'input[type="number"]');
  if (number) return fitting(number);
  if (input(row, 'input[type="radio"]')) return input(row, 'input[type="radio"]:checked')?.value ?? null;
  return String(input(row, 'input[role="switch"]')?.checked);
}

/** @param {{ value: string, min: string, max: string }} given */
function fitting({ value, min, max }) {
  const count = WHOLE.test(value) ? Number(value) : NaN;
  return count >= Number(min) && count <= Number(max) ? String(count) : null;
}

/** One seat of the chosen room is the host's; as on the server, all of the game's count while their number does not fit. */
function fitBots() {
  const bots = input(form, '#bots-row input');
  const seats = input(form, '.gameopt:has(> .game input:checked) input[name$=".seats"]');
  if (bots && seats) bots.max = String(Number(fitting(seats) ?? seats.max) - 1);
}

/**
 * { text, bad } for what the list will say of a row, or what is wrong with it; null for nothing.
 * @param {HTMLElement} row
 */
function told(row) {
  const value = read(row);
  if (value === null) return { text: `${row.dataset.label}. ${possible(row)}`, bad: true };
  if (isStandard(row, value)) return null;
  /** @type {Partial<Record<string, string>>} */
  const chips = JSON.parse(row.dataset.chips ?? '{}');
  const text = chips[value] ?? chips['*']?.replace('{n}', value);
  return text ? { text, bad: false } : null;
}

/** @param {HTMLElement} row */
function possible(row) {
  return (row.dataset.possible ?? '').replace('{n}', input(row, 'input')?.max ?? '');
}

/**
 * What is no rule, as the bots, has no standard to differ from.
 * @param {HTMLElement} row
 * @param {string | null} value
 */
function isStandard(row, value) {
  return value === (row.dataset.standard ?? value);
}

/** @param {Told} given */
function chip({ text, bad }) {
  const shown = document.createElement('span');
  shown.className = `chip ${bad ? 'bad' : 'diff'}`;
  shown.textContent = text;
  return shown;
}

/**
 * @param {HTMLElement} row
 * @param {Told | null} what
 */
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
  const said = rows.flatMap(({ row, what }) => (what ? [{ row, what }] : []));
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

/**
 * One line beside the button, where the panel is out of sight: what was changed last comes first, then what is wrong.
 * @param {Said[]} said
 */
function showLine(said) {
  /** @param {Said} given */
  const weight = ({ row, what }) => (row === touched ? 2 : 0) + (what.bad ? 1 : 0);
  const first = [...said].sort((a, b) => weight(b) - weight(a));
  line.replaceChildren(...first.map(({ what }) => chip(what)));
  if (first.length) return;
  const standard = /** @type {HTMLElement} */ (none.cloneNode(true));
  standard.removeAttribute('id');
  standard.hidden = false;
  line.append(standard);
}

// A number typed in means that "no limit" is not meant, and the other way round.
form.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  const row = target.closest('.numberrow');
  const box = row && input(row, 'input[type="checkbox"]');
  if (box && target instanceof HTMLInputElement && target.type === 'number') box.checked = false;
  touched = target.closest('.optfield') ?? touched;
  show();
});

document.getElementById('problems')?.focus();
show();
