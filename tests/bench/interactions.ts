import { type Browser, chromium, type Page } from '@playwright/test'
import { pages } from '../../contract/paths.ts'
import { chromiumArguments, launchOptions } from '../support/browsers.ts'
import { median } from './statistics.ts'

/** 150 ms and 1.6 Mbit/s, in bytes a second. */
const slow4g = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }

/** The elements of the home page that are tapped, each on a freshly loaded page. */
const taps: Record<string, string> = {
  'purchase button': 'main button[commandfor]',
  menu: '.menu-button',
  question: '#faq summary',
  folder: '#files .tree-folder',
  help: 'table button[popovertarget]',
}

/**
 * Launches Chromium without the two pages of its address bar. Each new window would load them, which takes half a second of
 * processor time. All features must be in one list, because Chromium uses only the last list.
 */
export function launch(): Promise<Browser> {
  const args = [...chromiumArguments, '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup']
  return chromium.launch({ ...launchOptions(), args })
}

/** A phone with a processor 4 times slower than this machine's, on slow 4G. */
async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await session.send('Network.emulateNetworkConditions', slow4g)
  return page
}

/**
 * The time from a first tap to the next paint, in ms, counted like Interaction to Next Paint (https://web.dev/articles/inp; in
 * steps of 8 ms).
 */
async function tap(browser: Browser, url: string, selector: string): Promise<number> {
  const page = await openPhone(browser)
  try {
    await page.addInitScript(() => {
      const longest = { duration: 0 }
      Object.assign(window, { longest })
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
          if (entry.interactionId) longest.duration = Math.max(longest.duration, entry.duration)
      })
      observer.observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
    })
    await page.goto(url)
    const target = page.locator(selector).filter({ visible: true }).first()
    await target.scrollIntoViewIfNeeded()
    // Nobody taps what is not painted yet. Without this wait, the time has the layout of the place to which the page jumped.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    const box = await target.boundingBox()
    if (!box) throw new Error(`${selector} is not shown.`)
    // Do not use locator.tap(). It adds its own listeners to the page, which would be measured too.
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    // Events shorter than 16 ms are never reported.
    await page.waitForTimeout(1500)
    return await page.evaluate(
      () => (window as unknown as { longest: { duration: number } }).longest.duration,
    )
  } finally {
    await page.context().close()
  }
}

/** The time from leaving a page to the next page's first paint on slow 4G, in ms, without prefetching. */
async function toNextPageCold(browser: Browser, url: string): Promise<number> {
  const page = await openPhone(browser)
  try {
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.evaluate((address) => {
      sessionStorage.setItem('left', String(performance.timeOrigin + performance.now()))
      location.assign(address)
    }, pages.terms)
    await page.waitForURL(`**${pages.terms}`)
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    return await page.evaluate(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      return performance.timeOrigin + (paint?.startTime ?? 0) - Number(sessionStorage.getItem('left'))
    })
  } finally {
    await page.context().close()
  }
}

/** Measures all taps and the next page. @param origin the origin of the measured site @returns medians in ms */
export async function interactions(origin: string, runs: number): Promise<Record<string, number>> {
  const browser = await launch()
  const times: Record<string, number[]> = {}
  const record = (name: string, ms: number) => {
    times[name] = [...(times[name] ?? []), ms]
  }
  try {
    for (let run = 0; run < runs; run++) {
      for (const [name, selector] of Object.entries(taps))
        record(`tap: ${name}`, await tap(browser, `${origin}/`, selector))
      record('next page, cold', await toNextPageCold(browser, `${origin}/`))
    }
  } finally {
    await browser.close()
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]))
}
