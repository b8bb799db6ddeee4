import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { findHeadlessShell, launchOptions } from './tests/support/browsers.ts'
import { freePort } from './tests/support/server-process.ts'

// Choose the port only once: workers read this file again and must find the same server.
process.env.BROWSER_TEST_PORT ??= String(await freePort())
const port = Number(process.env.BROWSER_TEST_PORT)
// Create the folder only once: workers read this file again and must find the shop's mail in the same place.
if (!process.env.BROWSER_TEST_DATA) {
  const folder = mkdtempSync(path.join(tmpdir(), 'shop-browser-'))
  process.env.BROWSER_TEST_DATA = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

/** Files that need the whole browser. The one without a window loads no icon, and sets text in other widths. */
const whole = /(closed-page|layout-shift)\.spec\.ts$/

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  fullyParallel: true,
  // On two processors, three browsers take less time than two or four.
  workers: 3,
  forbidOnly: true,
  // Twenty times what a test takes: a machine may be busy with something else.
  timeout: 60_000,
  expect: { timeout: 20_000 },
  // 'dot' repeats every failure at the end, where `npm test` quotes it.
  reporter: 'dot',
  use: {
    baseURL: `http://localhost:${port}`,
    // A trace of every test would cost 10 s of `npm test`. Use `--trace on` for a test that needs one.
    screenshot: 'only-on-failure',
    // Pages draw themselves in the first two seconds, which takes as long as all else. Tests of what moves turn motion on.
    reducedMotion: 'reduce',
  },
  // Tests of one project share their browsers. A file with launch options of its own would start three more.
  projects: [
    // In one worker, because each worker starts a browser, and few tests need this one.
    { name: 'whole browser', testMatch: whole, workers: 1, use: { launchOptions: launchOptions() } },
    {
      name: 'without a window',
      testIgnore: whole,
      use: {
        launchOptions: {
          ...launchOptions(findHeadlessShell()),
          // As in the browser of a visitor, only a press may open a tab.
          ignoreDefaultArgs: ['--disable-popup-blocking'],
        },
      },
    },
  ],
  // The built site behind the real server, with the sandbox, SQLite and mail as files.
  webServer: {
    command: 'node server/main.ts',
    url: `http://localhost:${port}/readyz`,
    env: {
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: process.env.BROWSER_TEST_DATA,
      SELLER_EMAIL: 'seller@example.com',
      // One client may have three unpaid checkouts. Tests that leave some name their own client in X-Forwarded-For.
      TRUST_PROXY: '1',
    },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
