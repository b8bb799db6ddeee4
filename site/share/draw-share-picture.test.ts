import sharp from 'sharp'
import { expect, test } from 'vitest'
import { shareFormat } from '../head/share-picture.ts'
import { outline } from '../home/plan/drawing.ts'
import { drawWide } from '../home/plan/wide.ts'
import { drawSharePicture } from './draw-share-picture.tsx'
import type { SharedPage } from './picture.tsx'

const page = {
  title: 'A title that takes more than a line',
  details: [{ label: 'Published', text: 'Jan 5, 2025' }],
}
const drawing = drawWide(
  outline([
    { kind: 'root', id: 'this', parents: [] },
    { kind: 'unit', id: 'workloads', parents: ['this'] },
    { kind: 'account', id: 'prod', parents: ['workloads'], note: 'the service' },
  ]),
)
const draw = async (shown: SharedPage) => Buffer.from(await drawSharePicture(shown, drawing))

test('a picture has the size for large previews, and fewer bytes than their limit', async () => {
  const png = await draw(page)
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect(shareFormat).toEqual({ width: 1200, height: 630, type: 'image/png' })
  expect(png.length).toBeLessThan(300_000)
})

test('the same page gives the same bytes, and another page gives different bytes', async () => {
  const first = await draw(page)
  expect(first.equals(await draw({ ...page }))).toBe(true)
  expect(first.equals(await draw({ ...page, title: 'Another title' }))).toBe(false)
  expect(first.equals(await draw({ ...page, details: [] }))).toBe(false)
})

test('Latin letters are drawn, with and without accents', async () => {
  const [blank, ...drawn] = await Promise.all(
    ['\u0d15', 'é', 'ß', 'ł', '€'].map((title) => draw({ title, details: [] })),
  )
  for (const png of drawn) expect(png.equals(blank ?? png)).toBe(false)
})
