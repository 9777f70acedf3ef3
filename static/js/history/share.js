// "Copy the link": the text field beside the button goes to the clipboard; where that is not allowed, it is selected.
document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]');
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    return; // none on plain http, or not allowed
  }
  button.querySelector('span').textContent = button.dataset.done;
});
