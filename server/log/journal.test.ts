import { spawnSync } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../../tests/support/server-process.ts'

const folder = temporaryDirectory()
afterAll(() => folder.remove())

/** Runs a program whose output goes to a file. @param isJournal whether it is told that the file is the journal */
function run(name: string, args: string[], { isJournal = true, env = {} } = {}): string {
  const file = path.join(folder.path, name)
  const fd = openSync(file, 'w')
  const { dev, ino } = fstatSync(fd)
  const stream = isJournal ? `${dev}:${ino}` : `${dev}:${ino + 1}`
  spawnSync(process.execPath, args, {
    env: { ...process.env, ...env, JOURNAL_STREAM: stream },
    stdio: ['ignore', fd, fd],
  })
  closeSync(fd)
  return readFileSync(file, 'utf8')
}

describe('the log', () => {
  const log = "import { createLog } from './server/log/log.ts'; const log = createLog(); "
  const lines = `${log} log.info('one'); log.warn('two'); log.error('three')`
  const args = ['--input-type=module-typescript', '--eval', lines]

  test('gives each line its priority in the journal', () => {
    expect(run('log', args).match(/^<\d>(?=\{)/gm)).toEqual(['<6>', '<4>', '<3>'])
  })

  test('is plain JSON anywhere else', () => {
    const text = run('elsewhere', args, { isJournal: false })
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).event),
    ).toEqual(['one', 'two', 'three'])
  })
})

test('what keeps the server from starting is an error in the journal', () => {
  const text = run('start', ['server/main.ts'], { env: { PORT: 'abc' } })
  expect(text).toMatch(/^<3>The shop cannot start/)
  expect(text).toMatch(/^<3> {2}PORT: /m)
})
