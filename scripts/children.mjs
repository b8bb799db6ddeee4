// Long-running children of a script. Signals are forwarded to them, and the script ends when they end.
import { spawn } from 'node:child_process'
import { isOrphan, root } from './run.mjs'

/** The signals of `kill`, Ctrl-C and a closed terminal. */
const signals = /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])

/** @param {() => void} orphaned */
function watchParent(orphaned) {
  const timer = setInterval(() => {
    if (!isOrphan()) return
    clearInterval(timer)
    orphaned()
  }, 50)
}

/**
 * Runs two commands at the same time. When one ends, it stops the other and exits with the same code. Each child has a
 * channel, which closes when the parent is gone, even after SIGKILL.
 * @typedef {object} Command
 * @property {string} file
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} [env]
 * @property {(text: string, tellFirst: (message: object) => void) => void} [onOutput] gets what the child writes, which is also
 *   shown, and may send a message to the first child
 * @param {Command} first
 * @param {Command} [second] starts when the first sends a message
 */
export function runUntilOneEnds(first, second) {
  /** @type {import('node:child_process').ChildProcess[]} */
  const children = []
  let running = 0
  let exitCode = 0
  let ending = false
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    ending = true
    for (const child of children) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
  }
  for (const signal of signals) process.on(signal, stop)
  watchParent(() => stop('SIGTERM'))
  /** @param {Command} command */
  const start = ({ file, args, env = process.env, onOutput }) => {
    const output = onOutput ? 'pipe' : 'inherit'
    const child = spawn(file, args, { cwd: root, env, stdio: ['inherit', output, output, 'ipc'] })
    children.push(child)
    child.stdout?.pipe(process.stdout)
    child.stderr?.pipe(process.stderr)
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) =>
        onOutput?.(text, (message) => {
          if (children[0]?.connected) children[0].send(message)
        }),
      )
    }
    running++
    child.on('error', (error) => {
      console.error(error)
      exitCode = 1
    })
    child.on('close', (code) => {
      running--
      if (!ending) {
        ending = true
        exitCode = code ?? 1
        for (const other of children) other.kill('SIGTERM')
      } else if (code) exitCode ||= code
      if (running === 0) process.exit(exitCode)
    })
    return child
  }
  const child = start(first)
  if (!second) return
  child.once('message', () => {
    if (!ending) start(second)
  })
}
