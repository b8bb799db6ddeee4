// Another seller, by content alone: no consultation, empty lists, and a drawing of another product.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawing } from '../../content/home/drawing.ts'
import { faq } from '../../content/home/questions.ts'
import { testimonials } from '../../content/home/testimonials.ts'
import { copyProject } from '../support/project-copy.ts'
import { startScript } from '../support/server-process.ts'

const project = copyProject()
const file = (name: string) => path.join(project.path, name)
const append = (name: string, text: string) => appendFileSync(file(`content/${name}`), text)
const page = (name: string) => readFileSync(file(`build/client/${name}`), 'utf8')

const units = ['network', 'storage', 'workloads', 'observability']
const resources = [
  { kind: 'root', id: 'cluster', parents: [] },
  ...units.map((id) => ({ kind: 'unit', id, parents: ['cluster'] })),
  ...units.map((id) => ({ kind: 'account', id: `${id}-übung`, parents: [id] })),
]

function edit(name: string, from: RegExp, to: string) {
  const before = readFileSync(file(name), 'utf8')
  const after = before.replace(from, to)
  expect(after, name).not.toBe(before)
  writeFileSync(file(name), after)
}

beforeAll(async () => {
  edit('content/consultation.ts', /(: Consultation \| null = )\{[\s\S]*\n\}\n/, '$1null\n')
  edit('content/site.ts', /language: 'en'/, "language: 'de-AT'")
  append('home/testimonials.ts', '\ntestimonials.people = []\n')
  append('home/questions.ts', '\nfaq.questions = []\n')
  append('home/features.ts', '\nObject.assign(features, { excerpt: null, access: null, compact: [] })\n')
  append('home/comparison.ts', '\ncomparison.rows = []\n')
  append(
    'home/drawing.ts',
    `\nObject.assign(drawing, { resources: ${JSON.stringify(resources)}, example: 'storage' })\n`,
  )
  const build = startScript([file('scripts/build.mjs')], {})
  expect([await build.ended, build.output()]).toEqual([0, expect.anything()])
}, 480_000)

afterAll(() => project.remove())

test('sections without content are gone, and so are the links to them', () => {
  const home = page('index.html')
  for (const heading of [testimonials.heading, faq.heading]) expect(home).not.toContain(`>${heading}</h2>`)
  for (const id of ['features', 'faq', 'compare', 'customers']) {
    expect(home).not.toContain(`id="${id}"`)
    expect(home).not.toContain(`/#${id}"`)
  }
  expect(home).not.toContain('FAQPage')
  expect(page('llms.txt')).not.toContain('#faq')
})

test('without a consultation, the price has no value of one and the next steps name none', () => {
  expect(page('index.html')).not.toContain('valued at')
  expect(page('payment-success/index.html')).not.toMatch(/consultation/i)
})

test('the drawing and its log show the list of the content', () => {
  const home = page('index.html')
  for (const { id } of resources) expect(home).toContain(`data-of="${id}"`)
  expect(home).not.toContain('data-of="prod"')
  expect(home).not.toContain(drawing.spoken.sets.replace('{ids}', ''))
})

test('pages have the language of the content', () => {
  for (const name of ['index.html', 'terms/index.html']) expect(page(name)).toContain('<html lang="de-AT"')
})
