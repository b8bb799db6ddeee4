// `node scripts/ready.mjs [tests] [build]`: installs what is missing, and builds the site if it is not current, before a program
// that works on a clone where nothing is installed yet.
import { buildIfNeeded } from './build-site.mjs'
import { installIfNeeded } from './install.mjs'
import { script } from './run.mjs'

await script(async () => {
  await installIfNeeded({ tests: process.argv.includes('tests') })
  if (process.argv.includes('build')) await buildIfNeeded()
})
