// The first half of `npm start`: installs and builds what is missing. package.json then starts the server in this place.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { BuildError, buildIfNeeded, isBuildDue } from './build-site.mjs'
import { installIfNeeded, node } from './install.mjs'
import { run, ScriptError, script, takeNoArguments } from './run.mjs'

takeNoArguments(`npm start    installs and builds what is missing, then serves the shop until Ctrl-C or SIGTERM

If the site cannot be built, the shop serves its last good build, with the words and prices of that build.

Settings are environment variables; the README lists all of them. The first ones to know:
  PORT, HOST    where it listens (3000, 127.0.0.1)
  PUBLIC_URL    the address that visitors use (http://localhost:PORT)
  DATA_DIR      the folder for orders and, without a mail server, for mail (./data)`)

/** Checks the port before the install, which takes minutes on a new machine. @throws {ScriptError} */
async function checkPort() {
  const port = process.env.PORT?.trim() || '3000'
  if (!/^\d+$/.test(port)) return
  const probe = createServer().listen(Number(port), process.env.HOST?.trim() || '127.0.0.1')
  await once(probe, 'listening').catch((error) => {
    if (error.code === 'EADDRINUSE')
      throw new ScriptError(
        `Port ${port} is taken by another program. Choose another: PORT=${Number(port) + 10} npm start`,
      )
  })
  probe.close()
}

const keyBesideBuild = `STRIPE_SECRET_KEY is a live key, and the site has to be built first. Nothing was built: the packages that build
the site run as the same user as this process, so each of them could read the key (/proc/<pid>/environ).

Build without the key, with the same PUBLIC_URL, then start again:
  env -u STRIPE_SECRET_KEY npm run build
On a server, deploy/release builds as another user (docs/operations.md).`

/** Serves the last good build if the site cannot be built. @param {unknown} error @throws without such a build */
function keepLast(error) {
  if (!(error instanceof BuildError) || !error.lastBuild) throw error
  const line = '─'.repeat(80)
  console.error(`
${line}
${error.message}

THE SHOP NOW SERVES ITS LAST GOOD BUILD, with the words and prices of
${error.lastBuild.toUTCString()}. Correct the mistake and start again.
npm run check finds such mistakes before a restart.
${line}
`)
}

await script(async () => {
  await checkPort()
  await installIfNeeded()
  // The pages contain the public address. A build with a wrong address would replace good pages.
  const checked = await run(node, ['scripts/check-configuration.ts'])
  if (checked !== 0 && checked !== 3) process.exit(checked)
  const isLive = /^[a-z]+_live_/.test(process.env.STRIPE_SECRET_KEY?.trim() ?? '')
  if (isLive && isBuildDue()) throw new ScriptError(keyBesideBuild)
  await buildIfNeeded().catch(keepLast)
  console.log('Starting the shop …')
})
