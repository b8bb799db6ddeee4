import { expect, test } from '@playwright/test'
import { freePort, startScript, temporaryDirectory } from '../support/server-process.ts'

test('the first page that development ever shows is started by React, without a request that fails', async ({
  page,
}) => {
  const directory = temporaryDirectory()
  const port = await freePort()
  const development = startScript(['scripts/dev.mjs'], {
    PORT: String(port),
    FUNCTIONS_PORT: String(await freePort()),
    DATA_DIR: directory.path,
    VITE_CACHE_DIR: `${directory.path}/vite`,
  })
  try {
    const url = `http://localhost:${port}/`
    await expect(() => expect(page.request.get(url)).resolves.toBeOK()).toPass()
    const failed: string[] = []
    page.on('response', (answer) => {
      if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`)
    })
    await page.goto(url)
    await page.locator('html[data-hydrated]').waitFor()
    expect(failed).toEqual([])
    expect(development.output()).not.toMatch(/warn|error|cannot/i)
  } finally {
    development.child.kill('SIGTERM')
    await development.ended
    directory.remove()
  }
})
