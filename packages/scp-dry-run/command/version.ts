import { existsSync, readFileSync } from 'node:fs'

/** The version in the package.json of this package. Compiled, the file is one folder deeper. */
export function readVersion(): string {
  const [near, far] = ['../package.json', '../../package.json'].map((up) => new URL(up, import.meta.url)) as [
    URL,
    URL,
  ]
  return JSON.parse(readFileSync(existsSync(near) ? near : far, 'utf8')).version
}
