import type { Locator } from '@playwright/test'

/** The words in these elements that continue on another line. */
export const brokenWords = (places: Locator): Promise<string[]> =>
  places.evaluateAll((elements) =>
    elements.flatMap((element) => {
      const broken: string[] = []
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const text = walker.currentNode as Text
        for (const { index, 0: word } of text.data.matchAll(/\w+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (range.getClientRects().length > 1) broken.push(word)
        }
      }
      return broken
    }),
  )
