import { chromium } from '@playwright/test'
import puppeteer, { type Page } from 'puppeteer-core'
import { chromiumArguments, findChromium } from '../support/browsers.ts'

export const chromiumPath = findChromium() ?? chromium.executablePath()
/** Without the two pages of the address bar. Each new window would load them, which takes half a second of processor time. */
export const launchArguments = [
  ...chromiumArguments,
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
]

/** Opens a page in a new browser. Chromium prerenders no page while Playwright is attached, so this is Puppeteer. */
export async function inBrowser<T>(act: (page: Page) => Promise<T>): Promise<T> {
  const browser = await puppeteer.launch({ executablePath: chromiumPath, args: launchArguments })
  try {
    return await act(await browser.newPage())
  } finally {
    await browser.close()
  }
}

/** Records the longest task of a page, or its longest time from an input to the next paint. @returns a function that reads it, in ms */
export async function recordLongest(page: Page, type: 'longtask' | 'event'): Promise<() => Promise<number>> {
  await page.evaluateOnNewDocument((type) => {
    const record = (list: PerformanceObserverEntryList) => {
      // Only an input has the id of an interaction. A hover, for example, has 0.
      const times = list.getEntries().map((entry) => (Object(entry).interactionId === 0 ? 0 : entry.duration))
      Object.assign(window, { longest: Math.max(Object(window).longest ?? 0, ...times) })
    }
    // The shortest that is ever reported.
    new PerformanceObserver(record).observe({ type, durationThreshold: 16 } as PerformanceObserverInit)
  }, type)
  return () => page.evaluate(() => Number(Object(window).longest ?? 0))
}
