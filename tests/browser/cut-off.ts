import type { Page } from '@playwright/test'

/** Texts for screen readers alone, in a cell that shows a line instead. */
const unseen = '.access-none'

/** Finds the boxes of a page that cut off a part of their content at the width of its window. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate((unseen) => {
    // Lay out all sections first.
    document.documentElement.dataset.whole = ''
    const nameOf = ({ localName, classList }: Element) => [localName, ...classList].join('.')
    const cutting = [...document.body.querySelectorAll<HTMLElement>(':not(svg, svg *)')].filter((box) => {
      const { overflowX, clipPath, textOverflow } = getComputedStyle(box)
      const cuts =
        ['hidden', 'clip'].includes(overflowX) && clipPath === 'none' && textOverflow !== 'ellipsis'
      // A border that lies over the next one is a pixel wider.
      return cuts && box.checkVisibility() && !box.matches(unseen) && box.scrollWidth > box.clientWidth + 1
    })
    return cutting.map((box) => `${nameOf(box)}: ${box.scrollWidth} px in ${box.clientWidth}`)
  }, unseen)
