// `npm run screenshots`: puts two pictures of every page in each theme and width into screenshots/: the first window, and the whole
// page. Look at them before you send a change. With --share, it makes the picture for link previews instead. The shop must be running.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { builtPages } from '../checks/site/built-pages.ts'
import { launchOptions } from './support/browsers.ts'

const built = builtPages(path.resolve(import.meta.dirname, '../build/client'))

/** With PORT as for the shop. `--page /,/blog` takes only these pages, and `--width 375` only this width. */
const { values } = parseArgs({
  options: {
    page: { type: 'string', default: [...built.keys()].join() },
    width: { type: 'string', default: '320,375,768,1024,1440,1920' },
    share: { type: 'boolean', default: false },
  },
})
const base = `http://localhost:${process.env.PORT || 3000}`
const out = 'screenshots'

/** The height of a window for each width, in CSS pixels, as on common devices. */
const heights: Record<string, number> = { 320: 640, 375: 812, 768: 1024, 1024: 768, 1440: 900, 1920: 1080 }

/** The picture for link previews has parts of the home page: the headline beside the drawing, and the name below. */
const sharePicture = `
  body > *, .bar > :not(.bar-row), .bar-row > :not(.brand), .hero-words, .plan-side, .hero .wrap > :not(.columns, .plan) { display: none !important }
  html, body { overflow: hidden; background: var(--paper) }
  body { display: block; height: 630px }
  body > main, body > .bar { display: block !important; position: absolute; inset: 28px; margin: 0; padding: 0; border: 2px solid var(--ink); border-radius: 8px; overflow: hidden }
  body > .bar { inset: auto 28px 28px; height: 92px; border-radius: 0 0 8px 8px; background: var(--paper); backdrop-filter: none }
  .bar-row { height: 100%; max-width: none; margin: 0; padding: 0 52px }
  .bar .brand { gap: 16px; font-size: 31px }
  .bar .mark { width: 44px; height: 44px }
  main > :not(.hero) { display: none }
  main, .hero, .hero .wrap { max-width: none; margin: 0; padding: 0 }
  .hero h1 { position: absolute; left: 0; top: 62px; width: 660px; padding-left: 40px; border-left: 12px solid var(--action); font-size: 80px; line-height: 1.08 }
  .hero .plan { position: absolute; left: 694px; top: 0; width: 800px; height: 484px; margin: 0; border: 0; border-left: 1px solid var(--line-strong); border-radius: 0 }
  .plan-body { display: block }
  .plan-paper { width: 800px; height: 484px; padding: 36px; zoom: 1 }`

/** @param file a PNG of 1200 × 630 pixels, as link previews show it (https://ogp.me/#structured) */
async function takeSharePicture(file: string) {
  const page = await browser.newPage({
    viewport: { width: 1200, height: 630 },
    reducedMotion: 'reduce',
    // The page's policy refuses style sheets that it does not have.
    bypassCSP: true,
  })
  await page.goto(base, { waitUntil: 'networkidle' })
  await page.addStyleTag({ content: sharePicture })
  await page.mouse.move(0, 0)
  await page.screenshot({ path: file })
}

const browser = await chromium.launch(launchOptions())
if (values.share) await takeSharePicture('content/public/share.png')
else
  for (const width of values.width.split(',')) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        viewport: { width: Number(width), height: heights[width] ?? 900 },
        colorScheme,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      for (const address of values.page.split(',')) {
        // Wait for the typefaces of prose and code, which load after the page (site/theme.ts).
        await page.goto(base + address, { waitUntil: 'networkidle' })
        const name = `${address.slice(1).replaceAll('/', '-') || 'home'}-${colorScheme}-${width}`
        await page.screenshot({ path: path.join(out, `${name}-window.png`) })
        await page.screenshot({ path: path.join(out, `${name}.png`), fullPage: true })
      }
      await context.close()
    }
  }
await browser.close()
