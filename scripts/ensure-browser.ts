// `node scripts/ensure-browser.ts chromium` or `… firefox`: installs the browser of a suite where it is missing. Ends with an error
// if it cannot, and with 77 without Firefox, whose tests then do not run.
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

if (!isInstalled() && process.getuid?.() === 0) {
  run('apt-get', 'update', '-q')
  run('apt-get', 'install', '-y', '-q', '--no-install-recommends', ...packages)
}
if (!isInstalled() && !isFirefox)
  run(process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium')
if (!isInstalled()) {
  console.error(`Install ${packages.join(' and ')}, or set ${isFirefox ? 'FIREFOX_PATH' : 'CHROME_PATH'}.`)
  process.exit(isFirefox ? 77 : 1)
}
