// The steps of `npm test`.
import { root } from './run.mjs'

export interface Step {
  about: string
  /**
   * Programs, each as the arguments of Node. They run one after another, until one fails. One that ends with 77 lacks something on
   * this machine, and its last line says what.
   */
  programs: string[][]
  /** The further arguments of the last program in `npm test`; none by default. Null: the step is not part of it. */
  args?: string[] | null
  /** The arguments in `npm test -- long`. A step without them is not part of it. */
  long?: string[]
}

const astro = 'node_modules/astro/bin/astro.mjs'
const tsc = 'node_modules/@typescript/native/bin/tsc'
const vitest = ['node_modules/vitest/vitest.mjs', 'run']
const playwright = ['node_modules/@playwright/test/cli.js', 'test']

const build = ['scripts/build.ts', '--if-due']
const findBrowser = 'scripts/ensure-browser.ts'

/** The tests of a package. @param name of its folder */
const testsOf = (name: string) => [
  ...[...vitest, '--config', `${root}/packages/vitest.config.ts`],
  ...['--root', `packages/${name}`],
]
const long = ['--testNamePattern', '@long']
/** Stories of `npm run dev` start development servers, and no visitor sees any of that. Playwright matches a file's name, too. */
const longInBrowser = '@long|development|editing-texts'

export const steps: Record<string, Step> = {
  lint: {
    about: 'format, mistakes, who imports whom, unused files and exports',
    programs: [
      ['node_modules/@biomejs/biome/bin/biome', 'check', '.'],
      ['node_modules/knip/bin/knip.js', '--no-progress'],
    ],
  },
  types: {
    about: 'TypeScript and Astro, content/ first',
    programs: [
      [astro, 'sync', '--force'],
      [tsc, '--project', 'content'],
      [tsc, '--noEmit', '--pretty', 'false'],
      // Only the files that tsc cannot read. All of them would take 20 s longer.
      [astro, 'check', '--tsconfig', 'site/tsconfig.astro.json', '--minimumSeverity', 'error'],
    ],
  },
  documents: {
    about: 'paths, links and commands in the documents',
    programs: [['checks/sources/check-documents.ts']],
  },
  kit: {
    about: 'the product in kit/, without AWS and Terraform',
    programs: [['packages/kit-reader/checks/check.ts']],
  },
  'scp-dry-run': {
    about: 'policies in three values, and CloudTrail as requests',
    programs: [testsOf('scp-dry-run')],
    long,
  },
  'kit-reader': {
    about: 'the kit as data, and the checks of the kit',
    programs: [testsOf('kit-reader')],
  },
  'kit-terraform': {
    about: "the product's own tests; needs Terraform or OpenTofu, and the AWS provider in KIT_PROVIDERS",
    programs: [['packages/kit-reader/checks/apply/terraform.ts']],
    args: null,
    long: [],
  },
  'kit-apply': {
    about: 'the product on an emulator; needs moto_server, too',
    programs: [['packages/kit-reader/checks/apply/apply.ts']],
    args: null,
    long: [],
  },
  build: {
    about: 'the site',
    programs: [build],
  },
  site: {
    about: 'the pages of the built site',
    programs: [build, ['checks/site/check.ts']],
  },
  unit: {
    about: 'the suites of Vitest [files, options of Vitest]',
    // Some suites read the built pages.
    programs: [build, vitest],
    long,
  },
  simulate: {
    about: 'the shop against a model of it [--stories, --seed, --only, --database]',
    programs: [['tests/simulate/simulate.ts']],
    args: ['--stories', '30'],
    long: ['--stories', '1000'],
  },
  fuzz: {
    about: 'strange requests to the real server [--requests, --seed, --database]',
    programs: [['tests/fuzz/fuzz.ts']],
    args: null,
    long: ['--requests', '60000'],
  },
  browser: {
    about: 'the shop in Chromium [files, options of Playwright]',
    programs: [build, [findBrowser, 'chromium'], playwright],
    args: ['--grep-invert', longInBrowser],
    long: ['--grep', longInBrowser],
  },
  firefox: {
    about: 'a purchase and the closed page in Firefox',
    programs: [build, [findBrowser, 'firefox'], [...vitest, '--config', 'tests/firefox/vitest.config.ts']],
    args: null,
    long: [],
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
