import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = path.resolve(import.meta.dirname, '../..')

/** The arguments of Node with which `npm start` and deploy/ start the server. */
export const serverMemory = ['--max-semi-space-size=8', '--max-old-space-size=192']
const endWithParent = new URL('end-with-parent.mjs', import.meta.url).href

/** Lets a server listen on a free port of this machine. @returns the port */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A port that was free a moment ago. Another process may have taken it since. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  const port = await listen(probe)
  probe.close()
  return port
}

export function temporaryDirectory(): { path: string; remove(): void } {
  const directory = mkdtempSync(path.join(tmpdir(), 'shop-'))
  return { path: directory, remove: () => rmSync(directory, { recursive: true, force: true }) }
}

export interface ServerProcess {
  url: string
  child: ChildProcess
  /** Everything that the process wrote so far to stdout and stderr. */
  output(): string
  /** Resolves with the exit code, or with null when a signal ended the process. */
  ended: Promise<number | null>
}

/** Starts a script of the project. The environment has only PATH, Node's compile cache and the given variables. */
export function startScript(args: string[], env: Record<string, string>): Omit<ServerProcess, 'url'> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  // A failed test must not leave a server running.
  const child = spawn(process.execPath, ['--import', endWithParent, ...args], {
    cwd: root,
    env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes) => {
      text += bytes
    })
  }
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, output: () => text, ended }
}

/**
 * Starts the real server in a separate process, on a free port, and waits until it can sell.
 * @param script the server's file, for tests with another copy of the project
 * @throws with the server's output if it ends before it is ready
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
