// A Chromium for the browser suite: the machine's own, Playwright's, or one that is installed now.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from '../tests/support/chromium.ts'

const isThere = () => findChromium() !== undefined || existsSync(chromium.executablePath())

function run(file: string, args: string[]): void {
  spawnSync(file, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}

function installFromSystem(): void {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return
  run('apt-get', ['update', '-q'])
  run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'])
}

function downloadWithPlaywright(): void {
  run(process.execPath, [path.resolve('node_modules/@playwright/test/cli.js'), 'install', 'chromium'])
}

for (const install of [installFromSystem, downloadWithPlaywright]) {
  if (isThere()) break
  console.log('Installing a browser for the tests …')
  install()
}
if (!isThere()) {
  console.error(
    'The browser suite needs Chromium. Install it with the package manager of your system (Debian: apt-get install chromium), or set CHROME_PATH to one.',
  )
  process.exit(1)
}
