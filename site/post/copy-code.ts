/** Shows the result of a press on the button and announces it to screen readers. */
function showResult(button: HTMLButtonElement, result: string) {
  const status = document.querySelector('.code-copied')
  button.textContent = result
  if (status) status.textContent = result
  setTimeout(() => {
    button.textContent = 'Copy'
    if (status) status.textContent = ''
  }, 2000)
}

for (const button of document.querySelectorAll<HTMLButtonElement>('.code-copy')) {
  button.addEventListener('click', async () => {
    const code = button.closest('figure')?.querySelector('code')
    if (!code) return
    try {
      await navigator.clipboard.writeText(code.textContent ?? '')
      showResult(button, 'Copied')
    } catch {
      // The browser denied access, or the page is not secure. Select the code, so that the visitor can copy it.
      getSelection()?.selectAllChildren(code)
      showResult(button, 'Selected')
    }
  })
}
