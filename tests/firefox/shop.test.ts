import { readdir } from 'node:fs/promises'
import path from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { hero } from '#content/home/hero.ts'
import { labels } from '#content/labels.ts'
import { inputProblems } from '#content/messages.ts'
import { purchase } from '#content/purchase.ts'
import { pages } from '../../contract/paths.ts'
import { findFirefox } from '../support/browsers.ts'
import { type ServerProcess, startServer, temporaryDirectory } from '../support/server-process.ts'
import { billedPrice } from '../support/shown-price.ts'

const buy = hero.buy
const data = temporaryDirectory()
let server: ServerProcess
let browser: Browser
let page: Page

beforeAll(async () => {
  server = await startServer(data.path)
  browser = await puppeteer.launch({ browser: 'firefox', executablePath: findFirefox() ?? 'firefox' })
}, 120_000)

afterAll(async () => {
  await browser?.close()
  server?.child.kill('SIGTERM')
  await server?.ended
  data.remove()
})

beforeEach(async () => {
  for (const other of await browser.pages()) if (other !== page) await other.close().catch(() => {})
  const before = page
  page = await browser.newPage()
  await before?.close().catch(() => {})
  await page.setViewport({ width: 1280, height: 900 })
  await page.goto(server.url)
})

/** A button or link by the beginning of its text. Firefox takes seconds for each search of its accessibility tree. */
const find = (element: 'button' | 'a', text: string, within: Page = page) =>
  within.locator(`::-p-xpath(//${element}[starts-with(normalize-space(), "${text}")])`).setTimeout(10_000)

/** Waits until an element that matches the selector has the focus. */
const waitForFocus = (selector: string) =>
  page.waitForFunction((selector) => document.activeElement?.matches(selector), { timeout: 10_000 }, selector)

/** Waits until the visible text of the page contains `text`. */
const waitForText = (text: string, within: Page = page) =>
  within.waitForFunction((text) => document.body.innerText.includes(text), { timeout: 10_000 }, text)

describe('dialog', () => {
  test('opens with the focus inside; Escape closes it and returns the focus to the button', async () => {
    await find('button', buy).click()
    await page.waitForSelector('dialog:modal')
    await page.waitForFunction(() => document.activeElement?.closest('dialog') !== null)
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog:not([open])')
    await waitForFocus('button[commandfor]')
  })

  test('Continue without a name says what is missing, beside the field and in a toast', async () => {
    await find('button', buy).click()
    await find('button', purchase.form.submit).click()
    await page.waitForSelector('input[name=name][aria-invalid=true]')
    await waitForFocus('input[name=name]')
    await waitForText(inputProblems.required.title)
    expect(await page.$$eval('dialog:modal [data-sonner-toast]', (toasts) => toasts.length)).toBe(1)
  })

  test('keeps what was typed after Cancel', async () => {
    await find('button', buy).click()
    await page.locator('input[name=name]').fill('Ada Lovelace')
    await find('button', purchase.form.cancel).click()
    await page.waitForSelector('dialog:not([open])')
    await find('button', buy).click()
    expect(await page.$eval('input[name=name]', (input) => input.value)).toBe('Ada Lovelace')
  })
})

test('purchase: dialog, hosted page, success page, mail', async () => {
  await find('button', buy).click()
  await page.locator('input[name=name]').fill('Ada Lovelace')
  await page.locator('input[name=email]').fill('ada.firefox@example.com')
  const opened = new Promise<Page>((resolve) =>
    browser.once('targetcreated', async (target) => resolve((await target.page()) as Page)),
  )
  await find('button', purchase.form.submit).click()
  const hosted = await opened
  await find('button', `Pay ${billedPrice(catalog.priceCents)}`, hosted).click()
  await waitForText(labels.success.heading, hosted)
  await expect
    .poll(async () => (await readdir(path.join(data.path, 'mail')).catch(() => [])).length, {
      timeout: 15_000,
    })
    .toBeGreaterThan(0)
})

test('the pane shows the chosen file', async () => {
  const file = '.tree-row[data-path="organization/scp-deny-root.json"]'
  // This press comes before React has hydrated the pane.
  await page.locator(file).click()
  await page.waitForSelector(`${file}[aria-current=true]`)
  await page.waitForSelector('.kit-description')
})

describe('menu on a phone', () => {
  beforeEach(async () => {
    await page.setViewport({ width: 375, height: 740 })
    await page.reload()
  })

  test('opens, and Escape closes it and returns the focus', async () => {
    await page.locator('header button[aria-controls]').click()
    await page.waitForSelector('header button[aria-expanded=true]')
    await page.keyboard.press('Escape')
    await page.waitForSelector('header button[aria-expanded=false]:focus')
  })

  test('closes after a choice, and the page scrolls to the section', async () => {
    await page.locator('header button[aria-controls]').click()
    await find('a', labels.bar.faq).click()
    await page.waitForFunction(() => location.hash === '#faq')
    await page.waitForSelector('header button[aria-expanded=false]')
    await page.waitForFunction(() => {
      const top = document.querySelector('#faq')?.getBoundingClientRect().top ?? Number.NaN
      return top > -200 && top < innerHeight
    })
  })
})

test('questions: the keyboard opens one, and only one is open at a time', async () => {
  const open = () => page.$$eval('#faq details', (all) => all.map((question) => question.open))
  await page.focus('#faq details:nth-of-type(1) summary')
  await page.keyboard.press('Enter')
  await page.waitForSelector('#faq details[open]')
  const all = await page.$$('#faq summary')
  await all[1]?.click()
  await page.waitForFunction(() => document.querySelectorAll('#faq details')[1]?.hasAttribute('open'))
  expect((await open()).filter(Boolean)).toHaveLength(1)
  await all[1]?.click()
  await page.waitForFunction(() => document.querySelectorAll('#faq details[open]').length === 0)
})

test('the address of a tested request unfolds it', async () => {
  await page.goto(`${server.url}${pages.policies}#prod-developer-delete-a-key-in-prod`)
  await page.waitForFunction(() => document.querySelector(':target')?.checkVisibility())
})
