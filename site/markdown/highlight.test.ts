import { expect, test, vi } from 'vitest'
import { highlight } from './highlight.server.ts'

const samples = {
  hcl: 'resource "aws_organizations_account" "audit" {\n  name = var.name # comment\n  count = 2\n}',
  json: '{ "Version": "2012-10-17", "Ok": true, "N": 1 }',
  yaml: 'on:\n  push: # comment\n    branches: [main]',
  bash: 'terraform plan -out=plan.bin | tee "$LOG"',
  ts: 'const n: number = 1 // one',
  markdown: '# Title\n\n- `item`',
}

test.each(Object.entries(samples))(
  '%s is coloured by class and loses no character',
  async (language, code) => {
    const html = await highlight(code, language)
    expect(html).toMatch(/<span class="tok-[a-z-]+">/)
    expect(html).not.toContain('style=')
    const text = html
      .replace(/<[^>]+>/g, '')
      .replaceAll('&#x3C;', '<')
      .replaceAll('&#x26;', '&')
    expect(text).toBe(code)
  },
)

test('an unknown language is plain text, escaped', async () => {
  expect(await highlight('<b> & "x"', 'brainfuck')).toBe('&#x3C;b> &#x26; "x"')
  expect(await highlight('<b>', 'constructor')).toBe('&#x3C;b>')
})

test('code inside markdown looks the same whatever was coloured before', async () => {
  vi.resetModules()
  const fresh = await import('./highlight.server.ts')
  const block = '```bash\necho "$HOME"\n```'
  const alone = await fresh.highlight(block, 'markdown')
  await fresh.highlight('echo "$HOME"', 'bash')
  expect(await fresh.highlight(block, 'markdown')).toBe(alone)
})
