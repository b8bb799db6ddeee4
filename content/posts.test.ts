import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const folder = new URL('posts/', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.md'))

/** The speed at which people read prose, in words a minute. Code does not count, because readers only look at it. */
const wordsPerMinute = 220

function read(name: string) {
  const [, header = '', ...rest] = readFileSync(new URL(name, folder), 'utf8').split(/^---$/m)
  const field = (key: string) => new RegExp(`^${key}: (.+)$`, 'm').exec(header)?.[1] ?? ''
  return { field, body: rest.join('---') }
}

function countWords(markdown: string): number {
  const prose = markdown.replace(/^```[\s\S]*?^```$/gm, '')
  return prose.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

test('counts words but no code', () => {
  expect(countWords('One **two**, | three |\n\n```hcl\nfour = 5\n```\n\n- `five`\n')).toBe(4)
})

describe.each(names)('%s', (name) => {
  const { field, body } = read(name)

  test.runIf(field('readTime'))('states a read time that fits its length', () => {
    const minutes = Number(/^(\d+) /.exec(field('readTime'))?.[1])
    const ratio = countWords(body) / (minutes * wordsPerMinute)
    expect(ratio).toBeGreaterThan(0.93)
    expect(ratio).toBeLessThan(1.07)
  })

  test('has a title and an excerpt that are short enough for search results', () => {
    expect(field('title')).toMatch(/^.{1,60}$/)
    expect(field('excerpt')).toMatch(/^(.{70,160})?$/)
  })

  test('names the language of each block of code', () => {
    const fences = [...body.matchAll(/^```(\w*).*$/gm)].map((match) => match[1])
    const opening = fences.filter((_, index) => index % 2 === 0)
    for (const language of opening) expect(['hcl', 'json', 'bash', 'yaml']).toContain(language)
  })

  test('has only headings below the level of the title, and skips no level', () => {
    const levels = [...body.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^(#+) /gm)].map(
      (match) => match[1]?.length ?? 0,
    )
    for (const [index, level] of levels.entries())
      expect(level - (levels[index - 1] ?? 2)).toBeLessThanOrEqual(1)
    expect(levels.every((level) => level >= 2)).toBe(true)
  })
})
