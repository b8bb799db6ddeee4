// The dry run as a visitor uses it: files, a folder, the result of a query, the keyboard alone, without scripts.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { knownEvents, session, trailFiles } from 'kit-reader/made-up-trail'
import { damageTexts } from 'scp-dry-run/read-trail'
import { dryRun } from '#content/dry-run.ts'
import { errorScreen } from '#content/error-screen.ts'
import { scpDryRun } from '#content/scp-dry-run.ts'
import { pages } from '../../contract/paths.ts'
import { openWithoutItsEnd } from './open-without-end.ts'

const { progress, result, athena } = dryRun
const status = (page: Page) => page.locator('[data-status]')
const total = (page: Page, name: string) => page.locator(`[data-total=${name}]`)
const rowsOf = (page: Page) => page.locator('[data-rows] tr')
const done = (events: number, denied: number) =>
  progress.done.replace('{events}', `${events}`).replace('{denied}', `${denied}`).replace('{files}', '1')
const doneStart = progress.done.split('{')[0] ?? ''
/** Opens the page, and loads the kit's guardrails. */
async function open(page: Page) {
  await page.goto(pages.scpDryRun)
  await page.getByRole('button', { name: scpDryRun.policies.loadKit }).click()
  await expect(status(page)).toContainText(doneStart)
}
/** Starts a dry run of these files. */
async function choose(page: Page, chosen: { name: string; buffer: Buffer }[]) {
  await page
    .locator('[data-input=files]')
    .setInputFiles(chosen.map((one) => ({ ...one, mimeType: 'application/octet-stream' })))
  await expect(status(page)).toContainText(doneStart)
}
const trail = (events: object[]) => Buffer.from(JSON.stringify({ Records: events }))
const known = (title: string) => {
  const found = knownEvents.find((one) => one.title === title)
  if (!found) throw new Error(`There is no event "${title}".`)
  return found.event
}
const denied = known('A read in another region')

/** The rows of the CSV that the page offers, by column. */
async function download(page: Page): Promise<Record<string, string>[]> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: result.download }).click()
  const found = await downloading
  expect(found.suggestedFilename()).toBe(result.file)
  const text = readFileSync(await found.path(), 'utf8')
  // Without the byte order mark, Excel on Windows misreads UTF-8. `trim` removes it.
  expect(text).toMatch(/^\ufeffverdict,/)
  const [head = '', ...lines] = text.trim().split('\r\n')
  const names = head.split(',')
  return lines.map((line) => {
    const values = line.match(/"(?:[^"]|"")*"|\d+/g) ?? []
    return Object.fromEntries(names.map((name, at) => [name, (values[at] ?? '').replace(/^"|"$/g, '')]))
  })
}

test('a month of 10,000 events in eight files, and nothing is fetched', async ({ page }) => {
  const requested: string[] = []
  await open(page)
  page.on('request', (request) => requested.push(request.url()))
  const month = [...trailFiles({ seed: 42, files: 8, events: 1250 })]
  await choose(
    page,
    month.map(({ name, bytes }) => ({ name, buffer: bytes })),
  )
  await expect(total(page, 'denied')).not.toHaveText('0')
  expect(requested.filter((url) => !url.startsWith('blob:'))).toEqual([])
})

