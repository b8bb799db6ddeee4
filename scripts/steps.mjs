// The steps of `npm test`.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildIfNeeded } from './build-site.mjs'
import { buildEnvironment } from './child-environment.mjs'
import { node } from './install.mjs'
import { isOrphan, root } from './run.mjs'

/** The folder for the reports of Vitest and Playwright, and for Node's compile cache. */
const reports = mkdtempSync(path.join(tmpdir(), 'shop-tests-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))
const PATH = path.join(root, 'node_modules/.bin') + path.delimiter + process.env.PATH
// The tests start the server and the commands hundreds of times. Node loads their compiled code from the cache.
const NODE_COMPILE_CACHE = path.join(reports, 'compiled')
const env = { ...process.env, PATH, NODE_COMPILE_CACHE }

/** `skipped`: why nothing ran. @typedef {{ passed: number, failed: number, skipped?: string }} Count */
/** @typedef {(args: string[]) => Promise<Count>} Run */

/** How many characters of a failed step's output are printed again at the end. */
const outputEndLength = 12_000
/** The end of the current step's output. */
let outputEnd = ''
/** The tests of the current step that failed once and passed on the second try. */
let flaky = /** @type {string[]} */ ([])

/** Adds a line to the output of the current step, to be read at the end. @param {string} text */
const note = (text) => {
  outputEnd = `${outputEnd.trimEnd()}\n${text}`.trim()
}

/**
 * Runs a step. An error counts as one failure.
 * @param {Step} step @param {string[]} args
 * @returns {Promise<Count & { outputEnd: string, flaky: string[] }>}
 */
export async function runStep(step, args) {
  outputEnd = ''
  flaky = []
  const count = await step.run(args).catch((error) => {
    console.error(error.message)
    note(error.message)
    return countOne(false)
  })
  return { ...count, outputEnd, flaky }
}

/**
 * Runs a command and keeps the end of its output.
 * @param {string[]} args of Node @param {NodeJS.ProcessEnv} environment
 * @param {boolean} quiet whether the output is shown only if the step fails
 * @returns {Promise<number>} its exit code
 */
function run(args, environment, quiet = false) {
  if (isOrphan()) process.exit(1)
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, {
      cwd: root,
      env: { ...environment, ...color },
      stdio: ['inherit', 'pipe', 'pipe'],
    })
    for (const [from, to] of /** @type {const} */ ([
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])) {
      from.setEncoding('utf8').on('data', (text) => {
        if (!quiet) to.write(text)
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

/** @param {boolean} passed @returns {Count} */
const countOne = (passed) => (passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

/**
 * A step of commands, one after another, each with the arguments of Node. All of them run, so that one mistake does not hide
 * another. Their output is shown only if one fails, or if the step has arguments, which go to the last command.
 * @param {string[][]} commands @param {string} [remedy] what to do when the first one fails
 * @returns {Run}
 */
const check = (commands, remedy) => async (args) => {
  let failed = 0
  for (const [index, command] of commands.entries()) {
    const isLast = index === commands.length - 1
    const code = await run(
      isLast ? [...command, ...args] : command,
      { ...buildEnvironment(), PATH },
      args.length === 0,
    )
    if (code === 0) continue
    failed++
    if (index === 0 && remedy) note(remedy)
  }
  return countOne(failed === 0)
}

/** A step that shows what it does, because it takes minutes. @param {string} file @returns {Run} */
const program = (file) => async (args) => countOne((await run([file, ...args], env)) === 0)

/** @param {string} name of the report's file @param {string[]} options @returns {Run} */
const vitest =
  (name, ...options) =>
  async (args) => {
    const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${path.join(reports, name)}`]
    const all = [...output, '--retry=1', ...options, ...args]
    const code = await run(['node_modules/vitest/vitest.mjs', 'run', ...all], env)
    const report = readReport(name)
    for (const file of report?.testResults ?? [])
      for (const { status, fullName, failureMessages } of file.assertionResults) {
        const name = `${path.relative(root, file.name)}: ${fullName}`
        // A long difference can push a test's name out of the end of the output.
        if (status === 'failed') note(`Failed: ${name}`)
        else if (failureMessages.length > 0) flaky.push(name)
      }
    return countBrokenSuite(code, {
      passed: report?.numPassedTests ?? 0,
      failed: report?.numFailedTests ?? 0,
    })
  }

/**
 * The tests of a package.
 * @param {string} name of its folder @param {string} about @returns {Step}
 */
const testsOf = (name, about) => {
  // Vitest resolves a relative path of a configuration from the given root.
  const config = path.join(root, 'packages/vitest.config.ts')
  return { about, run: vitest(`${name}.json`, '--config', config, '--root', `packages/${name}`) }
}
const long = ['--testNamePattern', '@long']

async function build() {
  await buildIfNeeded()
  return countOne(true)
}

/** @type {Run} */
async function browser(args) {
  if ((await run(['scripts/ensure-browser.ts'], env)) !== 0) return countOne(false)
  const code = await run(['node_modules/@playwright/test/cli.js', 'test', '--retries=1', ...args], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, 'browser.json'),
  })
  const report = readReport('browser.json')
  flaky.push(...flakyIn(report ?? {}))
  return countBrokenSuite(code, {
    passed: (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0),
    failed: report?.stats.unexpected ?? 0,
  })
}

/** @typedef {{ suites?: Suite[], specs?: { file: string, title: string, tests: { status: string }[] }[] }} Suite */
/**
 * The tests of a Playwright report that passed on the second try.
 * @param {Suite} suite @returns {string[]}
 */
const flakyIn = ({ suites = [], specs = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, title }) => `${file}: ${title}`),
  ...suites.flatMap(flakyIn),
]

/**
 * A program that ends with 77 where something that it needs is not installed.
 * @param {string} file @param {string} skipped what did not happen then @returns {Run}
 */
const onThisMachine = (file, skipped) => async (args) => {
  const code = await run([file, ...args], env)
  return code === 77 ? { passed: 0, failed: 0, skipped } : countOne(code === 0)
}

/** @type {Run} */
async function firefox(args) {
  if ((await run(['scripts/ensure-browser.ts', 'firefox'], env)) !== 0) {
    return {
      passed: 0,
      failed: 0,
      skipped: 'without Firefox this step has nothing to run. The browser step uses Chromium',
    }
  }
  return vitest('firefox.json', '--config', 'tests/firefox/vitest.config.ts')(args)
}

/** The files with tests that `npm test` leaves out. */
function longSuites() {
  return ['scripts', 'tests/fault', 'tests/ports', 'tests/server'].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`)
      .filter((file) => /onBothDatabases\(|@long/.test(readFileSync(path.join(root, file), 'utf8'))),
  )
}

const astro = 'node_modules/astro/bin/astro.mjs'
const tsc = 'node_modules/@typescript/native/bin/tsc'

/**
 * `args` are the arguments in `npm test`, `long` those in `npm test -- long`. A step without `long` is not part of that.
 * @typedef {{ about: string, run: Run, args?: string[], long?: string[], needsBuild?: boolean, onlyLong?: boolean }} Step
 * @type {Record<string, Step>}
 */
export const steps = {
  lint: {
    about: 'format, mistakes, unused files and exports',
    run: check(
      [
        ['node_modules/@biomejs/biome/bin/biome', 'check', '.'],
        ['node_modules/knip/bin/knip.js', '--no-progress'],
      ],
      'npm run format corrects the format and the order of imports. It leaves what needs a decision.',
    ),
  },
  content: {
    about: 'texts, prices and settings in content/',
    run: check([
      [astro, 'sync', '--force'],
      [tsc, '--project', 'content'],
    ]),
  },
  types: {
    about: 'TypeScript and Astro',
    run: check([
      // Only the files that tsc cannot read. All of them would take 20 s longer.
      [astro, 'check', '--tsconfig', 'site/tsconfig.astro.json', '--minimumSeverity', 'error'],
      [tsc, '--noEmit', '--pretty', 'false'],
    ]),
  },
  boundaries: {
    about: 'who imports whom, and who writes which table',
    run: check([['checks/sources/check-imports.ts']]),
  },
  documents: {
    about: 'paths, links and commands in the documents',
    run: check([['checks/sources/check-documents.ts']]),
  },
  'scp-dry-run': { ...testsOf('scp-dry-run', 'policies in three values, and CloudTrail as requests'), long },
  'kit-reader': testsOf('kit-reader', 'the kit as data, and the checks of the kit'),
  kit: {
    about: 'the product in kit/, without AWS and Terraform',
    run: check([['packages/kit-reader/checks/check.ts']]),
  },
  'kit-terraform': {
    about: "the product's own tests, with Terraform; only with long, or by its name",
    run: onThisMachine(
      'packages/kit-reader/checks/apply/terraform.ts',
      "the kit's own tests did not run: they need Terraform or OpenTofu, and the AWS provider in KIT_PROVIDERS",
    ),
    long: [],
    onlyLong: true,
  },
  'kit-apply': {
    about: 'the product on an emulator, with Terraform; only with long, or by its name',
    run: onThisMachine(
      'packages/kit-reader/checks/apply/apply.ts',
      'the kit was not applied to an emulator: that needs Terraform or OpenTofu, moto_server, and the AWS provider in KIT_PROVIDERS',
    ),
    long: [],
    onlyLong: true,
  },
  build: { about: 'the site', run: build },
  site: { about: 'the pages of the built site', run: check([['checks/site/check.ts']]), needsBuild: true },
  unit: {
    about: 'the suites of Vitest [files, options of Vitest]',
    run: vitest('unit.json'),
    // Some suites read the built pages.
    needsBuild: true,
    long: [...long, ...longSuites()],
  },
  simulate: {
    about: 'the shop against a model of it [--help]',
    run: program('tests/simulate/simulate.ts'),
    args: ['--stories', '50'],
    long: ['--stories', '1000'],
  },
  fuzz: {
    about: 'strange requests to the real server [--help]',
    run: program('tests/fuzz/fuzz.ts'),
    args: ['--requests', '2500'],
    long: ['--requests', '60000'],
  },
  browser: {
    about: 'the shop in Chromium [files, options of Playwright]',
    run: browser,
    args: ['--grep-invert', '@long'],
    long: ['--grep', '@long'],
    needsBuild: true,
  },
  firefox: {
    about: 'a purchase and the closed page in Firefox; only with long, or by its name',
    run: firefox,
    long: [],
    onlyLong: true,
    needsBuild: true,
  },
}
