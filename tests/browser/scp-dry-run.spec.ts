// The dry run of a visitor's own policies: pasted, dropped, wrong, one request, coming back, the keyboard alone, without scripts.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { knownEvents } from 'kit-reader/made-up-trail'
import { dryRun } from '#content/dry-run.ts'
import { scpDryRun } from '#content/scp-dry-run.ts'
import { pages } from '../../contract/paths.ts'
import { findings, sideways, themes } from './axe.ts'
import { openWithoutItsEnd } from './open-without-end.ts'
import { translate } from './translate.ts'

const { policies: words, request, modes, example, ownExample } = scpDryRun
const { progress, result, athena } = dryRun

const regionPolicy = readFileSync(
  path.join(import.meta.dirname, '../../site/tools/dry-run/deny-other-regions.json'),
  'utf8',
)
const broken = regionPolicy.replace('"NotAction"', '"NotActions"')
const denied = knownEvents.find(({ title }) => title === 'A read in another region')?.event ?? {}
const trail = (events: object[]) => Buffer.from(JSON.stringify({ Records: events }))
const file = (name: string, content: Buffer | string) => ({
  ...{ name, mimeType: 'application/json', buffer: Buffer.from(content) },
})

const status = (page: Page) => page.locator('[data-status]')
const total = (page: Page, name: string) => page.locator(`[data-total=${name}]`)
/** The field of the first pasted policy. */
const policyField = (page: Page) =>
  page.getByRole('textbox', { name: words.name.replace('{number}', '1'), exact: true })
const choose = (page: Page, ...chosen: ReturnType<typeof file>[]) =>
  page.locator('[data-input=files]').setInputFiles(chosen)

/** Opens the page and waits until it acts. */
async function open(page: Page, query = '') {
  await page.goto(pages.scpDryRun + query)
  await expect(page.locator('[data-here]')).not.toBeEmpty()
}
async function paste(page: Page, text: string) {
  await policyField(page).fill(text)
  await policyField(page).blur()
}

test('a pasted policy is judged on the example, and then on the visitor’s trail, by region too', async ({
  page,
}) => {
  const requested: string[] = []
  await open(page)
  page.on('request', ({ url }) => requested.push(url()))
  await paste(page, regionPolicy)
  await expect(page.locator('[data-ready]')).toBeVisible()
  await expect(page.getByRole('heading', { name: ownExample.heading })).toBeVisible()
  await choose(page, file('a.json', trail([denied, { ...denied, awsRegion: 'eu-central-1' }])))
  await expect(page.getByRole('heading', { name: result.heading, exact: true })).toBeFocused()
  await expect(total(page, 'denied')).toHaveText('1')
  await expect(total(page, 'allowed')).toHaveText('1')
  await expect(page.locator('[data-rows]')).toContainText('DenyOtherRegions')

  // The part of a region alone, and all regions of the trail in one press.
  await choose(page, file('a.json', trail([denied, { ...denied, awsRegion: 'ap-south-1' }])))
  const share = page.locator('[data-share]')
  await expect(share).toContainText(result.regions.only.replace('{only}', '2').replace('{denied}', '2'))
  await page.getByRole('button', { name: result.regions.all }).click()
  await expect(total(page, 'denied')).toHaveText('0')
  await expect(share).toContainText('DenyOtherRegions')
  await page.getByRole('button', { name: result.regions.written }).click()
  await expect(total(page, 'denied')).toHaveText('2')
  expect(requested).toEqual([])
  expect(new URL(page.url()).search).toBe('')
})

test('a problem stands beside the text with its line, and leads there; files wait until it is corrected, and the query for Athena follows', async ({
  page,
}) => {
  await open(page)
  await paste(page, broken)
  await expect(policyField(page)).toHaveAttribute('aria-invalid', 'true')
  const problems = page.getByRole('list', { name: words.problems.replace('{name}', 'Policy 1') })
  const place = (line: number) => words.place.split('{column}')[0]?.replace('{line}', `${line}`) ?? ''
  await problems.getByRole('button', { name: place(7) }).click()
  await expect(policyField(page)).toBeFocused()
  const selected = await policyField(page).evaluate((area) =>
    area instanceof HTMLTextAreaElement ? area.value.slice(area.selectionStart, area.selectionEnd) : '',
  )
  expect(selected).toContain('"NotActions"')

  // Files wait for a policy without errors.
  await choose(page, file('a.json', trail([denied])))
  await expect(page.getByText(words.waiting)).toBeVisible()
  await paste(page, regionPolicy)
  await expect(total(page, 'denied')).toHaveText('1')

  const query = page.locator('[data-query]')
  await expect(query).not.toContainText("'CreateUser'")
  await paste(
    page,
    JSON.stringify({
      Statement: [{ Effect: 'Deny', Action: 'iam:CreateUser', Resource: 'arn:aws:iam::*:user/ci' }],
    }),
  )
  await expect(query).toContainText("'CreateUser'")
  await expect(page.getByLabel(athena.paste)).toBeVisible()
})

