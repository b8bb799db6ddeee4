// `node scripts/with-test-tools.mjs <arguments of Node>`: runs a program that needs the packages of tests/tools. It also works on a
// clone where they are not installed yet.
import { installIfNeeded, node } from './install.mjs'
import { run, script } from './run.mjs'

await script(async () => {
  await installIfNeeded({ tests: true })
  process.exitCode = await run(node, process.argv.slice(2))
})
