import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'

const client = path.resolve('build/client')
const builtPages = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('index.html'),
)

test.describe("each page's own style sheet", () => {
  for (const name of builtPages) {
    test(`${name} sets every custom property that its rules use`, () => {
      const html = readFileSync(path.join(client, name), 'utf8')
      const rules = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text]) => text).join('')
      const used = new Set([...rules.matchAll(/var\((--[\w-]+)\)/g)].map(([, property]) => property))
      const defined = new Set([...html.matchAll(/(--[\w-]+)\s*:/g)].map(([, property]) => property))
      expect(used.size).toBeGreaterThan(20)
      expect([...used].filter((property) => !defined.has(property))).toEqual([])
    })
  }
})