test('what is only half typed is no error until the visitor leaves the field', async ({ page }) => {
  await page.clock.install()
  await open(page)
  await policyField(page).fill(regionPolicy.slice(0, 80))
  await page.clock.runFor(5000)
  await expect(policyField(page)).toHaveAttribute('aria-invalid', 'false')
  await policyField(page).blur()
  await expect(policyField(page)).toHaveAttribute('aria-invalid', 'true')
  // Anything else is an error after a pause.
  await policyField(page).fill(broken)
  await expect(policyField(page)).toHaveAttribute('aria-invalid', 'false')
  await page.clock.runFor(2000)
  await expect(policyField(page)).toHaveAttribute('aria-invalid', 'true')
})

test('several policies, each for its accounts; a dropped policy is told from a trail', async ({ page }) => {
  await open(page)
  const data = await page.evaluateHandle(
    ([policy = '', events = '']) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([policy], 'regions.json'))
      transfer.items.add(new File([events], 'trail.json'))
      return transfer
    },
    [regionPolicy, trail([denied, { ...denied, awsRegion: 'eu-west-1' }]).toString()],
  )
  await page.dispatchEvent('footer', 'drop', { dataTransfer: data })
  await expect(page.getByRole('textbox', { name: 'regions.json', exact: true })).toHaveValue(regionPolicy)
  await expect(total(page, 'denied')).toHaveText('1')
  await page.getByRole('button', { name: words.add }).click()
  await paste(page, regionPolicy.replace('"eu-central-1", "eu-west-1"', '"eu-central-1"'))
  await expect(total(page, 'denied')).toHaveText('2')
  const accounts = page.getByLabel(words.accounts.replace('{name}', 'Policy 1'))
  await accounts.fill('nobody')
  await accounts.press('Enter')
  await expect(accounts).toHaveAttribute('aria-invalid', 'true')
  await accounts.fill('999999999999')
  await accounts.press('Enter')
  await expect(total(page, 'denied')).toHaveText('1')
})

test('the address carries the example and the mode; one request is answered as one types, with the statement that decides', async ({
  page,
}) => {
  await open(page, '?example')
  await expect(page.getByRole('textbox', { name: example.policy, exact: true })).toHaveValue(regionPolicy)
  await expect(page.getByRole('heading', { name: example.heading })).toBeFocused()
  await open(page, '?mode=request')
  await expect(page.getByRole('heading', { name: request.heading })).toBeVisible()
  const answer = page.locator('.dry-answer')
  await expect(answer).toContainText(request.noPolicy)
  await paste(page, regionPolicy)
  await page.getByLabel(request.action, { exact: true }).fill('route53:ChangeResourceRecordSets')
  await expect(answer).toContainText(request.verdicts['cannot tell'])
  await expect(answer).toContainText('aws:RequestedRegion')
  await page.getByLabel(request.region).fill('us-east-1')
  await expect(answer).toContainText(request.verdicts.denied)
  await expect(answer.locator('pre')).toContainText('DenyOtherRegions')
  await page.getByLabel(request.region).fill('eu-west-1')
  await expect(answer).toContainText(request.verdicts.allowed)
  const withKey = regionPolicy.replace(
    '"StringNotEquals"',
    '"Bool": { "aws:SecureTransport": "false" }, "StringNotEquals"',
  )
  await paste(page, withKey)
  await page.getByLabel(request.region).fill('us-east-1')
  await expect(answer).toContainText(request.verdicts['cannot tell'])
  await page.getByLabel('aws:SecureTransport', { exact: true }).fill('false')
  await expect(answer).toContainText(request.verdicts.denied)
  await page.getByRole('checkbox', { name: 'aws:SecureTransport' }).check()
  await expect(answer).toContainText(request.verdicts.allowed)
})

test('leaving during a run asks first; coming back shows the result', async ({ page }) => {
  await open(page)
  await paste(page, regionPolicy)
  await choose(page, file('a.json', trail([denied])))
  await expect(page.getByRole('heading', { name: result.heading, exact: true })).toBeVisible()
  await page.goto(pages.privacy)
  await page.goBack()
  await expect(page.getByRole('heading', { name: result.heading, exact: true })).toBeVisible()
  await expect(total(page, 'denied')).toHaveText('1')
  await expect(policyField(page)).toHaveValue(regionPolicy)
  await expect(page.locator('[data-ready]')).toBeVisible()

  await page.evaluate(() => {
    File.prototype.arrayBuffer = () => new Promise(() => {})
  })
  await choose(page, file('b.json', trail([denied])))
  await expect(page.getByRole('progressbar')).toBeVisible()
  let asked = 0
  page.on('dialog', (dialog) => {
    asked++
    void dialog.accept()
  })
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => asked).toBe(1)
})

