// `npm run dev`: serves the site with hot reload on PORT (3000) and the functions on FUNCTIONS_PORT (PORT + 1). A change restarts the
// functions.
import { spawn } from 'node:child_process'
import { buildEnvironment, root } from './run.mjs'

const sitePort = process.env.PORT || '3000'
const functionsPort = process.env.FUNCTIONS_PORT || String(Number(sitePort) + 1)
const siteUrl = `http://localhost:${sitePort}`

/** The folders that the functions import from. */
const watched = ['brand', 'content', 'contract', 'kit', 'packages/kit-reader', 'server']

// Node's compile cache saves a tenth of the time to the first page.
process.env.NODE_COMPILE_CACHE ??= 'node_modules/.cache/node'
const start = (args: string[], env: NodeJS.ProcessEnv) =>
  spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
const children = [
  // Only the functions get the shop's keys.
  start(['node_modules/astro/bin/astro.mjs', 'dev', '--port', sitePort, '--force'], {
    ...buildEnvironment(),
    FUNCTIONS_PORT: functionsPort,
    VITE_SITE_URL: siteUrl,
  }),
  // Watch folders, not the imported files: Node does not watch a file that it could not parse, so it would not notice the
  // correction.
  start(
    [
      '--watch',
      '--watch-preserve-output',
      ...watched.map((folder) => `--watch-path=${folder}`),
      'server/main.ts',
    ],
    { ...process.env, PORT: functionsPort, HOST: '127.0.0.1', PUBLIC_URL: siteUrl },
  ),
]
const stop = () => {
  for (const child of children) child.kill()
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop)
for (const child of children)
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0
    stop()
  })
