// Runs the steps of every script, and prints its help and errors. This is plain JavaScript without dependencies, because it
// runs before any package is installed, on the machine's own Node (20.19 or newer).
import { spawn } from 'node:child_process'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

/** An error that the person at the terminal can understand and correct. It is printed without a stack. */
export class ScriptError extends Error {}

const parent = process.ppid

/**
 * Whether the npm that started this process has been stopped. npm forwards a signal only to the shell between npm and this
 * process, and the shell dies without forwarding it. The only sign is that this process has another parent.
 */
export const isOrphan = () => Boolean(process.env.npm_lifecycle_event) && process.ppid !== parent

/**
 * Runs a step, unless the script was stopped during the previous step.
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

/**
 * Call this in a script without arguments. It prints the help for --help, and refuses every other argument. An ignored
 * argument would seem to work.
 * @param {string} help
 */
export function takeNoArguments(help) {
  const [first] = process.argv.slice(2)
  if (first === undefined) return
  if (first === '--help' || first === '-h') {
    console.log(help)
    process.exit()
  }
  console.error(`Unknown argument: ${first}\n\n${help}`)
  process.exit(2)
}

/** @param {unknown} error @returns {unknown} what to print */
function readable(error) {
  if (error instanceof ScriptError) return `\n${error.message}`
  const { code, path: file } = /** @type {NodeJS.ErrnoException} */ (error)
  if (!['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR'].includes(code ?? '')) return error
  return `\nThis user cannot write ${file}: make this user the owner of the project's folder and of everything in it.`
}

/**
 * Runs the steps of a script; an error that a person can correct is printed without a stack.
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
