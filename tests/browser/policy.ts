import { expect, type Page } from '@playwright/test'
import { labels } from '#content/labels.ts'
import { purchase } from '#content/purchase.ts'

/** Collects everything that the content security policy refuses, in this page and in pages that it opens. */
export async function watchPolicy(page: Page): Promise<string[]> {
  const refused: string[] = []
  const context = page.context()
  await context.exposeBinding('reportRefusal', (_, refusal: string) => refused.push(refusal))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sample } = event
      ;(window as unknown as { reportRefusal(refusal: string): void }).reportRefusal(
        `${location.pathname}: ${effectiveDirective} refuses ${blockedURI} ${sample}`,
      )
    })
  })
  const recordRefusal = (text: string) => {
    if (/content security policy|trusted ?(types|html|script)/i.test(text)) refused.push(text)
  }
  context.on('console', (message) => recordRefusal(message.text()))
  context.on('weberror', (error) => recordRefusal(error.error().message))
  return refused
}

/** A page's texts. Islands are left out, because their prices and seats depend on the shop's state. */
export const textsOf = (page: Page) =>
  page
    .locator('main')
    .locator(':is(h1, h2, h3, h4, summary, p, li):not(astro-island *, [role=status])')
    .allTextContents()

const dialogOf = (page: Page) => page.getByRole('dialog').filter({ has: page.getByLabel(purchase.form.name) })

/** Chooses each theme, opens each question and copies each block of code. */
export async function pressEveryControl(page: Page) {
  for (const theme of await page.getByRole('contentinfo').getByRole('radio').all())
    await theme.check({ force: true })
  for (const question of await page.locator('#faq summary').all()) await question.click()
  for (const copy of await page.getByRole('button', { name: new RegExp(labels.post.copyOf('.*')) }).all()) {
    await copy.click()
    await expect(copy).toHaveText(labels.post.copy.done)
  }
}

/** Opens the dialog, which all pages share, and sends an empty form. */
export async function openDialog(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: labels.bar.buy }).click()
  await expect(dialogOf(page)).toBeVisible()
  // Before React hydrates, the browser's own validation message appears instead of a toast.
  await expect(async () => {
    await dialogOf(page).getByRole('button', { name: purchase.form.submit }).click()
    await expect(page.locator('[data-sonner-toast]').first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
}