test('what is typed before the end of the page has arrived stays, and counts', async ({ page }) => {
  const sendEnd = await openWithoutItsEnd(page, pages.scpDryRun)
  await policyField(page).fill(regionPolicy)
  await page.getByRole('link', { name: modes.request }).click()
  sendEnd()
  await expect(page.getByRole('heading', { name: request.heading })).toBeVisible()
  await expect(policyField(page)).toHaveValue(regionPolicy)
  await page.getByLabel(request.action, { exact: true }).fill('ec2:RunInstances')
  await expect(page.locator('.dry-answer')).toContainText('DenyOtherRegions')
})

test('by the keyboard alone: a policy, a request, and back to the trail', async ({ page }) => {
  await open(page)
  await policyField(page).focus()
  await page.keyboard.insertText(regionPolicy)
  await page.keyboard.press('Tab')
  await expect(page.locator('[data-ready]')).toBeVisible()
  await page.getByRole('link', { name: modes.request }).focus()
  await page.keyboard.press('Enter')
  expect(new URL(page.url()).search).toBe('')
  await page.getByLabel(request.action, { exact: true }).focus()
  await page.keyboard.type('ec2:RunInstances')
  await page.getByLabel(request.region).focus()
  await page.keyboard.type('us-west-2')
  await expect(page.locator('.dry-answer')).toContainText(request.verdicts.denied)
  await page.getByRole('link', { name: modes.trail }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: words.example }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#dry-result')).toBeFocused()
})

test('the page works after the browser has translated it', { tag: '@long' }, async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await open(page)
  await translate(page)
  await page.locator('#policy-1').fill(broken)
  await page.locator('#policy-1').blur()
  await expect(page.locator('.dry-problems li')).not.toHaveCount(0)
  await translate(page)
  await page.locator('#policy-1').fill(regionPolicy)
  await page.locator('#policy-1').blur()
  await expect(page.locator('[data-ready]')).toBeVisible()
  await translate(page)
  await choose(page, file('a.json', trail([denied])))
  await expect(total(page, 'denied')).toHaveText('1')
  expect(errors).toEqual([])
})

for (const [themeIndex, theme] of themes.entries())
  for (const [widthIndex, width] of [320, 768, 1440].entries()) {
    // every-page.spec.ts has the page in dark colors.
    const tag = themeIndex + widthIndex === 0 ? {} : { tag: '@long' }
    test(`no axe findings, no scrolling sideways: ${theme}, ${width}px`, tag, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width, height: 900 })
      await open(page)
      await page.getByRole('button', { name: words.example }).click()
      await expect(status(page)).toContainText(progress.done.split('{')[0] ?? '')
      await page.getByRole('button', { name: words.add }).click()
      await paste(page, broken)
      await page.locator('.dry-query summary').click()
      expect(await findings(page, theme)).toEqual([])
      expect(await sideways(page)).toBe(0)
      await page.getByRole('link', { name: modes.request }).click()
      await page.locator('.dry-policy').nth(1).getByRole('button', { name: words.remove }).click()
      await page.getByLabel(request.action, { exact: true }).fill('ec2:RunInstances')
      await expect(page.locator('.dry-answer pre')).toBeVisible()
      expect(await findings(page, theme)).toEqual([])
      expect(await sideways(page)).toBe(0)
    })
  }

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the page has a whole example, and no control that does nothing', async ({ page }) => {
    await page.goto(pages.scpDryRun)
    await expect(page.getByRole('heading', { name: example.heading })).toBeVisible()
    await expect(page.locator('[data-result] pre')).toContainText('DenyOtherRegions')
    await expect(total(page, 'denied')).toHaveText(/[1-9]/)
    await expect(page.locator('[data-rows]')).toContainText('route53:ChangeResourceRecordSets')
    await expect(page.locator('main').getByRole('button')).toHaveCount(0)
    await expect(page.locator('main').getByRole('textbox')).toHaveCount(0)
  })
})

test('the whole page is at most 190 KiB', async ({ request: client }) => {
  const answer = await client.get(pages.scpDryRun, { headers: { 'accept-encoding': 'br' } })
  expect(Number(answer.headers()['content-length'])).toBeLessThanOrEqual(190 * 1024)
})
