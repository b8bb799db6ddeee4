/**
 * Scrolls a box of the drawing into view when its link in the list gets the focus. The list is invisible, and the browser scrolls only
 * to the list (WCAG 2.4.11).
 */
export function followFocus() {
  const sheet = document.querySelector('.hero .plan')
  sheet?.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLAnchorElement) || !target.closest('.sr-only')) return
    // After the event, the browser scrolls to the list. `center` always scrolls, which cancels that. `nearest` may not.
    requestAnimationFrame(() => {
      for (const box of sheet.querySelectorAll(`rect[data-of="${target.dataset.of}"]`))
        box.scrollIntoView({ block: 'center' })
    })
  })
}
