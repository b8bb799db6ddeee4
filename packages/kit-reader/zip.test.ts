import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { zip } from './zip.ts'

test('the same files give the same archive, in any order', () => {
  const files = [
    { path: 'b/b.tfvars', text: 'b = "ö"\n' },
    { path: 'a/a.tfvars', text: 'a = 1\n' },
  ]
  const archive = zip(files)
  expect(zip(files.toReversed())).toEqual(archive)
  const unpacked = Object.entries(unzipSync(archive)).map(([path, data]) => ({
    path,
    text: Buffer.from(data).toString(),
  }))
  expect(unpacked).toEqual(files.toReversed())
})
