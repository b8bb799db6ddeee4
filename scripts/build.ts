// `npm run build`: builds the site into build/client. With --if-due, only if something has changed since the last build. A server
// reads the pages when it starts, so restart it afterwards.
import { buildSite, checkConfiguration, isBuildDue } from './build-site.ts'

const names = ['VITE_SITE_URL', 'VITE_FUNCTIONS_BASE_URL', 'PUBLIC_URL', 'currency in content/catalog.ts']
if (process.argv[2] !== '--if-due' || isBuildDue()) {
  const isBuilt = (await checkConfiguration(names)) && (await buildSite())
  process.exitCode = isBuilt ? 0 : 1
}
