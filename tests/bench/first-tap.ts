import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumArguments, findChromium } from '../support/chromium.ts'
import { median } from './statistics.ts'

/** What is tapped, and how the page shows that it was honoured. Both run in the page. */
const question = { tap: 'details[name] > summary', done: 'details[name][open]' }
const dialog = { tap: 'main button[commandfor]', done: 'dialog:modal' }

const slow4g = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }

/** A browser that has shown nothing yet, as a first visitor's. */
function launch(): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({ args: chromiumArguments, ...(executablePath ? { executablePath } : {}) })
}

async function open(browser: Browser): Promise<Page> {
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
 * From the start of the navigation until a tap on a question is honoured, in ms: it is tapped every 4 ms from its
 * first moment, and the result is never before the first paint, since nobody taps what is not there.
 */
async function honoured(url: string): Promise<number> {
  const browser = await launch()
  try {
    const page = await open(browser)
    await page.goto('about:blank')
    await page.addInitScript(({ tap, done }) => {
      const result = { at: 0 }
      Object.assign(window, { result })
      const timer = setInterval(() => {
        const target = document.querySelector<HTMLElement>(tap)
        if (!target) return
        if (!document.querySelector(done)) target.click()
        if (!document.querySelector(done)) return
        result.at = performance.now()
        clearInterval(timer)
      }, 4)
    }, question)
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(
      () =>
        (window as unknown as { result: { at: number } }).result.at > 0 &&
        performance.getEntriesByName('first-contentful-paint').length > 0,
    )
    return await page.evaluate(() =>
      Math.max(
        (window as unknown as { result: { at: number } }).result.at,
        performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      ),
    )
  } finally {
    await browser.close()
  }
}

/** From the tap on a purchase button to the open dialog on a page just loaded, in ms. */
async function toDialog(browser: Browser, url: string): Promise<number> {
  const page = await open(browser)
  try {
    await page.goto(url)
    return await page.evaluate(
      ({ tap, done }) =>
        new Promise<number>((resolve) => {
          const from = performance.now()
          const look = () =>
            document.querySelector(done) ? resolve(performance.now() - from) : setTimeout(look)
          document.querySelector<HTMLElement>(tap)?.click()
          look()
        }),
      dialog,
    )
  } finally {
    await page.context().close()
  }
}

/** From the tap on a link in the bar to the next page's heading painted, in ms, after a short hover. */
async function toNextPage(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  try {
    await page.goto(url, { waitUntil: 'networkidle' })
    const link = page.getByRole('banner').getByRole('link', { name: 'Blog', exact: true })
    await link.hover()
    await page.waitForTimeout(400)
    await page.evaluate(() => sessionStorage.setItem('left', '0'))
    await page.evaluate(() =>
      addEventListener(
        'click',
        () => sessionStorage.setItem('left', String(performance.timeOrigin + performance.now())),
        { capture: true },
      ),
    )
    await link.click()
    await page.waitForURL('**/blog')
    await page.getByRole('heading', { level: 1 }).waitFor()
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const [navigation] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
            activationStart?: number
          })[]
          const left = Number(sessionStorage.getItem('left'))
          const paints = performance.getEntriesByName('first-contentful-paint')
          const shown =
            performance.timeOrigin +
            Math.max(paints[0]?.startTime ?? performance.now(), navigation?.activationStart ?? 0)
          requestAnimationFrame(() => resolve(Math.max(shown, left) - left))
        }),
    )
  } finally {
    await context.close()
  }
}

/** Medians of the times until taps are honoured, in ms, taken in turn. */
export async function firstTaps(origin: string, runs: number) {
  const browser = await launch()
  const taken = {
    question: [] as number[],
    reference: [] as number[],
    dialog: [] as number[],
    nextPage: [] as number[],
  }
  try {
    for (let run = 0; run < runs; run++) {
      taken.question.push(await honoured(`${origin}/`))
      taken.reference.push(await honoured(`${origin}/reference`))
      taken.dialog.push(await toDialog(browser, `${origin}/`))
      taken.nextPage.push(await toNextPage(browser, `${origin}/`))
    }
  } finally {
    await browser.close()
  }
  return {
    question: median(taken.question),
    reference: median(taken.reference),
    dialog: median(taken.dialog),
    nextPage: median(taken.nextPage),
  }
}
