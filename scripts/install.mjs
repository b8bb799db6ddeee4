// `node scripts/install.mjs [tests]`: installs the packages of the lock file, unless exactly these are installed: what start and
// build need, Node where the machine's own is too old, and with `tests` what only tests and checks need.
//
// The scripts of package.json begin with this. npm puts the Node that was just installed first in PATH. The shell may remember
// the `node` that it found before, for `exec`, too (bash); `env` looks again.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { npmEnvironment, root, run } from './run.mjs'

const tests = process.argv.includes('tests')

/** The first version of Node that runs the server's TypeScript and its SQLite without a flag. */
const oldestMajor = 24

/**
 * Node from npm (decision 004). The workspace scripts/node has a package for each platform as an optional dependency. npm installs
 * the one for this machine, after it has checked the hash in package-lock.json. None has an install script.
 */
const pinnedNode = path.join(root, 'node_modules/.bin/node')

/** @param {string} folder */
const isOwn = (folder) => path.resolve(folder).startsWith(root + path.sep)

const needsNode = isOwn(process.execPath) || Number.parseInt(process.versions.node, 10) < oldestMajor

/** Prints an error that the person at the terminal can correct. @param {string} message */
function fail(message) {
  console.error(`\n${message}`)
  if (process.env.npm_lifecycle_event === 'test') console.log('\n0 passed, 1 failed')
  process.exit(1)
}

// Vite takes the path of a file for an address, in which these characters have another meaning.
const [character] = root.match(/[#%?]/) ?? []
if (character)
  fail(`Rename the folder ${root}, because the site cannot be built in a path that contains "${character}".`)

/** Our record of what is installed. `npm ci` removes it with node_modules, so an interrupted install leaves none. */
const recordFile = path.join(root, 'node_modules/.installed.json')
const record = existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : {}
const lock = createHash('sha256')
  .update(readFileSync(path.join(root, 'package-lock.json')))
  .digest('hex')
const hasShop = record.lock === lock && (!needsNode || existsSync(pinnedNode))
if (hasShop && (record.tests || !tests)) process.exit()

console.log(
  `Installing ${hasShop ? 'what the tests need' : 'packages'} (once, and again when package-lock.json changes) …`,
)
const workspaces = ['packages', ...(needsNode ? ['scripts/node'] : []), ...(tests ? ['tests/tools'] : [])]
const args = [
  // `npm ci` would first remove what is there, with the Node that may run this script. `--no-save` keeps the lock file.
  ...(hasShop ? ['install', '--no-save'] : ['ci']),
  '--include-workspace-root',
  ...workspaces.map((folder) => `--workspace=${folder}`),
  // NODE_ENV=production and npm's `omit` would leave out Node itself and the packages that build the site.
  '--include=dev',
  '--include=optional',
  // No package needs an install script.
  '--ignore-scripts',
  // Without this, npm also installs what the lock file has for the tests and a package names as an optional peer: TypeScript.
  '--legacy-peer-deps',
  '--no-audit',
  '--no-fund',
  // On an older Node, npm would warn about each package that needs a newer Node. The packages run on the Node that npm installs.
  '--loglevel=error',
]
// npm must not run on the Node that it is about to replace.
const folders = (process.env.PATH ?? '').split(path.delimiter).filter((one) => !isOwn(one))
const env = { ...npmEnvironment(), PATH: folders.join(path.delimiter) }
if ((await run('npm', args, env).catch(() => 1)) !== 0)
  fail(
    `npm could not install the packages. Its messages are above. Check the network, then run "npm ${args.join(' ')}" again.`,
  )
// npm does not fail when it cannot fetch an optional package, or when none is for this machine.
if (needsNode && !existsSync(pinnedNode))
  fail(
    `npm could not install Node for ${process.platform} on ${process.arch}. With a working network, run: npm ci --include=optional
Or install Node ${oldestMajor} or newer on this machine.`,
  )
writeFileSync(recordFile, JSON.stringify({ lock, tests }))
