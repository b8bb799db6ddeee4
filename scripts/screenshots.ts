// Takes a picture of every page in each theme and width. Look at the pictures before you send a change. With --share, it makes the
// picture for link previews instead. The shop must be running.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { builtPages } from '../checks/site/built-pages.ts'
import { launchOptions } from '../tests/support/browsers.ts'

const help = `npm run screenshots -- [options]    takes two pictures of each page: the whole page, and its first window

  --base     where the shop is running (http://localhost:3000)
  --page     addresses, such as /,/blog (all pages of build/client)
  --width    CSS pixels, such as 375,1440 (320,375,768,1024,1440,1920)
  --theme    light, dark or both (light,dark)
  --out      the folder for the pictures (screenshots)
  --share    only makes content/public/share.png, the picture for link previews`

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

const built = builtPages(path.resolve(import.meta.dirname, '../build/client'))

const options = {
  base: { type: 'string', default: 'http://localhost:3000' },
  page: { type: 'string', default: [...built.keys()].join() },
  width: { type: 'string', default: '320,375,768,1024,1440,1920' },
  theme: { type: 'string', default: 'light,dark' },
  out: { type: 'string', default: 'screenshots' },
  share: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

function readOptions() {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${help}`)
  }
}

const values = readOptions()
if (values.help) {
  console.log(help)
  process.exit()
}
if (values.page === '') fail('The site is not built. Run npm start first, and leave it running.')
if (!URL.canParse(values.base)) fail(`--base is "${values.base}", which is not an address.`)
await fetch(values.base).catch(() =>
  fail(
    `Nothing answers at ${values.base}. Run npm start in another terminal, or name the address: --base http://localhost:4000`,
  ),
)

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
  await page.goto(values.base, { waitUntil: 'networkidle' })
  await page.addStyleTag({ content: sharePicture })
  await page.mouse.move(0, 0)
  await page.screenshot({ path: file })
  console.log(`Made ${file}.`)
}

if (!values.share) mkdirSync(values.out, { recursive: true })
const browser = await chromium
  .launch(launchOptions())
  .catch((error: Error) =>
    fail(`Chromium does not start. npm test installs it, or set CHROME_PATH.\n\n${error.message}`),
  )
if (values.share) {
  await takeSharePicture('content/public/share.png')
  await browser.close()
  process.exit()
}
let count = 0
for (const width of values.width.split(',')) {
  for (const theme of values.theme.split(',')) {
    const context = await browser.newContext({
      viewport: { width: Number(width), height: heights[width] ?? 900 },
      colorScheme: theme === 'dark' ? 'dark' : 'light',
      reducedMotion: 'reduce',
      ignoreHTTPSErrors: true,
    })
    const page = await context.newPage()
    for (const address of values.page.split(',')) {
      // Wait for the typefaces of prose and code, which load after the page (site/theme.ts).
      await page.goto(new URL(address, values.base).href, { waitUntil: 'networkidle' })
      const name = `${address.slice(1).replaceAll('/', '-') || 'home'}-${theme}-${width}`
      await page.screenshot({ path: path.join(values.out, `${name}-window.png`) })
      await page.screenshot({ path: path.join(values.out, `${name}.png`), fullPage: true })
      count += 2
    }
    await context.close()
  }
}
await browser.close()
console.log(`${count} pictures in ${values.out}`)
