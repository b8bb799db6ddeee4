import type { Page } from '@playwright/test'

/** Changes a page as Chrome's translation does, except for the words: wraps each text in two `<font>` elements. */
export const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    const untranslated = 'script, style, noscript, textarea, template, [translate=no]'
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest(untranslated)) continue
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      outer.append(inner)
      text.replaceWith(outer)
      inner.append(text)
    }
  })
