/**
 * Scrolls a box of the drawing into view when its link in the list has the focus. Nobody sees the list, and the browser scrolls only to
 * the list (WCAG 2.4.11).
 */
export function followFocus() {
  const sheet = document.querySelector('.hero .plan')
  sheet?.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLAnchorElement) || !target.closest('.sr-only')) return
    // After the event, the browser begins to scroll to the list. Another scroll ends that one, and `nearest` would not always be one.
    requestAnimationFrame(() => {
      for (const box of sheet.querySelectorAll(`rect[data-of="${target.dataset.of}"]`))
        box.scrollIntoView({ block: 'center' })
    })
  })
}
