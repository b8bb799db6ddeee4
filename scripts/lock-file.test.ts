import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

interface Package {
  version?: string
  integrity?: string
  /** A package inside its parent's archive. The parent's hash covers it. */
  inBundle?: boolean
  link?: boolean
  dev?: boolean
  hasInstallScript?: boolean
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

describe.each(['package-lock.json', 'tests/bench/package-lock.json'])('%s', (file) => {
  const packages: Record<string, Package> = read(file).packages
  const entries = Object.entries(packages).filter(
    ([name, { link }]) => name.startsWith('node_modules/') && !link,
  )
  const namesOf = (matches: (entry: Package) => boolean) =>
    entries.filter(([, entry]) => matches(entry)).map(([name]) => name)

  test('has the hash of every package, including packages for other platforms', () => {
    expect(entries.length).toBeGreaterThan(50)
    expect(namesOf(({ integrity, inBundle }) => !inBundle && !integrity?.startsWith('sha512-'))).toEqual([])
  })
})

test('Node is locked with its hash for every platform that has a package, and is a production dependency', () => {
  const locked: Record<string, Package> = read('package-lock.json').packages
  const optional: Record<string, string> = read('scripts/node/package.json').optionalDependencies
  expect(Object.keys(optional)).toHaveLength(4)
  for (const [name, version] of Object.entries(optional)) {
    const { integrity, dev, ...entry } = locked[`node_modules/${name}`] ?? {}
    expect([name, entry.version, integrity?.slice(0, 7), dev]).toEqual([name, version, 'sha512-', undefined])
  }
})

test('no install runs a script of a package', () => {
  for (const file of ['scripts/install.mjs', 'deploy/release', 'deploy/Dockerfile'])
    expect(readFileSync(file, 'utf8')).toContain('--ignore-scripts')
  // An install by hand refuses each package with a script by its name. Without this, npm would run it.
  const packages: Record<string, Package> = read('package-lock.json').packages
  const withScript = Object.keys(packages).filter((name) => packages[name]?.hasInstallScript)
  const refused = withScript.map((name) => [name.split('node_modules/').at(-1) ?? '', false])
  expect(read('package.json').allowScripts).toEqual(Object.fromEntries(refused))
})
