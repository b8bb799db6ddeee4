/**
 * Marks the sheet once its lines are drawn. Without the mark, they would be drawn again whenever the browser shows them anew, such as
 * the other drawing after a change of the window's width.
 */
export async function keepDrawn() {
  const sheet = document.querySelector('.hero .plan')
  const animations = sheet?.getAnimations({ subtree: true }) ?? []
  await Promise.allSettled(animations.map(({ finished }) => finished))
  sheet?.setAttribute('data-drawn', '')
}
