import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * The path of the installed Chromium: CHROME_PATH, or the first of its usual names in PATH. If it is undefined, Playwright
 * uses its own download.
 */
export function findChromium(): string | undefined {
  const candidates = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap(
    (name) => (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name)),
  )
  return [process.env.CHROME_PATH ?? '', ...candidates].find((file) => file !== '' && existsSync(file))
}

/** Lets Chromium run as root, and turns off its background traffic, which fails in a closed network. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
