/** Shows the result of a press on the button and announces it to screen readers. */
function showResult(button: HTMLButtonElement, result: string | undefined = '') {
  const status = document.querySelector('.code-copied')
  const label = button.textContent
  button.textContent = result
  if (status) status.textContent = result
  setTimeout(() => {
    button.textContent = label
    if (status) status.textContent = ''
  }, 2000)
}

for (const button of document.querySelectorAll<HTMLButtonElement>('.code-copy')) {
  button.addEventListener('click', async () => {
    const code = button.closest('figure')?.querySelector('code')
    if (!code) return
    try {
      await navigator.clipboard.writeText(code.textContent)
      showResult(button, button.dataset.done)
    } catch {
      // The browser denied access, or the page is not secure. Select the code, so that the visitor can copy it.
      getSelection()?.selectAllChildren(code)
      showResult(button, button.dataset.selected)
    }
  })
}
