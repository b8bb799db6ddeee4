// Long-running children of a script: signals go on to them, and their end is the script's own.
import { spawn } from 'node:child_process'
import { isOrphan, root } from './run.mjs'

/** What `kill`, a closed terminal and Ctrl-C send. */
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
 * Runs commands side by side until the first one ends, stops the others and exits as it did. The channel tells
 * a child that listens to it that its parent is gone, even when the parent was killed outright.
 * @typedef {{ file: string, args: string[], env?: NodeJS.ProcessEnv }} Command
 * @param {Command} first
 * @param {Command} [second] starts when the first sends a message
 */
export function runUntilOneEnds(first, second) {
  /** @type {import('node:child_process').ChildProcess[]} */
  const children = []
  let left = 0
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
  const start = ({ file, args, env = process.env }) => {
    const child = spawn(file, args, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    children.push(child)
    left++
    child.on('error', (error) => {
      console.error(error)
      exitCode = 1
    })
    child.on('close', (code) => {
      left--
      if (!ending) {
        ending = true
        exitCode = code ?? 1
        for (const other of children) other.kill('SIGTERM')
      } else if (code) exitCode ||= code
      if (left === 0) process.exit(exitCode)
    })
    return child
  }
  const child = start(first)
  if (!second) return
  child.once('message', () => {
    if (!ending) start(second)
  })
}
