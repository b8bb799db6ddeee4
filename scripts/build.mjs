// `npm run build`: prerenders the site, even if nothing changed since the last build.
import { buildIfNeeded, buildInto } from './build-site.mjs'
import { installIfNeeded } from './install.mjs'
import { script, takeNoArguments } from './run.mjs'

takeNoArguments(`npm run build    builds the site into build/client, whether or not anything changed

The last build stays in its place until the new one is complete. A server reads the pages when it starts, so restart it
afterwards. Settings are environment variables:
  VITE_SITE_URL              the base of canonical addresses (PUBLIC_URL, else http://localhost:3000)
  VITE_FUNCTIONS_BASE_URL    the address of the functions, if the site is hosted elsewhere (the same origin)
  BUILD_DIRECTORY            another folder for the build (build)`)

await script(async () => {
  await installIfNeeded()
  const { BUILD_DIRECTORY } = process.env
  await (BUILD_DIRECTORY ? buildInto(BUILD_DIRECTORY) : buildIfNeeded({ always: true }))
})
