// Installs the browser that a suite needs, where it is missing: `node scripts/ensure-browser.ts` for Chromium and its headless
// shell, `… firefox` for Firefox. Exits with 1 and says what to do when there is none.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findChromium, findFirefox, findHeadlessShell } from '../tests/support/browsers.ts'

const isFirefox = process.argv[2] === 'firefox'
const packages = isFirefox ? ['firefox-esr'] : ['chromium', 'chromium-headless-shell']

/** The tests take twice as long with the whole Chromium as with its headless shell. A few measure the whole one. */
const isInstalled = () =>
  isFirefox
    ? findFirefox() !== undefined
    : Boolean((findChromium() && findHeadlessShell()) || existsSync(chromium.executablePath()))

const run = (file: string, ...args: string[]) =>
  spawnSync(file, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })

if (!isInstalled()) {
  console.log(`Installing ${packages.join(' and ')} for the tests …`)
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    run('apt-get', 'update', '-q')
    run('apt-get', 'install', '-y', '-q', '--no-install-recommends', ...packages)
  }
  if (!isInstalled() && !isFirefox)
    run(process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium')
}
if (!isInstalled()) {
  console.error(
    `This machine lacks ${packages.join(' or ')}. Install both with the package manager of your system (Debian: apt-get install ${packages.join(' ')}), or set ${isFirefox ? 'FIREFOX_PATH' : 'CHROME_PATH'} to a browser.`,
  )
  process.exit(1)
}
