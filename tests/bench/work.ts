import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { freePort, temporaryDirectory } from '../support/server-process.ts'

/** A full build, in ms. */
export function buildTime(): number {
  const from = performance.now()
  execFileSync('npm', ['run', 'build'], { stdio: 'ignore' })
  return performance.now() - from
}

/** What the development server keeps for its next start: packages as Vite bundles them, code as Node compiled it. */
export function forgetDevCaches(): void {
  for (const cache of ['node_modules/.vite', 'node_modules/.cache/node'])
    rmSync(cache, { recursive: true, force: true })
}

/** From `npm run dev` to the home page's last byte, in ms. */
export async function devTime(): Promise<number> {
  const data = temporaryDirectory()
  const port = await freePort()
  const from = performance.now()
  const dev = spawn('npm', ['run', 'dev'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: data.path },
    stdio: 'ignore',
    detached: true,
  })
  try {
    for (;;) {
      const page = await fetch(`http://localhost:${port}/`).then(
        (answer) => (answer.ok ? answer.text() : null),
        () => null,
      )
      if (page) return performance.now() - from
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  } finally {
    // npm, and the site and the functions below it.
    process.kill(-(dev.pid ?? 0), 'SIGTERM')
    await once(dev, 'close')
    data.remove()
  }
}
