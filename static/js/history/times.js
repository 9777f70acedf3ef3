// Moments in the reader's own time zone; without this file they stand there in UTC.
const form = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });

function localise(root) {
  for (const time of root.querySelectorAll('time[datetime]')) time.textContent = form.format(new Date(time.dateTime));
}

localise(document);
document.addEventListener('htmx:load', (event) => localise(event.detail.elt));
