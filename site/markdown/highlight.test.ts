import { expect, test, vi } from 'vitest'
import { highlight } from './highlight.ts'

const samples = {
  hcl: 'resource "aws_organizations_account" "audit" {\n  name = var.name # comment\n  count = 2\n}',
  json: '{ "Version": "2012-10-17", "Ok": true, "N": 1 }',
  yaml: 'on:\n  push: # comment\n    branches: [main]',
  bash: 'terraform plan -out=plan.bin | tee "$LOG"',
  ts: 'const n: number = 1 // one',
  markdown: '# Title\n\n- `item`',
}

test.each(Object.entries(samples))(
  '%s is colored by class and loses no character',
  async (language, code) => {
    const tokens = await highlight(code, language)
    const classes = tokens.flatMap((token) => (typeof token === 'string' ? [] : [token[0]]))
    expect(classes).not.toEqual([])
    for (const name of classes) expect(name).toMatch(/^tok-[a-z-]+$/)
    expect(tokens.map((token) => (typeof token === 'string' ? token : token[1])).join('')).toBe(code)
  },
)

test('an unknown language is plain text', async () => {
  expect(await highlight('<b> & "x"', 'brainfuck')).toEqual(['<b> & "x"'])
  expect(await highlight('<b>', 'constructor')).toEqual(['<b>'])
})

test('code in Markdown looks the same, whatever was colored before', async () => {
  vi.resetModules()
  const fresh = await import('./highlight.ts')
  const block = '```bash\necho "$HOME"\n```'
  const alone = await fresh.highlight(block, 'markdown')
  await fresh.highlight('echo "$HOME"', 'bash')
  expect(await fresh.highlight(block, 'markdown')).toEqual(alone)
})
