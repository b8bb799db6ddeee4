import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const loop =
  'const from = performance.now(); let sum = 0; for (let i = 0; i < 3e8; i++) sum += i % 7; console.log(performance.now() - from)'

/**
 * How long a fixed loop takes two processes at once, in ms, the slower one's. It says nothing about the shop: in an hour
 * in which a shared machine takes twice as long for this, it takes twice as long for all that is measured.
 */
export async function fixedLoop(): Promise<number> {
  // As a module: what a script declares lives outside its stack, and Node 24 takes more than twice as long for it.
  const args = ['--input-type=module', '--eval', loop]
  const once = async () => Number((await promisify(execFile)(process.execPath, args)).stdout)
  return Math.max(...(await Promise.all([once(), once()])))
}
