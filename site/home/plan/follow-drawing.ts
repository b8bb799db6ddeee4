/**
 * Scrolls the log to the line of the resource that the pointer is on, because the log may show only a part of its lines. The
 * page itself does not scroll.
 */
export function followDrawing() {
  const log = document.querySelector('.log')
  document.querySelector('.plan-paper')?.addEventListener('pointerover', ({ target }) => {
    const resource = target instanceof Element ? target.closest('[data-of]')?.getAttribute('data-of') : null
    const line = resource && log?.querySelector(`[data-of="${CSS.escape(resource)}"]`)
    if (!line || !log) return
    const [place, box] = [line.getBoundingClientRect(), log.getBoundingClientRect()]
    log.scrollTop += Math.min(place.top - box.top, 0) + Math.max(place.bottom - box.bottom, 0)
  })
}
