// `npm run bench`: measures the built site. It also works on a clone where nothing is installed yet.
import path from 'node:path'
import { buildIfNeeded } from './build-site.mjs'
import { installIfNeeded, node } from './install.mjs'
import { root, run, script } from './run.mjs'

await script(async () => {
  await installIfNeeded({ tests: true })
  const env = {
    ...process.env,
    PATH: path.join(root, 'node_modules/.bin') + path.delimiter + process.env.PATH,
  }
  const help = process.argv.some((argument) => argument === '--help' || argument === '-h')
  if (!help) {
    await buildIfNeeded()
    process.exitCode = await run(node, ['scripts/ensure-browser.ts'], env)
    if (process.exitCode !== 0) return
  }
  process.exitCode = await run(node, ['tests/bench/bench.ts', ...process.argv.slice(2)], env)
})
