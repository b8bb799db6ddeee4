// `npm test`: installs what the tests need and runs all of them. The last line reads "N passed, N failed".
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildIfNeeded } from './build-site.mjs'
import { buildEnvironment } from './child-environment.mjs'
import { installIfNeeded, pinnedNode } from './install.mjs'
import { isOrphan, root, script } from './run.mjs'

/** The folder for the reports of Vitest and Playwright. */
let reports = ''
const PATH = path.join(root, 'node_modules/.bin') + path.delimiter + process.env.PATH
const env = { ...process.env, PATH }

/** @typedef {{ passed: number, failed: number }} Count */

/** How many characters of a failed step's output are printed again at the end. */
const outputEndLength = 4000
/** The end of the current step's output. */
let outputEnd = ''

/**
 * Runs a command, shows its output and keeps the end of it.
 * @param {string[]} args of Node @param {NodeJS.ProcessEnv} environment @returns {Promise<number>} its exit code
 */
function run(args, environment) {
  if (isOrphan()) process.exit(1)
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  return new Promise((resolve, reject) => {
    const child = spawn(pinnedNode, args, {
      cwd: root,
      env: { ...environment, ...color },
      stdio: ['inherit', 'pipe', 'pipe'],
    })
    for (const [from, to] of /** @type {const} */ ([
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])) {
      from.setEncoding('utf8').on('data', (text) => {
        to.write(text)
        outputEnd = (outputEnd + text).slice(-outputEndLength)
      })
    }
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** @param {string} name @returns {any} */
function readReport(name) {
  const file = path.join(reports, name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** Counts one failure if a suite fails although none of its tests failed. @param {number} code @param {Count} count */
const countBrokenSuite = (code, count) => (code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count)

/** @param {string[]} args @returns {Promise<Count>} */
async function check(args) {
  const code = await run(args, { ...buildEnvironment(), PATH })
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** @param {string} name of the report's file @param {string[]} args @returns {Promise<Count>} */
async function vitest(name, args = []) {
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${path.join(reports, name)}`]
  const code = await run(['node_modules/vitest/vitest.mjs', 'run', ...output, ...args], env)
  const report = readReport(name)
  return countBrokenSuite(code, { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 })
}

async function build() {
  await buildIfNeeded()
  return { passed: 1, failed: 0 }
}

/** Runs a harness with a random seed, which the harness prints if it fails. @param {string[]} args */
const harness = (...args) => check(args)

async function browser() {
  if ((await run(['scripts/ensure-browser.ts'], env)) !== 0) return { passed: 0, failed: 1 }
  const code = await run(['node_modules/@playwright/test/cli.js', 'test'], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, 'browser.json'),
  })
  const stats = readReport('browser.json')?.stats
  return countBrokenSuite(code, {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
  })
}

async function firefox() {
  if ((await run(['scripts/ensure-browser.ts', 'firefox'], env)) !== 0) {
    console.log(
      'Skipped: without Firefox this step has nothing to run. The browser step above uses Chromium.',
    )
    return { passed: 0, failed: 0 }
  }
  return vitest('firefox.json', ['--config', 'tests/firefox/vitest.config.ts'])
}

/** @type {Record<string, () => Promise<Count>>} */
const steps = {
  lint: () => check(['--run', 'lint']),
  content: () => check(['--run', 'content']),
  types: () => check(['--run', 'types']),
  boundaries: () => check(['--run', 'boundaries']),
  documents: () => check(['--run', 'documents']),
  kit: () => check(['--run', 'kit:check']),
  unit: () => vitest('unit.json'),
  build,
  site: () => check(['--run', 'check:site']),
  simulate: () => harness('tests/simulate/simulate.ts', '--seeds', '300'),
  chaos: () => harness('tests/chaos/chaos.ts', '--kills', '60'),
  fuzz: () => harness('tests/fuzz/fuzz.ts', '--requests', '20000'),
  browser,
  firefox,
}

const help = `npm test                     everything
npm test -- unit browser     only the steps that are named
npm run check                the quick ones, in under a minute: lint, content, types, boundaries, documents

Steps, in this order: ${Object.keys(steps).join(', ')}
`

async function runSteps() {
  const names = process.argv.slice(2)
  if (names.includes('--help') || names.includes('-h')) return console.log(help)
  const unknown = names.filter((name) => !(name in steps))
  if (unknown.length > 0) {
    console.error(`Unknown step: ${unknown.join(', ')}\n\n${help}`)
    process.exit(2)
  }
  await installIfNeeded().catch((error) => {
    console.error(`${error.message}\n\n0 passed, 1 failed`)
    process.exit(1)
  })
  reports = mkdtempSync(path.join(tmpdir(), 'shop-tests-'))
  process.on('exit', () => rmSync(reports, { recursive: true, force: true }))
  const total = { passed: 0, failed: 0 }
  const lines = []
  const failures = []
  for (const [name, step] of Object.entries(steps)) {
    const isNeeded = name === 'build' && names.some((one) => ['site', 'browser', 'firefox'].includes(one))
    if (names.length > 0 && !names.includes(name) && !isNeeded) continue
    console.log(`\n── ${name}`)
    const start = Date.now()
    outputEnd = ''
    const count = await step().catch((error) => {
      console.error(error.message)
      outputEnd += error.message
      return { passed: 0, failed: 1 }
    })
    if (count.failed > 0) failures.push(`── ${name} failed. The end of its output:\n${outputEnd.trimEnd()}`)
    total.passed += count.passed
    total.failed += count.failed
    const seconds = Math.round((Date.now() - start) / 1000)
    lines.push(`${name.padEnd(12)}${count.passed} passed, ${count.failed} failed, ${seconds} s`)
  }
  for (const failure of failures) console.log(`\n${failure}`)
  console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed > 0 ? 1 : 0)
}

await script(runSteps)