test('a damaged or foreign file gets its sentence, and the others go on; an empty trail, an allowed request, a formula in a cell, a file that is dropped anywhere, and the pasted result of the query', async ({
  page,
}) => {
  await open(page)
  const whole = trail([denied, denied, denied])
  await choose(page, [
    { name: 'cut.json', buffer: whole.subarray(0, whole.length - 20) },
    { name: 'digest.json', buffer: Buffer.from('{"digestS3Bucket":"b","logFiles":[]}') },
    { name: 'config.json', buffer: Buffer.from('{"configurationItems":[]}') },
    { name: 'picture.png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
    { name: 'broken.json.gz', buffer: Buffer.from([0x1f, 0x8b, 8, 0, 0, 1, 2, 3]) },
    { name: 'table.csv', buffer: Buffer.from('a,b\n1,2\n') },
    { name: 'list.json', buffer: Buffer.from('[]') },
    { name: 'whole.json', buffer: whole },
  ])
  const listed = page.locator('[data-damaged] li')
  await expect(listed).toHaveCount(7)
  const sentences = await listed.allTextContents()
  const { digest, config, none, table, damaged } = damageTexts
  const after = (events: number) => damaged.replace('{events}', String(events))
  expect(sentences).toEqual([
    `cut.json ${after(2)}`,
    `digest.json ${digest}`,
    `config.json ${config}`,
    expect.stringMatching(/^picture\.png /),
    `broken.json.gz ${after(0)}`,
    `table.csv ${table}`,
    `list.json ${none}`,
  ])
  await expect(total(page, 'denied')).toHaveText('5')

  // Where no request was judged, the page does not say that nothing would be denied.
  await choose(page, [{ name: 'empty.json', buffer: trail([]) }])
  await expect(page.locator('[data-shown]')).toHaveText(result.notRead)
  await choose(page, [{ name: 'a.json', buffer: trail([known('A read in an allowed region')]) }])
  await expect(page.locator('[data-shown]')).toHaveText(result.nothing)

  await choose(page, [{ name: 'a.json', buffer: trail([{ ...denied, awsRegion: '=1+1' }]) }])
  await expect(total(page, 'denied')).toHaveText('1')
  expect((await download(page))[0]?.region).toBe("'=1+1")

  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'trail.json'))
    return transfer
  }, trail([denied, denied]).toString())
  await page.dispatchEvent('footer', 'drop', { dataTransfer: data })
  await expect(total(page, 'denied')).toHaveText('2')

  // The pasted result of the query.
  const query = await page.locator('[data-query]').textContent()
  for (const column of ['eventsource', 'principal', 'times', 'first_seen']) expect(query).toContain(column)
  await page
    .getByLabel(athena.paste)
    .fill(
      'eventsource,eventname,awsregion,usertype,principal,accountid,times,first_seen,last_seen\nec2.amazonaws.com,DescribeInstances,us-west-2,IAMUser,arn:aws:iam::555555555555:user/ci,555555555555,31,2026-10-01,2026-10-31',
    )
  await page.getByRole('button', { name: athena.read }).click()
  await expect(total(page, 'denied')).toHaveText('31')
  await expect(rowsOf(page)).toContainText([`2026-10-01 ${result.to} 2026-10-31`])
})

test('a folder with folders for each day, and the error screen of the component', async ({ page }, info) => {
  const folder = info.outputPath('AWSLogs')
  for (const day of ['01', '02', '03']) {
    mkdirSync(path.join(folder, day), { recursive: true })
    writeFileSync(path.join(folder, day, 'trail.json'), trail([denied]))
    writeFileSync(path.join(folder, day, 'more.ndjson'), JSON.stringify(denied))
    writeFileSync(path.join(folder, day, 'read-me.md'), 'no trail')
  }
  await open(page)
  await page.locator('[data-input=folder]').setInputFiles(folder)
  await expect(total(page, 'denied')).toHaveText('6')
  await expect(page.locator('[data-skipped-files]')).toHaveText(result.files.skipped.replace('{files}', '3'))
  await expect(page.locator('[data-damaged]')).toBeHidden()

  // An error in the component.
  await page.evaluate(() => {
    Object.defineProperty(Object, 'entries', {
      value: () => {
        throw new Error('It broke')
      },
    })
  })
  await page.getByRole('button', { name: scpDryRun.policies.example }).click()
  await expect(page.getByRole('heading', { name: errorScreen.heading })).toBeFocused()
  await expect(page.getByText('It broke')).toBeVisible()
  await expect(page.getByRole('link', { name: errorScreen.home })).toHaveAttribute('href', '/')
})

test('on a phone, a run ends at the heading of its result, which says that it is done', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto(pages.scpDryRun)
  await page.getByRole('button', { name: scpDryRun.policies.example }).click()
  const heading = page.getByRole('heading', { name: scpDryRun.example.heading })
  await expect(heading).toBeFocused()
  await expect(page.locator('[data-result]').getByText(doneStart)).toBeInViewport({ ratio: 1 })
  // Between the bar and the heading, nothing of what is above it.
  await expect.poll(async () => (await heading.boundingBox())?.y ?? 0).toBeLessThan(64 + 40)
})

test('a press before the end of the page has arrived counts', async ({ page }) => {
  const sendEnd = await openWithoutItsEnd(page, pages.scpDryRun)
  await page.getByRole('button', { name: scpDryRun.policies.example }).click()
  sendEnd()
  await expect(status(page)).toContainText(doneStart)
})

test('what is typed before the end of the page has arrived stays, and counts', { tag: '@long' }, async ({
  page,
}) => {
  const sendEnd = await openWithoutItsEnd(page, pages.scpDryRun)
  const row =
    'eventsource,eventname,awsregion,usertype,principal,accountid,times,first_seen,last_seen\nec2.amazonaws.com,DescribeInstances,us-west-2,IAMUser,arn:aws:iam::555555555555:user/ci,555555555555,31,2026-10-01,2026-10-31'
  await page.getByLabel(athena.paste).fill(row)
  sendEnd()
  await expect(page.locator('[data-here]')).not.toBeEmpty()
  await page.getByRole('button', { name: athena.read }).click()
  await page.getByRole('button', { name: scpDryRun.policies.loadKit }).click()
  await expect(status(page)).toHaveText(done(31, 31))
  await expect(page.getByLabel(athena.paste)).toHaveValue(row)
})

