// `npm run shop`: the seller's command line, also on a clone where nothing was installed yet.
import { installIfNeeded, pinnedNode, run, script } from './prepare.mjs'

await script(async () => {
  await installIfNeeded()
  process.exitCode = await run(pinnedNode, ['operator/cli.ts', ...process.argv.slice(2)])
})
