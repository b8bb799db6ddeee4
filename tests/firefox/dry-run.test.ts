import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { trailFiles } from 'kit-reader/made-up-trail'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dryRun } from '#content/dry-run.ts'
import { scpDryRun } from '#content/scp-dry-run.ts'
import { pages } from '../../contract/paths.ts'
import { findFirefox } from '../support/browsers.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import { leaving, servePage, trying, ways } from '../support/ways-out.ts'

const file = path.resolve(import.meta.dirname, `../../build/client${pages.scpDryRun}/index.html`)
const data = temporaryDirectory()
let browser: Browser
let page: Page
let served: Awaited<ReturnType<typeof servePage>>

beforeAll(async () => {
  served = await servePage(pages.scpDryRun, readFileSync(file, 'utf8'), (headers) => headers)
  browser = await puppeteer.launch({ browser: 'firefox', executablePath: findFirefox() ?? 'firefox' })
  page = await browser.newPage()
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await served?.[Symbol.asyncDispose]()
  data.remove()
})

const total = () =>
  page.$eval('[data-total=denied]', (place) => Number(place.textContent?.replace(/\D/g, '')))
const waitForStatus = (text: string) =>
  page.waitForFunction(
    (text) => document.querySelector('[data-status]')?.textContent?.includes(text),
    { timeout: 30_000 },
    text,
  )

test('files are read and decided, and the page says what this browser stops', async () => {
  await page.goto(served.url)
  expect(await page.$eval('[data-here]', (place) => place.textContent)).toBe(dryRun.closed.here.most)
  const names = [...trailFiles({ seed: 7, files: 2, events: 500 })].map(({ name, bytes }) => {
    const file = path.join(data.path, name)
    writeFileSync(file, bytes)
    return file
  })
  await page.evaluate((label) => {
    for (const button of document.querySelectorAll('button')) if (button.textContent === label) button.click()
  }, scpDryRun.policies.loadKit)
  await waitForStatus(dryRun.progress.done.split('{')[0] ?? '')
  const input = await page.$('input[data-input=files]')
  await input?.uploadFile(...names)
  await waitForStatus(dryRun.progress.done.split('{')[0] ?? '')
  expect(await total()).toBeGreaterThan(10)
})

test('a pasted policy is judged, and nothing leaves that page either', async () => {
  const file = path.resolve(import.meta.dirname, `../../build/client${pages.scpDryRun}/index.html`)
  await using own = await servePage(pages.scpDryRun, readFileSync(file, 'utf8'), (headers) => headers)
  await page.goto(own.url)
  const statement = {
    ...{ Effect: 'Deny', Action: '*', Resource: '*' },
    Condition: { StringNotEquals: { 'aws:RequestedRegion': 'eu-central-1' } },
  }
  await page.waitForFunction(() => document.querySelector('[data-here]')?.textContent !== '')
  await page.type('#policy-1', JSON.stringify({ Statement: [statement] }))
  await page.keyboard.press('Tab')
  await waitForStatus(dryRun.progress.done.split('{')[0] ?? '')
  expect(await total()).toBeGreaterThan(10)
  const together = Object.keys(ways).filter((name) => !leaving.includes(name))
  await page.evaluate(trying(together, own.target))
  await new Promise((resolve) => setTimeout(resolve, 3000))
  expect([...own.arrived].filter((name) => name !== 'WebRTC')).toEqual([])
})

test('nothing leaves but by a change of page and by WebRTC', async () => {
  await page.goto(served.url)
  const together = Object.keys(ways).filter((name) => !leaving.includes(name))
  await page.evaluate(trying(together, served.target))
  await new Promise((resolve) => setTimeout(resolve, 3000))
  expect([...served.arrived].filter((name) => name !== 'WebRTC')).toEqual([])
})
