// Finds or installs the browser that a suite needs: `node scripts/ensure-browser.ts chromium` (the default) or `firefox`.
// Exits with 1 and says what to do when there is none.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium, findFirefox } from '../tests/support/browsers.ts'

interface Browser {
  title: string
  isInstalled(): boolean
  /** The Debian packages. */
  packages: string[]
  /** The variable that names another browser. */
  variable: string
  download?(): void
}

const browsers: Record<string, Browser> = {
  chromium: {
    title: 'Chromium',
    isInstalled: () => findChromium() !== undefined || existsSync(chromium.executablePath()),
    packages: ['chromium', 'chromium-headless-shell'],
    variable: 'CHROME_PATH',
    download: () =>
      run(process.execPath, [path.resolve('node_modules/@playwright/test/cli.js'), 'install', 'chromium']),
  },
  firefox: {
    title: 'Firefox',
    isInstalled: () => findFirefox() !== undefined,
    packages: ['firefox-esr'],
    variable: 'FIREFOX_PATH',
  },
}

function run(file: string, args: string[]): void {
  spawnSync(file, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}

function installFromSystem(packages: string[]): void {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return
  run('apt-get', ['update', '-q'])
  // One by one: not every system has each of them.
  for (const name of packages) run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name])
}

const name = process.argv[2] ?? 'chromium'
const browser = browsers[name]
if (!browser) {
  console.error(`Unknown browser "${name}". Choose one of: ${Object.keys(browsers).join(', ')}.`)
  process.exit(2)
}
for (const install of [() => installFromSystem(browser.packages), browser.download]) {
  if (browser.isInstalled()) break
  console.log(`Installing ${browser.title} for the tests …`)
  install?.()
}
if (!browser.isInstalled()) {
  console.error(
    `There is no ${browser.title} on this machine. Install it with the package manager of your system (Debian: apt-get install ${browser.packages[0]}), or set ${browser.variable} to one.`,
  )
  process.exit(1)
}
