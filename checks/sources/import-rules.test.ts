import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../tests/support/server-process.ts'
import { checkImports } from './import-rules.ts'

/** `eggs` may import `ham`, and not the other way round. */
const packages = {
  'packages/ham/package.json': '{ "name": "ham" }',
  'packages/eggs/package.json': '{ "name": "eggs", "dependencies": { "ham": "*" } }',
}

/** The findings of the check in a project of these files. */
function check(files: Record<string, string>): string[] {
  const folder = temporaryDirectory()
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder.path, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const { problems } = checkImports(folder.path)
  folder.remove()
  return problems
}

test.each([
  ['server/orders/seats.ts', "import { html } from '../mail/html.ts'", 'server/orders is below server/mail'],
  ['server/log/log.ts', "import type { A } from '../app.ts'", 'server/log is below server/app.ts'],
  ['server/mail/worker.ts', "const a = await import('../main.ts')", 'server/mail is below server/main.ts'],
  ['server/mail/worker.ts', "export { a } from '../start/a.ts'", 'server/mail is below server/start'],
  ['server/mail/worker.ts', "import { a } from '../dependencies.ts'", 'allows only'],
  ['server/drawer/a.ts', "import '../errors.ts'", 'does not list server/drawer'],
  ['server/app.ts', "import { a } from '../tests/support/shop.ts'", 'server may not import tests'],
  ['server/app.ts', "import { a } from '../site/island.tsx'", 'server may not import site'],
  ['site/island.tsx', "import { a } from '../server/app.ts'", 'site may not import server'],
  ['site/ui/button.tsx', "import { a } from '../../content/site.ts'", 'site/ui may not import content'],
  ['site/ui/button.tsx', "import { a } from '#content/site.ts'", 'site/ui may not import content'],
  ['server/app.ts', "import { a } from '../packages/ham/a.ts'", 'import packages/ham by its name'],
  ['tests/support/a.ts', "import { a } from '../../packages/ham/a.ts'", 'import packages/ham by its name'],
  ['packages/ham/a.ts', "import { a } from '../eggs/a.ts'", 'import packages/eggs by its name'],
  ['packages/ham/a.ts', "const a = await import('../../server/app.ts')", 'nothing outside of itself'],
  ['packages/ham/a.ts', "import { a } from '#content/site.ts'", 'nothing outside of itself'],
  ['packages/ham/a.ts', "import { a } from 'eggs'", 'packages/ham does not depend on packages/eggs'],
  ['contract/money.ts', "import { a } from 'ham/slices'", 'contract may not import packages'],
])('%s with %s is refused', (file, text, reason) => {
  expect(check({ ...packages, [file]: text })).toEqual([expect.stringContaining(reason)])
})

test('the command line and the seller’s page change a shop only by an act', () => {
  const files = {
    'server/orders/rows.ts': "database.insertInto('orders')",
    'server/orders/note.ts': "import { a } from './rows.ts'",
    'server/orders/read.ts': "import type { A } from './rows.ts'\ndatabase.selectFrom('orders')",
    'server/acts/note.ts': "import { a } from '../orders/note.ts'",
    'operator/commands/note.ts': "import { a } from '../../server/acts/note.ts'",
    'operator/list.ts': "import { a } from '../server/orders/read.ts'",
  }
  expect(check(files)).toEqual([])
  const refused = {
    ...files,
    'operator/note.ts': "import { a } from '../server/orders/note.ts'",
    'server/seller/actions.ts': "import { a } from '../orders/rows.ts'",
  }
  expect(check(refused).sort()).toEqual([
    expect.stringMatching(/^operator\/note\.ts imports .* only an act in server\/acts/),
    expect.stringMatching(/^server\/seller\/actions\.ts imports .* only an act in server\/acts/),
  ])
})

test('a folder may import lower folders and types of the dependencies; a test may also import higher folders and fixtures', () => {
  const files = {
    'server/mail/worker.ts':
      "import {\n  a,\n} from '../orders/seats.ts'\nimport type { D } from '../dependencies.ts'",
    'server/dependencies.ts': "import type { M } from './mail/mailer.ts'",
    'server/orders/seats.test.ts':
      "import { a } from '../mail/worker.ts'\nimport { b } from '../../tests/support/shop.ts'",
    'operator/io.test.ts': "import { a } from '../tests/support/shop.ts'",
    'site/island.tsx': "import { a } from '../contract/money.ts'\nimport { b } from './ui/button.tsx'",
  }
  expect(check(files)).toEqual([])
})

test('a package is imported by its name, and its test may also use fixtures', () => {
  const files = {
    'server/app.ts': "import { a } from 'ham/slices'",
    'packages/eggs/a.ts': "import { a } from 'ham'\nimport { b } from './b.ts'\nimport path from 'node:path'",
    'packages/ham/a.test.ts': "import { a } from '../../tests/support/trail.ts'",
  }
  expect(check({ ...packages, ...files })).toEqual([])
})

test('what npm start runs imports nothing that only the tests install, apart from types', () => {
  const files = {
    'tests/tools/package.json': '{ "devDependencies": { "vitest": "1", "@a/b": "1" } }',
    'server/app.ts': "import type { A } from 'vitest'\nimport { c } from 'vitest-like'",
    'server/app.test.ts': "import { test } from 'vitest'",
    'site/feed.ts': "import {\n  a,\n} from '@a/b/c'",
  }
  expect(check(files)).toEqual([
    'site/feed.ts imports @a/b/c: move it from tests/tools/package.json to package.json',
  ])
})
