// `npm start`: runs the whole shop from a fresh clone. It installs and builds what is missing, then starts the server.
import { existsSync } from 'node:fs'
import { serverMemory } from '../server/start/server-memory.mjs'
import { BuildError, buildIfNeeded, builtContent, isBuildDue } from './build-site.mjs'
import { runUntilOneEnds } from './children.mjs'
import { holdPort } from './hold-port.mjs'
import { installIfNeeded, node } from './install.mjs'
import { run, ScriptError, script, takeNoArguments } from './run.mjs'

takeNoArguments(`npm start    installs and builds what is missing, then serves the shop until Ctrl-C or SIGTERM

If the site cannot be built, the shop serves its last good build, with the words and prices of that build.

Settings are environment variables; the README lists all of them. The first ones to know:
  PORT, HOST    where it listens (3000, 127.0.0.1)
  PUBLIC_URL    the address that visitors use (http://localhost:PORT)
  DATA_DIR      the folder for orders and, without a mail server, for mail (./data)`)

/** Exit codes of check-configuration.ts. */
const configuration = { good: 0, contentBroken: 3 }

/** Node's argument that makes every import of #content/… read the content of the last good build (`imports` in package.json). */
const withLastContent = ['--conditions=last-build']

const hasLiveKey = () => /^[a-z]+_live_/.test(process.env.STRIPE_SECRET_KEY?.trim() ?? '')

const keyBesideBuild = `STRIPE_SECRET_KEY is a live key, and the site has to be built first. Nothing was built: the packages that build
the site run as the same user as this process, so each of them could read the key (/proc/<pid>/environ).

Build without the key, with the same PUBLIC_URL, then start again:
  env -u STRIPE_SECRET_KEY npm run build
On a server, deploy/release builds as another user (docs/operations.md).`

/** @param {BuildError} error @param {Date} lastBuild */
function announceOldBuild(error, lastBuild) {
  const line = '─'.repeat(80)
  console.error(`
${line}
${error.message}

THE SHOP NOW SERVES ITS LAST GOOD BUILD, with the words and prices of
${lastBuild.toUTCString()}. Correct the mistake and start again.
npm run check finds such mistakes before a restart.
${line}
`)
}

/** @returns {Promise<string[]>} arguments of Node for the server @throws {BuildError} when there is no build to serve */
async function buildOrKeepLast() {
  try {
    await buildIfNeeded()
    return []
  } catch (error) {
    if (!(error instanceof BuildError) || !error.lastBuild) throw error
    announceOldBuild(error, error.lastBuild)
    return existsSync(builtContent) ? withLastContent : []
  }
}

await script(async () => {
  // Check the port before the install, which takes minutes on a new machine.
  const port = process.env.PORT?.trim() || '3000'
  const probe = await holdPort('PORT', port, process.env.HOST?.trim() || '127.0.0.1', 'npm start')
  await new Promise((closed) => probe.close(closed))
  await installIfNeeded()
  // The pages contain the public address. A build with a wrong address would replace good pages.
  const check = await run(node, ['scripts/check-configuration.ts'])
  if (check !== configuration.good && check !== configuration.contentBroken) {
    process.exitCode = check
    return
  }
  if (hasLiveKey() && isBuildDue()) throw new ScriptError(keyBesideBuild)
  const nodeArguments = await buildOrKeepLast()
  console.log('Starting the shop …')
  runUntilOneEnds({
    file: node,
    args: [...serverMemory, ...nodeArguments, 'server/main.ts'],
    env: { NODE_ENV: 'production', ...process.env },
  })
})
