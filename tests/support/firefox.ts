import { existsSync } from 'node:fs'
import path from 'node:path'

/** The path of the installed Firefox: FIREFOX_PATH, or the first of its usual names in PATH. */
export function findFirefox(): string | undefined {
  const candidates = ['firefox-esr', 'firefox'].flatMap((name) =>
    (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name)),
  )
  return [process.env.FIREFOX_PATH ?? '', ...candidates].find((file) => file !== '' && existsSync(file))
}
