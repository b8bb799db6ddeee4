import { readdirSync, readFileSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { catalog } from '#content/catalog.ts'
import { comparison } from '#content/home/comparison.ts'
import { kitFiles } from '#content/home/included.ts'
import { pricing } from '#content/home/pricing.ts'
import { faq } from '#content/home/questions.ts'
import { kitEntryId, kitEntryPath, pages } from '../../contract/paths.ts'
import { shownPrice } from '../support/shown-price.ts'
import { holdScripts, hydrate, typeset } from './hydrate.ts'
import { literally } from './pattern.ts'

const entriesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'))
const foldersIn = (folder: string) =>
  entriesIn(folder).flatMap((entry) => (entry.isDirectory() ? entry.name : []))

/** A folder of the kit, and a file in it. */
const [someFolder = ''] = foldersIn('kit').filter((name) =>
  entriesIn(`kit/${name}`).some((one) => one.isFile()),
)

type Texts = Record<string, { description: string; details: string }>
const kitIndex: Record<'folders' | 'files', Texts> = JSON.parse(readFileSync('kit/index.json', 'utf8'))
/** A folder at the top of the tree. */
const folderIn = (page: Page, name: string) =>
  page
    .locator('.tree > li > details', { has: page.locator('summary', { hasText: new RegExp(`^${name}$`) }) })
    .first()
const described = (file: string) => kitIndex.files[file]?.description ?? ''

test.describe('Compare Approaches', () => {
  const table = (page: Page) => page.getByRole('table').filter({ hasText: comparison.columns.task })

  const help = (page: Page) =>
    table(page)
      .getByRole('button', { name: comparison.about(comparison.rows[0]?.task ?? '') })
      .first()
  const tip = async (page: Page) => {
    const id = (await help(page).getAttribute('popovertarget')) ?? ''
    expect(id).not.toBe('')
    return page.locator(`[id="${id}"]`)
  }

  test('the help opens immediately on keyboard focus, and Escape closes it; by hover it opens after 700 ms, not before', async ({
    page,
  }) => {
    await page.goto('/')
    // The first control that the visitor uses.
    await help(page).hover()
    await expect(await tip(page)).toBeVisible()
    await page.mouse.move(2, 2)
    await expect(await tip(page)).toBeHidden()

    await hydrate(page)
    await help(page).scrollIntoViewIfNeeded()
    await page.keyboard.press('Tab')
    await help(page).focus()
    await expect(await tip(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(await tip(page)).toBeHidden()

    // From here on, only the test moves the clock.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await help(page).hover()
    await page.clock.runFor(650)
    await expect(await tip(page)).toBeHidden()
    await page.clock.runFor(100)
    await expect(await tip(page)).toBeVisible()
    // The pointer may move into it.
    await (await tip(page)).hover()
    await page.clock.runFor(2000)
    await expect(await tip(page)).toBeVisible()
    await page.mouse.move(2, 2)
    await page.clock.runFor(2000)
    await expect(await tip(page)).toBeHidden()
  })
})

/** A folder far down in the list. */
const lastFolder = foldersIn('kit').at(-1) ?? ''
const lastRow = (page: Page) => page.locator('.tree-row', { hasText: new RegExp(`^${lastFolder}$`) }).last()
/** Scrolls to the last folder, before React hydrates. */
async function openTree(page: Page) {
  // The hash makes the browser lay out all sections at once, so that the rows do not move any more.
  await page.goto('/#files')
  await typeset(page)
  await lastRow(page).scrollIntoViewIfNeeded()
}

test('Complete File Structure: folders open, the pane has an initial text and then the selection, and React keeps the tree where the visitor scrolled it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openTree(page)
  await expect(page.getByRole('heading', { name: kitFiles.heading })).toBeVisible()
  await expect(page.getByRole('heading', { name: kitFiles.empty.heading })).toBeVisible()
  await expect(page.getByText(kitFiles.empty.text)).toBeVisible()
  const list = await page.locator('.tree').elementHandle()
  const before = await lastRow(page).boundingBox()
  await hydrate(page)
  expect(await list?.evaluate((element) => element.isConnected)).toBe(true)
  expect(await lastRow(page).boundingBox()).toEqual(before)
  const tree = page.getByRole('list', { name: kitFiles.label })
  for (const name of foldersIn('kit')) await expect(folderIn(page, name)).toHaveAttribute('open', '')
  for (const name of foldersIn('kit').flatMap((one) => foldersIn(`kit/${one}`)))
    await expect(tree.locator('summary', { hasText: new RegExp(`^${name}$`) }).first()).toBeVisible()

  // On large screens, the tree is 350px wide and at most 600px high.
  const boxes = await page.locator('.tree').evaluate((tree) => {
    const widths: number[] = []
    for (let node: Element | null = tree; node && widths.length < 4; node = node.parentElement)
      widths.push(node.getBoundingClientRect().width)
    return { widths, height: tree.parentElement?.getBoundingClientRect().height ?? 0 }
  })
  expect(boxes.widths.some((width) => Math.abs(width - 350) <= 2)).toBe(true)
  expect(boxes.height).toBeLessThanOrEqual(602)

  const folder = folderIn(page, someFolder)
  const name = folder.locator('> summary')
  await name.click()
  await expect(folder).not.toHaveAttribute('open', '')
  await expect(name).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('heading', { name: kitFiles.empty.heading })).toBeHidden()
  await name.press('Enter')
  await expect(folder).toHaveAttribute('open', '')

  const file = tree.getByRole('button', { name: 'README.md', exact: true }).last()
  await file.press('Space')
  await expect(file).toHaveAttribute('aria-current', 'true')
  await expect(name).not.toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('heading', { name: 'README.md' })).toBeVisible()
  await expect(page.getByText(described('README.md'))).toBeVisible()

  // A folder, a file in it and the last file: name, path, description and details.
  const nodes = Object.entries({ ...kitIndex.folders, ...kitIndex.files })
  await expect(page.locator('.tree-row')).toHaveCount(nodes.length)
  const pane = page.getByRole('region', { name: kitFiles.about })
  const some = [nodes[0], nodes.find(([path]) => path.startsWith('networking/')), nodes.at(-1)]
  for (const [path, { description, details }] of some.filter((node) => node !== undefined)) {
    // A click on a folder also closes it, so dispatch the click on rows inside of closed folders, too.
    await page.locator(`.tree-row[data-path="${path}"]`).dispatchEvent('click')
    await expect(pane.getByRole('heading')).toHaveText(path.split('/').at(-1) ?? '')
    await expect(async () => {
      const shown = (await pane.innerText()).split('\n')
      for (const text of [path, description, details]) expect(shown).toContain(text)
    }).toPass()
  }
  expect(some).not.toContain(undefined)

  // With a file in it, the viewer is about as high as the tree may be.
  await page.locator('.kit-panel').waitFor()
  const height = (await page.locator('.files-sheet').boundingBox())?.height ?? 0
  expect(height).toBeGreaterThan(550)
  expect(height).toBeLessThanOrEqual(600)
})

