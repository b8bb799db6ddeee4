// Names of buyers and other languages: each character is rendered in the site's typeface, not in a font of the device.
import { type CDPSession, expect, test } from '@playwright/test'
import { typefaces } from '../../brand/typefaces.ts'
import { postWithCode } from './every-page.ts'

const text = 'Tomás Łukasz ä ß ł ñ € ™'

/** The typefaces that render an element. An element that the browser has not laid out has none. */
async function facesOf(session: CDPSession, selector: string): Promise<string[]> {
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts.map(({ familyName, isCustomFont }) =>
    isCustomFont ? familyName : `the device's ${familyName}`,
  )
}

test(`"${text}" has only the typeface of its heading, its prose or its code`, async ({ page }) => {
  await page.goto(postWithCode)
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  for (const [selector, family] of [
    ['h1', typefaces.heading.family],
    ['.prose p', typefaces.body.family],
    ['.prose pre code', typefaces.mono.family],
  ] as const) {
    await page
      .locator(selector)
      .first()
      .evaluate((element, newText) => {
        element.textContent = newText
      }, text)
    await expect(async () => {
      const faces = await facesOf(session, selector)
      expect(faces.length).toBeGreaterThan(0)
      for (const name of faces) expect(name).toContain(family)
    }).toPass({ timeout: 10_000 })
  }
})
