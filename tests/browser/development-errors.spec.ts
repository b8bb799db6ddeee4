// A mistake in a file is shown in the browser while `npm run dev` runs, and a correction always repairs it.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { functions } from '../../contract/paths.ts'
import { copyProject, type ProjectCopy } from '../support/project-copy.ts'
import { type DevelopmentServer, startDevelopment } from './development-server.ts'
import { untilListening } from './listening.ts'

let project: ProjectCopy
let development: DevelopmentServer

test.describe.configure({ mode: 'serial', timeout: 120_000 })

test.beforeAll(async () => {
  test.setTimeout(120_000)
  project = copyProject()
  development = await startDevelopment(project)
})

test.afterAll(async () => {
  await development.stop()
  project.remove()
})

/** Adds a line that cannot be compiled. @returns a function that removes it */
function breakFile(name: string): () => void {
  const file = path.join(project.path, name)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, `${text}\nconst = mistake\n`)
  return () => writeFileSync(file, text)
}

test('while a file of the server is broken, the browser says where to look, and the corrected server answers again', async ({
  request,
}) => {
  const offer = async () => {
    const answer = await request.get(development.url + functions.offer)
    return { status: answer.status(), text: await answer.text() }
  }
  const repair = breakFile('server/checkout/routes.ts')
  await expect.poll(offer, { timeout: 30_000 }).toMatchObject({
    status: 502,
    text: expect.stringContaining('The terminal says why'),
  })
  // Node forgets a file that it could not parse after a short time.
  await pause(4000)
  repair()
  await expect.poll(offer, { timeout: 30_000 }).toMatchObject({ status: 200 })
})

test('a broken island is shown in the browser before anybody uses it, and the corrected page is shown again', async ({
  page,
}) => {
  const overlay = page.locator('vite-error-overlay')
  await untilListening(page, () => page.goto(development.url))
  const repair = breakFile('site/checkout/buyer-form.tsx')
  await expect(overlay).toContainText('site/checkout/buyer-form.tsx')
  repair()
  await expect(overlay).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a file that is gone is named, and the page is shown again when the file is back', async ({ page }) => {
  const status = async () => (await page.request.get(development.url)).status()
  for (const name of ['site/home/closing.tsx', 'content/home/hero.ts']) {
    const file = path.join(project.path, name)
    const text = readFileSync(file, 'utf8')
    rmSync(file)
    await expect.poll(status).toBe(500)
    await page.goto(development.url)
    await expect(page.locator('vite-error-overlay')).toContainText(`${name} does not exist`)
    // An open page would reload by itself while the test waits.
    await page.goto('about:blank')
    writeFileSync(file, text)
    await expect.poll(status).toBe(200)
  }
})
