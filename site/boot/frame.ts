/** A moment after the next frame. */
export const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
