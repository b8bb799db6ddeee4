import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const documents = globSync('{*.md,docs/**/*.md}', { cwd: root })

/** Made by installing, building or running; a fresh clone does not have them. */
const made = /^(node_modules|build|data|screenshots)(\/|$)/

/** Names in backticks that read as a path of ours: a known folder at the front, or a file at the root. */
function namedPaths(text: string): string[] {
  const names = [...text.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '')
  return names.filter((name) =>
    /^(\.ci|content|contract|docs|operator|public|scripts|server|site|tests)\/[\w./-]*$|^[\w.-]+\.(md|json|ts)$/.test(
      name,
    ),
  )
}

/** Targets of links inside the project, without their fragment. */
function linkedFiles(document: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => (match[1] ?? '').split('#')[0] ?? '')
    .filter((target) => target && !/^[a-z]+:/.test(target))
    .map((target) => path.join(path.dirname(document), target))
}

it('recognizes paths and links', () => {
  expect(
    namedPaths('See `server/main.ts`, `site/ui`, `package.json`, `npm test` and `orders/list`.'),
  ).toEqual(['server/main.ts', 'package.json'])
  expect(linkedFiles('docs/a.md', '[b](b.md#c) [d](../e.png) [f](https://example.com/g) [h](#i)')).toEqual([
    'docs/b.md',
    'e.png',
  ])
})

describe.each(documents)('%s', (document) => {
  const text = readFileSync(path.join(root, document), 'utf8')

  it('names only paths that exist', () => {
    const named = [...namedPaths(text), ...linkedFiles(document, text)].filter((name) => !made.test(name))
    expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([])
  })

  it('cites no line numbers, since they are wrong after the next change', () => {
    expect(text).not.toMatch(/\.(tsx?|mjs|css):\d|\bline \d+|#L\d/)
  })
})
