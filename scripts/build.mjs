// `npm run build`: prerenders the site, even if nothing changed since the last build.
import { buildIfNeeded, buildSettings } from './build-site.mjs'
import { buildEnvironment } from './child-environment.mjs'
import { installIfNeeded, node } from './install.mjs'
import { run, script, takeNoArguments } from './run.mjs'

takeNoArguments(`npm run build    builds the site into build/client, whether or not anything changed

The last build stays in its place until the new one is complete. A server reads the pages when it starts, so restart it
afterwards. Settings are environment variables:
  VITE_SITE_URL              the base of canonical addresses (PUBLIC_URL, else http://localhost:3000)
  VITE_FUNCTIONS_BASE_URL    the address of the functions, if the site is hosted elsewhere (the same origin)
  BUILD_DIRECTORY            another folder for the build (build)`)

/** Builds into BUILD_DIRECTORY. */
async function buildIntoDirectory() {
  const buildVariables = ['VITE_SITE_URL', 'VITE_FUNCTIONS_BASE_URL', 'PUBLIC_URL']
  process.exitCode = await run(node, ['scripts/check-configuration.ts', ...buildVariables])
  // If content/ cannot be loaded at all, the compiler below says where the mistake is.
  if (process.exitCode !== 0 && process.exitCode !== 3) return
  const env = { ...buildEnvironment(), ...buildSettings(process.env) }
  console.log('Checking content/ …')
  // Type-check content/ first: a misspelled field in the price list would build a page without a price.
  process.exitCode = await run(node, ['node_modules/@typescript/native/bin/tsc', '--project', 'content'], env)
  if (process.exitCode !== 0) return
  // Without --force, Astro reuses texts from the last build, even if their placeholders have changed in content/site.ts.
  process.exitCode = await run(node, ['node_modules/astro/bin/astro.mjs', 'build', '--force'], env)
}

await script(async () => {
  await installIfNeeded()
  await (process.env.BUILD_DIRECTORY ? buildIntoDirectory() : buildIfNeeded({ always: true }))
})
