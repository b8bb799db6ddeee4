import type { Page } from '@playwright/test'

/** Texts for screen readers alone, in a cell that shows a line instead. */
const unseen = '.access-none'

/**
 * Finds what a page does not show at the width of its window.
 * @returns the boxes that cut off a part of their content, and the boxes of drawings without a drawing that is wide enough to read
 */
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
    /** The letters of a drawing are 13 px high at its full size. */
    const isReadable = (svg: SVGSVGElement) =>
      svg.getBoundingClientRect().width > 0.9 * svg.viewBox.baseVal.width
    const drawings = [...document.querySelectorAll<SVGSVGElement>('svg.plan-drawing')]
    const papers = new Set(
      drawings.map(({ parentElement }) => parentElement).filter((paper) => paper !== null),
    )
    const empty = [...papers].filter(
      (paper) =>
        paper.checkVisibility() &&
        !drawings.some((svg) => svg.parentElement === paper && svg.checkVisibility() && isReadable(svg)),
    )
    return [
      ...cutting.map((box) => `${nameOf(box)}: ${box.scrollWidth} px in ${box.clientWidth}`),
      ...empty.map((paper) => `${nameOf(paper)}: no drawing`),
    ]
  }, unseen)