test.describe('the file tree, while React hydrates', () => {
  /** Presses in the middle of the row. Resolves to the function that releases. */
  const press = {
    mouse: async (page: Page) => {
      await lastRow(page).hover()
      await page.mouse.down()
      return () => page.mouse.up()
    },
    finger: async (page: Page) => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await lastRow(page).boundingBox()) ?? {}
      const touch = await page.context().newCDPSession(page)
      const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
      return () => touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    },
  }

  for (const pointer of ['mouse', 'finger'] as const) {
    test.describe(pointer, () => {
      test.use({ hasTouch: pointer === 'finger' })

      test('closes and selects a folder whose press is under way', async ({ page }) => {
        await openTree(page)
        const loadScripts = await holdScripts(page)
        const release = await press[pointer](page)
        loadScripts()
        await hydrate(page)
        await release()
        await expect(folderIn(page, lastFolder)).not.toHaveAttribute('open', '')
        await expect(lastRow(page)).toHaveAttribute('aria-current', 'true')
      })
    })
  }
})

test.describe('the pane', () => {
  test('if the descriptions do not arrive, says so, leads to the page of all files, and tries again', async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto('/')
    let requests = 0
    await page.route('**/kit/files.json', (route) => {
      requests++
      return route.abort()
    })
    await hydrate(page)
    await page.locator('.tree').getByRole('button', { name: 'README.md', exact: true }).last().click()
    const pane = page.getByRole('region', { name: kitFiles.about })
    await expect(pane.getByRole('paragraph').getByText(kitFiles.failed.text)).toBeVisible()
    await expect(pane.getByRole('link', { name: kitFiles.all.link })).toHaveAttribute(
      'href',
      kitEntryPath('README.md'),
    )
    await expect(async () => {
      await page.clock.runFor(4000)
      expect(requests, 'the first try and all retries').toBe(4)
    }).toPass()
    await page.unroute('**/kit/files.json')
    await pane.getByRole('button', { name: kitFiles.failed.again }).click()
    await expect(pane.getByText(described('README.md'))).toBeVisible()
    await expect(pane.getByRole('link', { name: kitFiles.all.link })).toBeHidden()
  })
})

