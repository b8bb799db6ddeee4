// The steps of `npm test`, and how each kind of step runs.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildIfNeeded } from './build-site.mjs'
import { node } from './install.mjs'
import { root } from './run.mjs'

/** The folder for the reports of Vitest and Playwright, and for Node's compile cache. */
const folder = mkdtempSync(path.join(tmpdir(), 'shop-tests-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const env = {
  ...process.env,
  PATH: path.join(root, 'node_modules/.bin') + path.delimiter + process.env.PATH,
  // The tests start the server and the commands hundreds of times. Node loads their compiled code from the cache.
  NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
  // The programs write to a pipe. This keeps their colors on a terminal.
  ...(process.stdout.isTTY && !process.env.NO_COLOR && { FORCE_COLOR: '1' }),
}

/**
 * What a step found. `skipped`: what it needs is not installed. `output`: the end of what it said.
 * @typedef {{ passed: number, failed: number, skipped?: boolean, output: string }} Result
 * A step that runs beside others shows nothing before its end.
 * @typedef {(args: string[], isBeside?: boolean) => Promise<Result>} Run
 */

/** The exit code of a program that lacks something on this machine. Its last line says what. */
const lacking = 77

/**
 * Runs a program.
 * @param {string[]} args of Node @param {NodeJS.ProcessEnv} [further] variables
 * @param {boolean} [isQuiet] whether its output is not shown
 * @returns {Promise<{ code: number, output: string }>} `output`: its last 12,000 characters
 */
function run(args, further, isQuiet = false) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, {
      cwd: root,
      env: { ...env, ...further },
      stdio: ['inherit', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        if (!isQuiet) process.stdout.write(text)
        output = (output + text).slice(-12_000)
      })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/**
 * Programs that count as one test. All of them run, so that one mistake does not hide another.
 * @param {boolean} isQuiet whether to show the output only of those that fail @param {string[][]} programs
 * @returns {Run}
 */
const programs = (isQuiet, programs) => async (args, isBeside) => {
  const results = []
  for (const program of programs) results.push(await run([...program, ...args], {}, isQuiet || isBeside))
  const failed = results.filter(({ code }) => code !== 0 && code !== lacking)
  const skipped = results.some(({ code }) => code === lacking)
  const output = (failed.length > 0 ? failed : results).map((one) => one.output).join('\n')
  return { passed: failed.length > 0 || skipped ? 0 : 1, failed: Math.min(failed.length, 1), skipped, output }
}

/** @param {string[][]} all @returns {Run} */
const check = (...all) => programs(true, all)
/** Programs that show what they do, because they take minutes. @param {string[][]} all @returns {Run} */
const show = (...all) => programs(false, all)

/**
 * A suite, whose runner writes its counts to a file.
 * @param {(file: string) => string[]} runner @param {(report: any) => number[]} count the tests that passed and failed
 * @returns {Run}
 */
const suite = (runner, count) => async (args, isBeside) => {
  const file = path.join(mkdtempSync(path.join(folder, 'report-')), 'report.json')
  const { code, output } = await run(
    [...runner(file), ...args],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    isBeside,
  )
  const [passed = 0, failed = 0] = existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8'))) : []
  // A runner may end with an error although none of its tests failed.
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1), output }
}

