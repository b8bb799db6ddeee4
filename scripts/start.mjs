// The first half of `npm start`: installs and builds what is missing. start.sh then starts the server in this place.
import { BuildError, buildIfNeeded, isBuildDue } from './build-site.mjs'
import { installIfNeeded, node } from './install.mjs'
import { run, ScriptError, script } from './run.mjs'

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
  await installIfNeeded()
  // The pages contain the public address. A build with a wrong address would replace good pages.
  const checked = await run(node, ['scripts/check-configuration.ts'])
  if (checked !== 0 && checked !== 3) process.exit(checked)
  const isLive = /^[a-z]+_live_/.test(process.env.STRIPE_SECRET_KEY?.trim() ?? '')
  if (isLive && isBuildDue()) throw new ScriptError(keyBesideBuild)
  await buildIfNeeded().catch(keepLast)
  console.log('Starting the shop …')
})
