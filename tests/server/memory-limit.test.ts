import { execFileSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { serverMemory } from '../../server/start/server-memory.mjs'
import { freePort, startScript, temporaryDirectory } from '../support/server-process.ts'

test('a server that is started without the limits of its memory gets them, in the same process', {
  timeout: 120_000,
}, async () => {
  const data = temporaryDirectory()
  const port = String(await freePort())
  // Started by env, because Node would get a channel to this test, and a server with a channel keeps its program.
  const started = startScript(
    [process.execPath, 'server/main.ts'],
    { PORT: port, DATA_DIR: data.path },
    '/usr/bin/env',
  )
  onTestFinished(() => {
    started.child.kill('SIGKILL')
    data.remove()
  })
  const answer = () => fetch(`http://127.0.0.1:${port}/healthz`).then((response) => response.status)
  await expect.poll(() => answer().catch(() => 0), { timeout: 60_000 }).toBe(200)
  const command = execFileSync('ps', ['-o', 'args=', '-p', String(started.child.pid)], { encoding: 'utf8' })
  expect(command).toContain(` ${serverMemory.join(' ')} `)
  started.child.kill('SIGTERM')
  expect(await started.ended).toBe(0)
})
