import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { copyProject } from '../tests/support/project-copy.ts'
import { startScript } from '../tests/support/server-process.ts'

const project = copyProject()
afterAll(() => project.remove())

/** Runs a real build with these files added. @returns its exit code and its output */
async function buildWith(files: Record<string, string>) {
  const planted = Object.entries(files).map(([file, text]) => ({ file: path.join(project.path, file), text }))
  for (const { file, text } of planted) writeFileSync(file, text)
  const { ended, output } = startScript([path.join(project.path, 'scripts/build.mjs')], {})
  const code = await ended
  for (const { file } of planted) rmSync(file)
  return { code, output: output() }
}

/** Expects that a build with these files fails, and that its output has every problem and no stack. */
async function expectRefused(files: Record<string, string>, problems: string[]) {
  const { code, output } = await buildWith(files)
  expect(code).toBe(1)
  for (const problem of problems) expect(output).toContain(problem)
  expect(output).not.toMatch(/^\s+at /m)
}

test('invalid fields of posts stop the build, and the errors have file, field and remedy', async () => {
  const files = {
    'content/posts/planted.md': '---\ntitel: A\ndate: 2025-13-45\nreadTime: 8\nauthor: "{nobody}"\n---\n',
    'content/posts/february.md': '---\ndate: 2025-02-30\nslug: a\n---\n',
    'content/posts/to-come.md': '---\ntitle: To come\ndate: 2999-01-31\n---\n',
    'content/posts/colon.md': '---\ntitle: Terraform: a guide\n---\n',
    'content/posts/hash.md': '---\ntitle: Tip #1 of five\n---\n',
    'content/posts/doubled.md': '---\ntitle: One\ntitle: Two\n---\n',
    'content/posts/toml.md': '+++\ntitle = "One"\n+++\n',
    'content/posts/50% off.md': '---\ntitle: Half the bill\n---\n',
    'content/posts/What is an SCP?.md': '---\ntitle: What is an SCP?\n---\n',
    'content/posts/404.md': '---\ntitle: Not found\n---\n',
    'content/posts/relative.md': '---\ntitle: A picture\n---\nText.\n![Units](units.svg)',
    'content/posts/percent.md': '---\ntitle: A picture\n---\nText.\n![Team](/posts/100%.png)',
  }
  await expectRefused(files, [
    'content/posts/planted.md: There is no field titel. Did you mean title?',
    'content/posts/planted.md: date is 2025-13-45, which is not a day. Write year, month and day, such as: date: 2025-01-31',
    'content/posts/planted.md: readTime is 8, which is not a text. Put it in quotes: readTime: "8"',
    'content/posts/planted.md: {nobody} has no value.',
    'content/posts/february.md: date is 2025-02-30, which is not a day.',
    'content/posts/february.md: There is no field slug. Remove it. The fields are: title, ',
    'content/posts/to-come.md: date is 2999-01-31, which is in the future. Correct it, or add a line to the header until that day: draft: true',
    'content/posts/colon.md: Line 2 of the header cannot be read: ',
    'content/posts/hash.md: title: the text ends before #1 of five, because # begins a comment.',
    'content/posts/doubled.md: Line 3 of the header has a field that is already there. Remove one of the two.',
    'content/posts/toml.md: The header has to begin on the first line of the file, with a line of ---.',
    'content/posts/50% off.md: The name of the file is its address. Rename it: ',
    'content/posts/What is an SCP?.md: The name of the file is its address. Rename it: ',
    'content/posts/404.md: The address /blog/404 belongs to another page already. Rename this file.',
    'content/posts/relative.md, line 5: There is no picture units.svg in content/posts. Put it into content/public, ',
    'content/posts/percent.md, line 5: The address /posts/100%.png has a % that stands for itself. Write it as %25.',
  ])
}, 180_000)

test('pages without a title or with a used address stop the build', async () => {
  const files = {
    'content/pages/blog.md': '---\ntitle: Blog\n---\n',
    'content/pages/sandbox.md': '---\ntitle: Sandbox\n---\n',
    'content/pages/terms.md': '---\ntitle: Terms\n---\n',
    'content/pages/About Us.md': '---\ntitle: About us\n---\n',
    'content/pages/untitled.md': 'Text',
    'content/pages/footer.md': '---\ntitle: Footer\nfooter: yes\n---\n',
    'content/pages/braces.md': '---\ntitle: Braces\n---\nWrite to {nobody}.',
  }
  await expectRefused(files, [
    'content/pages/blog.md: The address /blog belongs to site/pages/blog already. Rename this file.',
    'content/pages/sandbox.md: The address /sandbox belongs to the server already. Rename this file.',
    'content/pages/terms.md: The address /terms belongs to content/legal/terms.md already. Rename this file.',
    'content/pages/About Us.md: The name of the file is its address. Rename it: ',
    'content/pages/untitled.md: There is no title. Add a line to the header, such as: title: Imprint',
    'content/pages/footer.md: footer is "yes". It can be true or false.',
    'content/pages/braces.md, line 4: {nobody} has no value. The names in braces are: {privacyEmail}, ',
  ])
}, 180_000)
