/** Says on the button, and to screen readers, what became of a press. */
function tell(button: HTMLButtonElement, what: string) {
  const said = document.querySelector('.code-copied')
  button.textContent = what
  if (said) said.textContent = what
  setTimeout(() => {
    button.textContent = 'Copy'
    if (said) said.textContent = ''
  }, 2000)
}

for (const button of document.querySelectorAll<HTMLButtonElement>('.code-copy')) {
  button.addEventListener('click', async () => {
    const code = button.closest('figure')?.querySelector('code')
    if (!code) return
    try {
      await navigator.clipboard.writeText(code.textContent ?? '')
      tell(button, 'Copied')
    } catch {
      // Refused, or not a secure page: selected, it is one key away.
      getSelection()?.selectAllChildren(code)
      tell(button, 'Selected')
    }
  })
}
