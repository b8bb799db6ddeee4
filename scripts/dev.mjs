// `npm run dev`: the site with hot reload on port 3000, the functions behind it on port 3001, restarted on change.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { runUntilOneEnds } from './children.mjs'
import { installIfNeeded, PrepareError, pinnedNode, script, takeNoArguments } from './prepare.mjs'

takeNoArguments(`npm run dev    the site with hot reload, and the functions behind it, restarted on change

  PORT              where the site is (3000)
  FUNCTIONS_PORT    where the functions are (PORT + 1)
  The server's other settings are environment variables, too; the README lists them.`)

const sitePort = process.env.PORT || '3000'
const functionsPort = process.env.FUNCTIONS_PORT || String(Number(sitePort) + 1)

/**
 * Vite and the server would each say it in their own way, and one of them would go on without the other.
 * @param {string} variable @param {string} value @param {string} host
 * @throws {PrepareError} when nobody can listen there
 */
async function holdPort(variable, value, host) {
  const port = Number(value)
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new PrepareError(`${variable} is "${value}", which is no port: ${variable}=4000 npm run dev`)
  const probe = createServer().listen(port, host)
  await once(probe, 'listening').catch((error) => {
    const why = error.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be had (${error.code})`
    throw new PrepareError(`Port ${port} ${why}. Choose another: ${variable}=${port + 10} npm run dev`)
  })
  return probe
}

await script(async () => {
  // Both at once, so that they are two.
  const site = await holdPort('PORT', sitePort, 'localhost')
  const functions = await holdPort('FUNCTIONS_PORT', functionsPort, process.env.HOST || '127.0.0.1')
  for (const probe of [site, functions]) await new Promise((closed) => probe.close(closed))
  await installIfNeeded()
  // What Node has compiled once: a tenth of the time to the first page.
  process.env.NODE_COMPILE_CACHE ??= 'node_modules/.cache/node'
  // The functions behind the first page (vite.config.ts): side by side both would start more slowly.
  runUntilOneEnds(
    {
      file: pinnedNode,
      // With the condition it would start itself once more to get, which takes a quarter of a second.
      args: [
        '--conditions=development',
        'node_modules/@react-router/dev/bin.cjs',
        'dev',
        '--port',
        sitePort,
        '--strictPort',
      ],
      env: { ...process.env, FUNCTIONS_PORT: functionsPort, VITE_SITE_URL: `http://localhost:${sitePort}` },
    },
    {
      file: pinnedNode,
      args: ['--watch', '--watch-preserve-output', 'server/main.ts'],
      env: { ...process.env, PORT: functionsPort, PUBLIC_URL: `http://localhost:${sitePort}` },
    },
  )
})
