// Moments in the reader's time zone: the chosen one (data-zone), else that of this device. Without this file they stand
// there in the chosen zone, else in UTC.
const root = document.documentElement;
const timeZone = root.dataset.zone || undefined;
/** @type {Intl.DateTimeFormatOptions} */
const day = { dateStyle: 'medium', timeZone };
/** @type {Partial<Record<string, Intl.DateTimeFormatOptions>>} */
const styles = { day, minute: { ...day, timeStyle: 'short' }, second: { timeStyle: 'medium', timeZone } };
/** @type {Map<string, Intl.DateTimeFormat>} */
const forms = new Map();

/** @param {string} kind */
function formOf(kind) {
  const form = forms.get(kind) ?? new Intl.DateTimeFormat(root.lang, styles[kind]);
  forms.set(kind, form);
  return form;
}

/** @param {ParentNode} part */
function localise(part) {
  /** @type {NodeListOf<HTMLTimeElement>} */
  const times = part.querySelectorAll('time[data-form]');
  for (const time of times) time.textContent = formOf(time.dataset.form ?? '').format(new Date(time.dateTime));
}

localise(document);
document.addEventListener('htmx:load', (event) => localise(event.detail.elt));

// What "as this device says" says here.
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const option of document.querySelectorAll('#id_time_zone option[value=""]')) option.textContent += ` (${zone})`;
