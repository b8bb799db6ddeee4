import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serverMemory } from '../../scripts/server-memory.mjs'

const root = path.resolve(import.meta.dirname, '../..')

/** A port that nobody had a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

export function temporaryDirectory(): { path: string; remove(): void } {
  const directory = mkdtempSync(path.join(tmpdir(), 'shop-'))
  return { path: directory, remove: () => rmSync(directory, { recursive: true, force: true }) }
}

export interface ServerProcess {
  url: string
  child: ChildProcess
  /** All that it wrote so far, to both outputs. */
  output(): string
  /** Resolves with the exit code; null when a signal ended it. */
  ended: Promise<number | null>
}

/** Starts a script of the project, on this Node unless another program is named, with nothing in its environment but what is given. */
export function startScript(
  args: string[],
  env: Record<string, string>,
  file = process.execPath,
): Omit<ServerProcess, 'url'> {
  const child = spawn(file, args, {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test that fails half way must not leave a server behind.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('close', () => process.off('exit', kill))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      text += bytes
    })
  }
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, output: () => text, ended }
}

/**
 * The real server in a process of its own, on a free port, once it is able to sell.
 * @param script of another copy of the project, if not of this one
 * @throws with its output when it ends instead
 */
export async function startServer(
  dataDir: string,
  env: Record<string, string> = {},
  script = 'server/main.ts',
): Promise<ServerProcess> {
  const port = env.PORT ?? String(await freePort())
  const url = `http://localhost:${port}`
  const started = startScript([...serverMemory, script], { PORT: port, DATA_DIR: dataDir, ...env })
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
  while (!(await isReady())) {
    const ended = await Promise.race([started.ended.then(() => true), pause(50).then(() => false)])
    if (ended) throw new Error(`The server ended:\n${started.output()}`)
  }
  return { ...started, url }
}
