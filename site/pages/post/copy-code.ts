import { useEffect } from 'react'

/**
 * A button in each code block's caption. It is in the page from the start, so that nothing moves later; a
 * press before React is there is repeated by the boot script (`data-replay`). Legal texts, which the same renderer
 * makes, go without it: only a post's page listens.
 */
export function withCopyButtons(html: string): string {
  return html.replaceAll(/<figcaption><span>([^<]*)<\/span>/g, (head, caption: string) => {
    const label = `Copy ${caption.replaceAll('"', '&quot;')}`
    return `${head}<button type="button" class="code-copy" aria-label="${label}" data-replay>Copy</button>`
  })
}

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

async function copy(button: HTMLButtonElement) {
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
}

/** Makes the buttons above work, wherever they are in the page. */
export function useCopyButtons() {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest('.code-copy') : null
      if (button instanceof HTMLButtonElement) void copy(button)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
}
