// `npm run chaos`, `npm run simulate` and `npm run fuzz`: each runs its harness in tests/. They also work on a clone where
// nothing is installed yet. Their --help explains the arguments.
import { installIfNeeded, node } from './install.mjs'
import { run, script } from './run.mjs'

await script(async () => {
  const [name, ...rest] = process.argv.slice(2)
  await installIfNeeded()
  process.exitCode = await run(node, [`tests/${name}/${name}.ts`, ...rest])
})