test.describe('the file tree, scripts off', () => {
  test.use({ javaScriptEnabled: false })

  test('folders open, and a file leads to its description, among the path, description and details of every file and folder', async ({
    page,
  }) => {
    await page.goto('/')
    const folder = folderIn(page, someFolder)
    await folder.locator('> summary').click()
    await expect(folder).not.toHaveAttribute('open', '')
    await expect(page.locator('.tree-row')).toHaveCount(
      Object.keys({ ...kitIndex.folders, ...kitIndex.files }).length,
    )
    const all = page.locator('#files').getByRole('link', { name: kitFiles.all.link })
    await expect(all).toHaveAttribute('href', pages.files)
    await page.locator('.tree').getByRole('button', { name: 'README.md', exact: true }).last().click()
    await expect(page).toHaveURL(/\/kit\/files\?#kit-readme-md$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(kitFiles.all.title)
    await expect(page.locator(':target')).toContainText('README.md')
    await expect(page.locator(':target')).toBeInViewport()

    // The page of all files.
    await page.locator('.kit-folder').evaluateAll((all) => {
      for (const folder of all) (folder as HTMLDetailsElement).open = true
    })
    // The visible text of each entry.
    const shown = new Map(
      await page
        .locator('[id^="kit-"]')
        .evaluateAll((all) => all.map((entry) => [entry.id, (entry as HTMLElement).innerText] as const)),
    )
    for (const [file, { description, details }] of Object.entries({
      ...kitIndex.folders,
      ...kitIndex.files,
    })) {
      const [heading, ...text] = shown.get(kitEntryId(file))?.split('\n') ?? []
      expect(heading).toBe(file)
      for (const part of [description, details]) expect(text).toContain(part)
    }
  })
})

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' })

  test('2 s after load, a picture of the whole page has every section', async ({ page }) => {
    await page.clock.install()
    await page.goto('/')
    const parts = page.locator('.section, .closing, .footer')
    expect(await parts.count()).toBeGreaterThan(4)
    await page.clock.runFor(2000)
    for (const part of await parts.all()) {
      await expect(part).toHaveCSS('content-visibility', 'visible')
      // Boxes that the browser has left out have no height.
      expect(
        await part.evaluate((element) => element.lastElementChild?.getBoundingClientRect().height),
      ).toBeGreaterThan(0)
    }
  })

  test('FAQ: one question is open at a time, by pointer, keyboard and address, and it can be closed; Simple Pricing: the number of seats left comes from the offer', async ({
    page,
    request,
  }) => {
    await page.goto('/')
    const questions = page.locator('#faq details')
    const isOpen = (question: Locator) => expect(question).toHaveAttribute('open', '')
    await expect(questions).toHaveCount(faq.questions.length)
    await questions.nth(0).locator('summary').click()
    await isOpen(questions.nth(0))
    await questions.last().locator('summary').click()
    await isOpen(questions.last())
    await expect(page.locator('#faq details[open]')).toHaveCount(1)
    await hydrate(page)
    await isOpen(questions.last())
    await questions.last().locator('summary').click()
    await expect(page.locator('#faq details[open]')).toHaveCount(0)

    await questions.nth(1).locator('summary').focus()
    await page.keyboard.press('Enter')
    await isOpen(questions.nth(1))
    await page.keyboard.press('Space')
    await expect(page.locator('#faq details[open]')).toHaveCount(0)

    const offer = await (await request.get('/functions/v1/offer')).json()
    expect(offer.earlyBird.seats).toBe(catalog.earlyBirdSeats)
    await page.locator('#pricing').scrollIntoViewIfNeeded()
    // Other tests change the number meanwhile.
    const shown = pricing.seats.left(987_654, catalog.earlyBirdSeats, shownPrice(catalog.priceCents))
    const [before = '', after = ''] = shown.split('987654').map(literally)
    await expect(page.locator('#pricing')).toContainText(new RegExp(`${before}\\d+${after}`))

    const id = await questions.last().getAttribute('id')
    expect(id).toMatch(/^faq-/)
    await page.goto('about:blank')
    await page.goto(`/#${id}`)
    await isOpen(page.locator(`[id="${id}"]`))
  })
})
