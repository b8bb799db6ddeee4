// `npm run shop`: the seller's command line. It also works on a clone where nothing is installed yet.

import { serverMemory } from '../server/start/server-memory.mjs'
import { installIfNeeded, node } from './install.mjs'
import { run, script } from './run.mjs'

await script(async () => {
  await installIfNeeded()
  process.exitCode = await run(node, [...serverMemory, 'operator/cli.ts', ...process.argv.slice(2)])
})
