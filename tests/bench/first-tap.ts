import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumArguments, findChromium } from '../support/chromium.ts'
import { median } from './statistics.ts'

/** What is tapped, and how the page shows that it was honoured. Both run in the page. */
const question = { tap: 'details[name] > summary', done: 'details[name][open]' }
const dialog = { tap: 'main button[commandfor]', done: 'dialog:modal' }

const slow4g = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }

/**
 * A browser that has shown nothing yet, as a first visitor's, without the pages that Chromium 156 makes its address bar
 * of: each new window loads two, half a second of processor time beside the page that is measured. Chromium takes the
 * last list of features alone, so Playwright's own does not hold here.
 */
function launch(): Promise<Browser> {
  const executablePath = findChromium()
  const args = [...chromiumArguments, '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup']
  return chromium.launch({ args, ...(executablePath ? { executablePath } : {}) })
}

/** A phone on slow 4G. @param slowdown how many times slower its processor is than this machine's */
async function open(browser: Browser, slowdown = 4): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await session.send('Network.emulateNetworkConditions', slow4g)
  return page
}

type Honoured = { at: number; dead: number }

/**
 * From the start of the navigation until a tap on a question is honoured, in ms: it is tapped every 4 ms from its
 * first moment, and the result is never before the first paint, since nobody taps what is not there. `dead` is how
 * long it was there and painted before that, in ms.
 */
async function honoured(url: string): Promise<Honoured> {
  const browser = await launch()
  try {
    const page = await open(browser)
    await page.goto('about:blank')
    await page.addInitScript(({ tap, done }) => {
      const result = { seen: 0, at: 0 }
      Object.assign(window, { result })
      const timer = setInterval(() => {
        const target = document.querySelector<HTMLElement>(tap)
        if (!target) return
        result.seen ||= performance.now()
        if (!document.querySelector(done)) target.click()
        if (!document.querySelector(done)) return
        result.at = performance.now()
        clearInterval(timer)
      }, 4)
    }, question)
    await page.goto(url, { waitUntil: 'load' })
    // Asked any earlier, Playwright's own script (10 ms, 40 at this slowdown) runs in the page before the tap: on the
    // larger page while it arrives, on the smaller after it.
    await page.waitForTimeout(1000)
    await page.waitForFunction(
      () =>
        (window as unknown as { result: { at: number } }).result.at > 0 &&
        performance.getEntriesByName('first-contentful-paint').length > 0,
    )
    return await page.evaluate(() => {
      const { seen, at } = (window as unknown as { result: { seen: number; at: number } }).result
      const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
      return { at: Math.max(at, painted), dead: Math.max(0, at - Math.max(seen, painted)) }
    })
  } finally {
    await browser.close()
  }
}

/** From the tap on a purchase button to the open dialog on a page just loaded, in ms. */
async function toDialog(browser: Browser, url: string, slowdown: number): Promise<number> {
  const page = await open(browser, slowdown)
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

/**
 * From the tap on a link in the bar to the next page's heading painted, in ms, after a short hover. Chromium does not
 * prerender for Playwright, only fetch ahead: what browsers without prerendering do (next-page.ts has the other).
 */
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
          const left = Number(sessionStorage.getItem('left'))
          const [paint] = performance.getEntriesByName('first-contentful-paint')
          const shown = performance.timeOrigin + (paint?.startTime ?? performance.now())
          requestAnimationFrame(() => resolve(Math.max(shown, left) - left))
        }),
    )
  } finally {
    await context.close()
  }
}

/** Until a question is honoured on the home page and on the reference page, in ms; by turns, each as often first. */
export async function questions(origin: string, runs: number) {
  const urls = { question: `${origin}/`, reference: `${origin}/reference` }
  const taken = { question: [] as Honoured[], reference: [] as Honoured[] }
  for (let run = 0; run < runs; run++) {
    const order = ['question', 'reference'] as const
    for (const name of run % 2 ? order : order.toReversed()) taken[name].push(await honoured(urls[name]))
  }
  const middle = (of: Honoured[]) => ({
    at: median(of.map(({ at }) => at)),
    dead: median(of.map(({ dead }) => dead)),
  })
  return { question: middle(taken.question), reference: middle(taken.reference) }
}

/** Medians of the times until a purchase button and a link are honoured, in ms. */
export async function firstTaps(origin: string, runs: number) {
  const dialogs: number[] = []
  const quickDialogs: number[] = []
  const nextPages: number[] = []
  const browser = await launch()
  try {
    for (let run = 0; run < runs; run++) {
      dialogs.push(await toDialog(browser, `${origin}/`, 4))
      quickDialogs.push(await toDialog(browser, `${origin}/`, 1))
      nextPages.push(await toNextPage(browser, `${origin}/`))
    }
  } finally {
    await browser.close()
  }
  return {
    dialog: median(dialogs),
    quickDialog: median(quickDialogs),
    nextPage: median(nextPages),
  }
}

/** Script of the home page, in bytes: inside it as it is written, and fetched, compressed, once somebody comes to a button. */
export async function scriptBytes(origin: string): Promise<{ inline: number; fetched: number }> {
  const browser = await launch()
  try {
    const page = await browser.newPage()
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const scripts = new Set<string>()
    let fetched = 0
    session.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') scripts.add(requestId)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) fetched += encodedDataLength
    })
    await page.goto(origin, { waitUntil: 'networkidle' })
    if (fetched > 0) throw new Error('The home page fetched scripts before anybody came to a control.')
    const inline = await page.evaluate(() =>
      [...document.querySelectorAll('script:not([src], [type=speculationrules])')].reduce(
        (sum, script) => sum + (script.textContent?.length ?? 0),
        0,
      ),
    )
    await page.locator('main button[commandfor]').first().hover()
    await page.waitForSelector('html[data-hydrated]')
    await page.waitForLoadState('networkidle')
    return { inline, fetched }
  } finally {
    await browser.close()
  }
}
