// Moments in the reader's time zone: the chosen one (data-zone), else that of this device. Without this file they stand
// there in the chosen zone, else in UTC.
const root = document.documentElement;
const timeZone = root.dataset.zone || undefined;
const day = { dateStyle: 'medium', timeZone };
const styles = { day, minute: { ...day, timeStyle: 'short' }, second: { timeStyle: 'medium', timeZone } };
const forms = new Map();

function formOf(kind) {
  if (!forms.has(kind)) forms.set(kind, new Intl.DateTimeFormat(root.lang, styles[kind]));
  return forms.get(kind);
}

function localise(part) {
  for (const time of part.querySelectorAll('time[data-form]')) {
    time.textContent = formOf(time.dataset.form).format(new Date(time.dateTime));
  }
}

localise(document);
document.addEventListener('htmx:load', (event) => localise(event.detail.elt));

// What "as this device says" says here.
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const option of document.querySelectorAll('#id_time_zone option[value=""]')) option.textContent += ` (${zone})`;
