import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { inlineScript } from './inline-script.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'inline-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Inlines a module that logs these texts. @returns the script's text */
async function inlined(...texts: string[]): Promise<string> {
  const [inner, outer] = ['inner.ts', 'outer.ts'].map((name) => path.join(folder, name)) as [string, string]
  writeFileSync(inner, texts.map((text) => `console.log(${JSON.stringify(text)})`).join('\n'))
  writeFileSync(outer, `import text from './inner.ts?inline-module'\nexport default text`)
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [inlineScript()],
    build: { write: false, lib: { entry: outer, formats: ['es'] }, minify: false },
  })
  const [output] = [built].flat()
  const code = output && 'output' in output ? output.output[0].code : ''
  const { default: text } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  return text
}

test.each(['</script>', '</SCRIPT >'])('the text %s does not end the script element', async (text) => {
  const script = await inlined(text)
  expect(script).not.toMatch(/<\/script/i)
  expect(script).toContain('<\\/')
})

test('a text that would keep the script element open is refused', async () => {
  await expect(inlined('<!--', 'a <script>')).rejects.toThrow('<!--')
  await expect(inlined('a <script>', '<!--')).resolves.toContain('<!--')
})
