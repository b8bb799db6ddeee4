import { expect, test } from 'vitest'
import { startScript } from '../tests/support/server-process.ts'

/** A script that runs two commands at the same time. Each argument is the code of one process. */
function sideBySide(first: string, second: string) {
  const command = (code: string) => ({ file: process.execPath, args: ['-e', code] })
  const script = `import { runUntilOneEnds } from './scripts/children.mjs'
    runUntilOneEnds(${JSON.stringify(command(first))}, ${JSON.stringify(command(second))})`
  return startScript(['--input-type=module', '-e', script], {})
}

test('the second command starts when the first sends its message, and when it ends, both end', async () => {
  const { ended, output } = sideBySide(
    `setTimeout(() => { console.log('first'); process.send('answered') }, 300); setInterval(() => {}, 1000)`,
    `console.log('second'); process.exit(3)`,
  )
  expect(await ended).toBe(3)
  expect(output()).toBe('first\nsecond\n')
})

test('if the first command ends immediately, the second does not start', async () => {
  const { ended, output } = sideBySide('process.exit(4)', `console.log('second')`)
  expect(await ended).toBe(4)
  expect(output()).toBe('')
})
