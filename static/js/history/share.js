// "Copy the link": the text field beside the button goes to the clipboard; where that is not allowed, it is selected.
document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest('[data-copy]') : null;
  const field = button instanceof HTMLElement && document.getElementById(button.dataset.copy ?? '');
  if (!(button instanceof HTMLElement) || !(field instanceof HTMLInputElement)) return;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    return; // none on plain http, or not allowed
  }
  const label = button.querySelector('span');
  if (label) label.textContent = button.dataset.done ?? '';
});
