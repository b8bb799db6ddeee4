// `npm run dev`: serves the site with hot reload on port 3000 and the functions on port 3001. A change restarts the
// functions.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { buildEnvironment } from './child-environment.mjs'
import { runUntilOneEnds } from './children.mjs'
import { holdPort } from './hold-port.mjs'
import { installIfNeeded, node } from './install.mjs'
import { root, script, takeNoArguments } from './run.mjs'

takeNoArguments(`npm run dev    the site with hot reload, and the functions behind it, restarted on change

  PORT              the port of the site (3000)
  FUNCTIONS_PORT    the port of the functions (PORT + 1)
  The server's other settings are environment variables, too; the README lists them. HOST has no effect, because only
  the site's server calls the functions.`)

const sitePort = process.env.PORT || '3000'
const functionsPort = process.env.FUNCTIONS_PORT || String(Number(sitePort) + 1)

const functionsHost = '127.0.0.1'

/** The folders that the functions import from. */
const functionsSources = ['brand', 'content', 'contract', 'kit', 'packages/kit-reader', 'server'].filter(
  (folder) => existsSync(path.join(root, folder)),
)

/** How many characters of the functions' output the browser shows when they do not run. */
const shownLength = 4000
let output = ''

/**
 * Sends the functions' output since their last start to the site's server, which shows it when they do not answer
 * (site/plugins/functions-proxy.ts).
 * @param {string} text @param {(message: object) => void} tellFirst
 */
function reportOutput(text, tellFirst) {
  // Node writes this line when it starts the functions again.
  const [, afterRestart] = /^Restarting .*\n([\s\S]*)$/m.exec(text) ?? []
  output = (afterRestart ?? output + text).slice(-shownLength)
  tellFirst({ functionsOutput: output })
}

await script(async () => {
  // Check both ports first. Otherwise, if one is taken, one process would run without the other. Hold both at the same
  // time, so that two equal numbers fail, too.
  const site = await holdPort('PORT', sitePort, 'localhost', 'npm run dev')
  const functions = await holdPort('FUNCTIONS_PORT', functionsPort, functionsHost, 'npm run dev')
  for (const probe of [site, functions]) await new Promise((closed) => probe.close(closed))
  await installIfNeeded()
  // Node's compile cache saves a tenth of the time to the first page.
  process.env.NODE_COMPILE_CACHE ??= 'node_modules/.cache/node'
  // The functions start after the site listens. If both start at once, both are slower.
  runUntilOneEnds(
    {
      file: node,
      args: ['node_modules/astro/bin/astro.mjs', 'dev', '--port', sitePort, '--force'],
      // Only the functions get the shop's keys.
      env: {
        ...buildEnvironment(),
        FUNCTIONS_PORT: functionsPort,
        VITE_SITE_URL: `http://localhost:${sitePort}`,
      },
    },
    {
      file: node,
      // Watch folders, not the imported files: Node does not watch a file that it could not parse, so it would not notice
      // the correction.
      args: [
        '--watch',
        '--watch-preserve-output',
        ...functionsSources.map((folder) => `--watch-path=${folder}`),
        'server/main.ts',
      ],
      onOutput: reportOutput,
      // Only the site's server sends requests to the functions (astro.config.mjs).
      env: {
        ...process.env,
        PORT: functionsPort,
        HOST: functionsHost,
        PUBLIC_URL: `http://localhost:${sitePort}`,
      },
    },
  )
})
