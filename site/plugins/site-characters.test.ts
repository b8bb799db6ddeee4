import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../tests/support/server-process.ts'
import { headingCharacters, siteCharacters } from './site-characters.ts'

test('characters are collected from texts and components, plain and escaped, but not from tests', () => {
  const root = temporaryDirectory()
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root.path, file)), { recursive: true })
    writeFileSync(path.join(root.path, file), text)
  }
  write('content/posts/a.md', '---\ntitle: Łódź (1)\n---\n## Größe\n\nprose ñ #\n')
  write('content/site.ts', "export const name = '\\u00dcbersicht\\u{2122}'")
  write('site/page.tsx', '<p>€</p>')
  write('site/page.test.tsx', 'Ж')
  const all = siteCharacters(root.path)
  for (const character of 'aZ09~ŁóźößñÜ™€’') expect(all).toContain(character)
  expect(all).not.toContain('Ж')
  const headings = headingCharacters(root.path)
  for (const character of 'aZ09’ŁóźößÜ™()') expect(headings).toContain(character)
  for (const character of 'ñ€#~') expect(headings).not.toContain(character)
  root.remove()
})