/** Starts a run on a file that ends when `window.isLast` is set. */
async function chooseEndless(page: Page) {
  await page.evaluate((event) => {
    const { stream } = Blob.prototype
    File.prototype.stream = function () {
      if (this.name !== 'endless.json') return stream.call(this)
      let next = '{"Records":['
      return new ReadableStream({
        pull(controller) {
          controller.enqueue(new TextEncoder().encode(next))
          next = `${event},`.repeat(100)
          if (!('isLast' in window)) return
          controller.enqueue(new TextEncoder().encode(`${event}]}`))
          controller.close()
        },
      })
    }
  }, JSON.stringify(denied))
  // A small file would be read whole, and not as a stream.
  const endless = { name: 'endless.json', mimeType: '', buffer: Buffer.alloc(1_000_001, ' ') }
  await page.locator('[data-input=files]').setInputFiles([endless])
  await expect(page.getByRole('progressbar')).toBeVisible()
}

test('Cancel stops, and the example stays; other files end a run that is under way; Cancel while the page decides: the result before stays whole', async ({
  page,
}, info) => {
  await open(page)
  const before = await total(page, 'denied').textContent()
  await chooseEndless(page)
  await page.getByRole('button', { name: progress.cancel }).click()
  await expect(status(page)).toContainText(progress.canceled.split('{')[0] ?? '')
  await expect(total(page, 'denied')).toHaveText(before ?? '')
  await expect(page.getByRole('button', { name: progress.cancel })).toBeHidden()
  await chooseEndless(page)
  await choose(page, [{ name: 'a.json', buffer: trail([denied]) }])
  await expect(total(page, 'denied')).toHaveText('1')
  await expect(page.getByRole('progressbar')).toBeHidden()

  await page.evaluate((start) => {
    const step = document.querySelector('[data-step]')
    if (!step) return
    new MutationObserver(() => {
      if (step.textContent.startsWith(start))
        document.querySelector<HTMLElement>('.dry-progress button')?.click()
    }).observe(step, { childList: true, characterData: true, subtree: true })
  }, progress.deciding.split('{')[0] ?? '')
  const roles = Array.from({ length: 20_000 }, (_, at) => ({
    ...denied,
    recipientAccountId: '777777777777',
    userIdentity: session('777777777777', `app/role-${at}`),
  }))
  // From the disk, because this much takes Playwright seconds to send to the page.
  const many = info.outputPath('many.json')
  writeFileSync(many, trail(roles))
  await page.locator('[data-input=files]').setInputFiles(many)
  await expect(status(page)).toContainText(progress.canceled.split('{')[0] ?? '')
  await expect(total(page, 'denied')).toHaveText('1')
})

test('by the keyboard alone: the example, the filter, more than a hundred rows', async ({ page }) => {
  await page.goto(pages.scpDryRun)
  const built = await page.locator('[data-rows]').innerText()
  await page.getByRole('button', { name: scpDryRun.policies.example }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#dry-result')).toBeFocused()
  // The page has built the same result without a script.
  expect(await page.locator('[data-rows]').innerText()).toBe(built)
  const all = await rowsOf(page).count()
  await page.getByLabel(result.filter).focus()
  const { length } = (await rowsOf(page).allInnerTexts()).filter(
    (text) => /denied/.test(text) && /scanner/.test(text),
  )
  await page.keyboard.type('DENIED scanner')
  await expect(rowsOf(page)).toHaveCount(length)
  await expect(page.locator('[data-shown]')).toContainText(`${length}`)
  await page.getByLabel(result.filter).fill('nothing at all')
  await expect(page.locator('[data-shown]')).toHaveText(result.none)
  await page.getByLabel(result.filter).fill('')
  await expect(rowsOf(page)).toHaveCount(all)
  const many = Array.from({ length: 150 }, (_, at) => ({ ...denied, eventName: `DescribeThing${at}` }))
  await choose(page, [{ name: 'many.json', buffer: trail(many) }])
  await expect(rowsOf(page)).toHaveCount(100)
  await page.locator('[data-more]').getByRole('button', { name: result.more }).focus()
  await page.keyboard.press('Enter')
  await expect(rowsOf(page)).toHaveCount(150)
  await expect(rowsOf(page).nth(100)).toBeFocused()
})

test('the page does not shift', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        (window as unknown as { shift: number }).shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(pages.scpDryRun, { waitUntil: 'networkidle' })
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThanOrEqual(0.001)
})
