import type { Page } from '@playwright/test'

/** Wraps each text in two `<font>` elements, as Chrome's translation does. The words stay the same. */
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
