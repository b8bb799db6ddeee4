// The steps of `npm test`.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildIfNeeded } from './build-site.mjs'
import { node } from './install.mjs'
import { buildEnvironment, root } from './run.mjs'

/** The folder for the reports of Vitest and Playwright, and for Node's compile cache. */
const reports = mkdtempSync(path.join(tmpdir(), 'shop-tests-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))
const PATH = path.join(root, 'node_modules/.bin') + path.delimiter + process.env.PATH
// The tests start the server and the commands hundreds of times. Node loads their compiled code from the cache.
const env = { ...process.env, PATH, NODE_COMPILE_CACHE: path.join(reports, 'compiled') }

/**
 * What a step found. `skipped`: why nothing ran. `output`: the end of what a failed step said. `flaky`: tests that failed once and
 * passed on the second try.
 * @typedef {{ passed: number, failed: number, skipped?: string, output?: string, flaky?: string[] }} Result
 * @typedef {(args: string[]) => Promise<Result>} Run
 */

/** How many characters of a failed step's output are printed again at the end. */
const outputEndLength = 12_000

/**
 * Runs a program.
 * @param {string[]} args of Node @param {NodeJS.ProcessEnv} [environment]
 * @param {boolean} [quiet] whether its output is kept without being shown
 * @returns {Promise<{ code: number, output: string }>}
 */
function run(args, environment = env, quiet = false) {
  // Children write to a pipe. This keeps their colors on a terminal.
  const color = process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {}
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, {
      cwd: root,
      env: { ...environment, ...color },
      stdio: ['inherit', 'pipe', 'pipe'],
    })
    let output = ''
    for (const [from, to] of /** @type {const} */ ([
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])) {
      from.setEncoding('utf8').on('data', (text) => {
        if (!quiet) to.write(text)
        output = (output + text).slice(-outputEndLength)
      })
    }
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** @param {string} name @returns {any} */
function readReport(name) {
  const file = path.join(reports, name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** @param {boolean} passed @param {string} [output] @returns {Result} */
const one = (passed, output = '') => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, output })

/**
 * A step of programs, each with the arguments of Node. All of them run, so that one mistake does not hide another. Their output is
 * shown only if one fails, or if the step has arguments, which go to the last program.
 * @param {string[][]} programs @param {string} [remedy] what to do when the first one fails
 * @returns {Run}
 */
const check = (programs, remedy) => async (args) => {
  const failures = []
  for (const [index, command] of programs.entries()) {
    const given = index === programs.length - 1 ? args : []
    const { code, output } = await run(
      [...command, ...given],
      { ...buildEnvironment(), PATH },
      given.length === 0,
    )
    if (code !== 0) failures.push(index === 0 && remedy ? `${output}\n${remedy}` : output)
  }
  return one(failures.length === 0, failures.join('\n'))
}

/** A step of programs that show what they do, because they take minutes. @param {string[][]} programs @returns {Run} */
const show =
  (...programs) =>
  async (args) => {
    for (const program of programs) {
      const { code, output } = await run([...program, ...args])
      if (code !== 0) return one(false, output)
    }
    return one(true)
  }

/** A program that ends with 77 where something that it needs is not installed. @param {string} file @param {string} needs @returns {Run} */
const onThisMachine = (file, needs) => async (args) => {
  const { code, output } = await run([file, ...args])
  return code === 77 ? { passed: 0, failed: 0, skipped: needs } : one(code === 0, output)
}

/** A suite fails if it ends with an error although none of its tests failed. @param {number} code @param {Result} result @returns {Result} */
const orBroken = (code, result) => (code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result)

/** @param {string} name of the report's file @param {string[]} options @returns {Run} */
const vitest =
  (name, ...options) =>
  async (args) => {
    const reporters = [
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${path.join(reports, name)}`,
    ]
    const all = [...reporters, '--retry=1', ...options, ...args]
    const { code, output } = await run(['node_modules/vitest/vitest.mjs', 'run', ...all])
    const report = readReport(name)
    /** @type {{ status: string, title: string, failureMessages: string[] }[]} */
    const tests = (report?.testResults ?? []).flatMap((/** @type {any} */ file) =>
      file.assertionResults.map((/** @type {any} */ test) => ({
        ...test,
        title: `${path.relative(root, file.name)}: ${test.fullName}`,
      })),
    )
    const failed = tests.filter(({ status }) => status === 'failed').map(({ title }) => `\nFailed: ${title}`)
    return orBroken(code, {
      passed: report?.numPassedTests ?? 0,
      failed: report?.numFailedTests ?? 0,
      // A long difference can push a test's name out of the end of the output.
      output: output + failed.join(''),
      flaky: tests
        .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
        .map(({ title }) => title),
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

/** @typedef {{ suites?: Suite[], specs?: { file: string, title: string, tests: { status: string }[] }[] }} Suite */
/** @param {Suite} suite @returns {string[]} the tests that passed on the second try */
const flakyIn = ({ suites = [], specs = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, title }) => `${file}: ${title}`),
  ...suites.flatMap(flakyIn),
]

/** @type {Run} */
async function browser(args) {
  const found = await run(['scripts/ensure-browser.ts'])
  if (found.code !== 0) return one(false, found.output)
  const { code, output } = await run(
    ['node_modules/@playwright/test/cli.js', 'test', '--retries=1', ...args],
    {
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, 'browser.json'),
    },
  )
  const report = readReport('browser.json')
  return orBroken(code, {
    passed: (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0),
    failed: report?.stats.unexpected ?? 0,
    output,
    flaky: flakyIn(report ?? {}),
  })
}

/** @type {Run} */
async function firefox(args) {
  if ((await run(['scripts/ensure-browser.ts', 'firefox'])).code !== 0)
    return { passed: 0, failed: 0, skipped: 'Firefox is not installed. The browser step uses Chromium' }
  return vitest('firefox.json', '--config', 'tests/firefox/vitest.config.ts')(args)
}

/** The suites of the unit step with tests that only `npm test -- long` runs. */
const longSuites = () =>
  ['tests/fault', 'tests/ports', 'tests/server'].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`)
      .filter((file) => /onBothDatabases\(|@long/.test(readFileSync(path.join(root, file), 'utf8'))),
  )

const long = ['--testNamePattern', '@long']
/** Stories of `npm run dev` start development servers, and no visitor sees any of that. Playwright matches a file's name, too. */
const longInBrowser = '@long|development|editing-texts'
const simulate = ['tests/simulate/simulate.ts']
const astro = 'node_modules/astro/bin/astro.mjs'
const tsc = 'node_modules/@typescript/native/bin/tsc'

/**
 * `args` are the arguments in `npm test`, `long` those in `npm test -- long`. A step without `long` is not part of that.
 * @typedef {{ about: string, run: Run, args?: string[], long?: string[], needsBuild?: boolean, onlyLong?: boolean }} Step
 * @type {Record<string, Step>}
 */
export const steps = {
  lint: {
    about: 'format, mistakes, who imports whom, unused files and exports',
    run: check(
      [
        ['node_modules/@biomejs/biome/bin/biome', 'check', '.'],
        ['node_modules/knip/bin/knip.js', '--no-progress'],
      ],
      'npm run format corrects the format and the order of imports. It leaves what needs a decision.',
    ),
  },
  types: {
    about: 'TypeScript and Astro, content/ first',
    run: check([
      [astro, 'sync', '--force'],
      [tsc, '--project', 'content'],
      // Only the files that tsc cannot read. All of them would take 20 s longer.
      [astro, 'check', '--tsconfig', 'site/tsconfig.astro.json', '--minimumSeverity', 'error'],
      [tsc, '--noEmit', '--pretty', 'false'],
    ]),
  },
  documents: {
    about: 'paths, links and commands in the documents',
    run: check([['checks/sources/check-documents.ts']]),
  },
  kit: {
    about: 'the product in kit/, without AWS and Terraform',
    run: check([['packages/kit-reader/checks/check.ts']]),
  },
  'scp-dry-run': { ...testsOf('scp-dry-run', 'policies in three values, and CloudTrail as requests'), long },
  'kit-reader': testsOf('kit-reader', 'the kit as data, and the checks of the kit'),
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
  build: {
    about: 'the site',
    run: async () => {
      await buildIfNeeded()
      return one(true)
    },
  },
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
    run: async (args) => {
      // Without arguments: most stories on SQLite, and enough on Postgres to see what differs there.
      if (args.length > 0) return show(simulate)(args)
      return show(
        [...simulate, '--stories', '50', '--database', 'sqlite'],
        [...simulate, '--stories', '20', '--database', 'postgres'],
      )([])
    },
    long: ['--stories', '1000'],
  },
  fuzz: {
    about: 'strange requests to the real server; only with long, or by its name [--help]',
    run: show(['tests/fuzz/fuzz.ts']),
    long: ['--requests', '60000'],
    onlyLong: true,
  },
  browser: {
    about: 'the shop in Chromium [files, options of Playwright]',
    run: browser,
    args: ['--grep-invert', longInBrowser],
    long: ['--grep', longInBrowser],
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

/** The steps that `npm run check` runs. They run side by side, because each waits for one processor. */
export const quick = ['lint', 'types', 'documents', 'kit']