const vitest = (/** @type {string[]} */ ...options) =>
  suite(
    (file) => [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...options,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    ({ numPassedTests, numFailedTests }) => [numPassedTests, numFailedTests],
  )

/** The tests of a package. @param {string} name of its folder */
const testsOf = (name) =>
  // Vitest resolves a relative path of a configuration from the given root.
  vitest('--config', path.join(root, 'packages/vitest.config.ts'), '--root', `packages/${name}`)

const playwright = suite(
  () => ['node_modules/@playwright/test/cli.js', 'test'],
  ({ stats }) => [stats.expected, stats.unexpected],
)

/** @param {'chromium' | 'firefox'} browser @param {Run} runTests @returns {Run} */
const withBrowser = (browser, runTests) => async (args) => {
  const found = await programs(false, [['scripts/ensure-browser.ts', browser]])([])
  return found.passed ? runTests(args) : found
}

const long = ['--testNamePattern', '@long']
/** Stories of `npm run dev` start development servers, and no visitor sees any of that. Playwright matches a file's name, too. */
const longInBrowser = '@long|development|editing-texts'
const astro = 'node_modules/astro/bin/astro.mjs'
const tsc = 'node_modules/@typescript/native/bin/tsc'

/**
 * `args` are the arguments in `npm test`, `long` those in `npm test -- long`. A step without them is not part of it.
 * @typedef {{ about: string, run: Run, args?: string[], long?: string[], needsBuild?: boolean }} Step
 * @type {Record<string, Step>}
 */
export const steps = {
  lint: {
    about: 'format, mistakes, who imports whom, unused files and exports',
    run: check(
      ['node_modules/@biomejs/biome/bin/biome', 'check', '.'],
      ['node_modules/knip/bin/knip.js', '--no-progress'],
    ),
    args: [],
  },
  types: {
    about: 'TypeScript and Astro, content/ first',
    run: check(
      [astro, 'sync', '--force'],
      [tsc, '--project', 'content'],
      // Only the files that tsc cannot read. All of them would take 20 s longer.
      [astro, 'check', '--tsconfig', 'site/tsconfig.astro.json', '--minimumSeverity', 'error'],
      [tsc, '--noEmit', '--pretty', 'false'],
    ),
    args: [],
  },
  documents: {
    about: 'paths, links and commands in the documents',
    run: check(['checks/sources/check-documents.ts']),
    args: [],
  },
  kit: {
    about: 'the product in kit/, without AWS and Terraform',
    run: check(['packages/kit-reader/checks/check.ts']),
    args: [],
  },
  'scp-dry-run': {
    about: 'policies in three values, and CloudTrail as requests',
    run: testsOf('scp-dry-run'),
    args: [],
    long,
  },
  'kit-reader': {
    about: 'the kit as data, and the checks of the kit',
    run: testsOf('kit-reader'),
    args: [],
  },
  'kit-terraform': {
    about: "the product's own tests; needs Terraform or OpenTofu, and the AWS provider in KIT_PROVIDERS",
    run: show(['packages/kit-reader/checks/apply/terraform.ts']),
    long: [],
  },
  'kit-apply': {
    about: 'the product on an emulator; needs moto_server, too',
    run: show(['packages/kit-reader/checks/apply/apply.ts']),
    long: [],
  },
  build: {
    about: 'the site',
    run: async () => {
      await buildIfNeeded()
      return { passed: 1, failed: 0, output: '' }
    },
    args: [],
  },
  site: {
    about: 'the pages of the built site',
    run: check(['checks/site/check.ts']),
    args: [],
    needsBuild: true,
  },
  unit: {
    about: 'the suites of Vitest [files, options of Vitest]',
    run: vitest(),
    args: [],
    long,
    // Some suites read the built pages.
    needsBuild: true,
  },
  simulate: {
    about: 'the shop against a model of it [--stories, --seed, --only, --database]',
    run: show(['tests/simulate/simulate.ts']),
    args: ['--stories', '30'],
    long: ['--stories', '1000'],
  },
  fuzz: {
    about: 'strange requests to the real server [--requests, --seed, --database]',
    run: show(['tests/fuzz/fuzz.ts']),
    long: ['--requests', '60000'],
  },
  browser: {
    about: 'the shop in Chromium [files, options of Playwright]',
    run: withBrowser('chromium', playwright),
    args: ['--grep-invert', longInBrowser],
    long: ['--grep', longInBrowser],
    needsBuild: true,
  },
  firefox: {
    about: 'a purchase and the closed page in Firefox',
    run: withBrowser('firefox', vitest('--config', 'tests/firefox/vitest.config.ts')),
    long: [],
    needsBuild: true,
  },
}

/** The steps that `npm run check` runs. */
export const quick = ['lint', 'types', 'documents', 'kit']

/**
 * Steps that run side by side, because each of their programs uses one processor. The build comes after the types: both write the
 * types of the content.
 */
export const waves = [
  [...quick, 'scp-dry-run', 'kit-reader'],
  ['build', 'simulate'],
]
