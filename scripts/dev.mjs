// `npm run dev`: the site with hot reload on port 3000, the functions behind it on port 3001, restarted on change.
import { buildEnvironment } from './child-environment.mjs'
import { runUntilOneEnds } from './children.mjs'
import { holdPort } from './hold-port.mjs'
import { installIfNeeded, pinnedNode, script, takeNoArguments } from './prepare.mjs'

takeNoArguments(`npm run dev    the site with hot reload, and the functions behind it, restarted on change

  PORT              where the site is (3000)
  FUNCTIONS_PORT    where the functions are (PORT + 1)
  The server's other settings are environment variables, too; the README lists them. HOST is not among them: the
  functions are for the site alone.`)

const sitePort = process.env.PORT || '3000'
const functionsPort = process.env.FUNCTIONS_PORT || String(Number(sitePort) + 1)

const functionsHost = '127.0.0.1'

await script(async () => {
  // Vite and the server would each say it in their own way, and one of them would go on without the other. Both at once,
  // so that they are two.
  const site = await holdPort('PORT', sitePort, 'localhost', 'npm run dev')
  const functions = await holdPort('FUNCTIONS_PORT', functionsPort, functionsHost, 'npm run dev')
  for (const probe of [site, functions]) await new Promise((closed) => probe.close(closed))
  await installIfNeeded()
  // What Node has compiled once: a tenth of the time to the first page.
  process.env.NODE_COMPILE_CACHE ??= 'node_modules/.cache/node'
  // The functions start when the site answers: side by side both would start more slowly.
  runUntilOneEnds(
    {
      file: pinnedNode,
      args: ['node_modules/astro/bin/astro.mjs', 'dev', '--port', sitePort, '--force'],
      // The functions need the shop's keys, the site's packages do not.
      env: {
        ...buildEnvironment(),
        FUNCTIONS_PORT: functionsPort,
        VITE_SITE_URL: `http://localhost:${sitePort}`,
      },
    },
    {
      file: pinnedNode,
      args: ['--watch', '--watch-preserve-output', 'server/main.ts'],
      // Only the site's server asks them (astro.config.mjs).
      env: {
        ...process.env,
        PORT: functionsPort,
        HOST: functionsHost,
        PUBLIC_URL: `http://localhost:${sitePort}`,
      },
    },
  )
})
