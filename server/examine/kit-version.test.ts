import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { textOf } from '../../tests/support/doctor.ts'
import { temporaryDirectory } from '../../tests/support/server-process.ts'
import { kitVersionFindings } from './kit-version.ts'

const folder = temporaryDirectory()
afterAll(folder.remove)

const zip = (version: string) =>
  zipSync({ [`kit-${version}/VERSION`]: strToU8(`${version}\n`), [`kit-${version}/a.tf`]: strToU8('') })

test.each([
  ['kit.zip', '2.4.0', ''],
  ['aws-kit-2.4.0.zip', '2.4.0', ''],
  ['aws-kit-2.5.0.zip', '2.4.0', 'error: The kit file is named aws-kit-2.5.0.zip, but kit/VERSION is 2.4.0'],
  ['kit.zip', '2.5.0', 'error: The archive says that it is version 2.5.0, but kit/VERSION is 2.4.0'],
])('the archive %s with version %s inside has the finding "%s"', async (name, version, expected) => {
  const file = path.join(folder.path, name)
  writeFileSync(file, zip(version))
  expect(textOf(await kitVersionFindings(file, '2.4.0'))).toContain(expected)
  expect(await kitVersionFindings(file, '2.4.0')).toHaveLength(expected ? 1 : 0)
})

test('if the archive is damaged or of another kind, doctor reads the version from its name', async () => {
  for (const name of ['kit-2.5.0.tar.gz', 'kit-2.5.0.zip']) {
    const file = path.join(folder.path, name)
    writeFileSync(file, 'no archive')
    expect(textOf(await kitVersionFindings(file, '2.4.0'))).toBe(
      `error: The kit file is named ${name}, but kit/VERSION is 2.4.0.`,
    )
  }
})
