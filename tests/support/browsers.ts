import { existsSync } from 'node:fs'
import path from 'node:path'

/** The first file that exists: the one that the variable names, or a program of one of these names in PATH. */
function find(variable: string, names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [process.env[variable] ?? '', ...candidates].find((file) => file !== '' && existsSync(file))
}

/**
 * The path of the installed Chromium: CHROME_PATH, or the first of its usual names in PATH. If it is undefined, Playwright
 * uses its own download.
 */
export const findChromium = (): string | undefined =>
  find('CHROME_PATH', ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'])

/** The path of Chromium without its window, which takes half the time for a suite. `scripts/ensure-browser.ts` demands it. */
export const findHeadlessShell = (): string | undefined => find('CHROME_PATH', ['chromium-headless-shell'])

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

/** Playwright's options that start this browser: the whole Chromium unless another path is given. */
export const launchOptions = (
  executablePath = findChromium(),
): { args: string[]; env: NodeJS.ProcessEnv; executablePath?: string } => ({
  args: chromiumArguments,
  // With a locale that is not UTF-8, Chromium names a file "download" if its name has a letter such as ü.
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  ...(executablePath && { executablePath }),
})

/** The path of the installed Firefox: FIREFOX_PATH, or the first of its usual names in PATH. */
export const findFirefox = (): string | undefined => find('FIREFOX_PATH', ['firefox-esr', 'firefox'])
