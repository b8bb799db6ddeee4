// `npm run build`: builds the site into build/client, whether or not anything changed. A server reads the pages when it starts, so
// restart it afterwards.
import { buildIfNeeded } from './build-site.mjs'
import { installIfNeeded } from './install.mjs'
import { script } from './run.mjs'

await script(async () => {
  await installIfNeeded()
  await buildIfNeeded({ always: true })
})
