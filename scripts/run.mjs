// Runs programs for the scripts. This is plain JavaScript without dependencies, because install.mjs runs before any package is
// installed, on the machine's own Node (20.19 or newer).
import { spawn } from 'node:child_process'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

const parent = process.ppid

/**
 * Runs a command and waits for its end. A signal to npm ends only the shell between npm and this process, if the shell has more to
 * run. The only sign of that is another parent. The command and this process then end, too.
 * @param {string} file @param {string[]} args @param {NodeJS.ProcessEnv} env @returns {Promise<number>} the exit code
 */
export function run(file, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, env, stdio: 'inherit' })
    const watch = setInterval(() => {
      if (!process.env.npm_lifecycle_event || process.ppid === parent) return
      child.kill()
      process.exit(1)
    }, 100)
    child.on('error', reject)
    child.on('exit', (code) => {
      clearInterval(watch)
      resolve(code ?? 1)
    })
  })
}

// The environment of npm, the build and the checks. Hundreds of packages run there, and none of them needs the shop's keys, so
// only the variables named here are passed on.

/** Variables that every program needs to run and to use the terminal. */
const common =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TZ|LANG|LC_\w+|TERM|COLORTERM|FORCE_COLOR|NO_COLOR|CI|XDG_\w+|NODE_ENV|NODE_OPTIONS|NODE_COMPILE_CACHE|npm_lifecycle_event)$/

/** npm's settings, and the proxies between npm and its registry. Both may contain a password, which npm needs. */
const forNpm =
  /^(npm_config_.*|(HTTP|HTTPS|ALL|NO)_PROXY|NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA|SSL_CERT_FILE|SSL_CERT_DIR)$/i

/** Settings of the pages, and the ports of the development server. */
const forBuild = /^(VITE_.*|PUBLIC_URL|PORT|HOST|FUNCTIONS_PORT)$/

/** @param {RegExp} further @returns {NodeJS.ProcessEnv} */
const pick = (further) =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => common.test(name) || further.test(name)))

/** The variables for npm and what it runs. */
export const npmEnvironment = () => pick(forNpm)

/** The variables for the build, the development server of the site, and the checks. */
export const buildEnvironment = () => pick(forBuild)
