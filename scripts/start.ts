// The second part of `npm start`, after the install: builds what is missing. The server then replaces the shell, so that a signal to
// npm reaches it. It runs with the content of the build that is served (`--conditions=last-build`), so its words and prices are
// those of the pages. deploy/shop.service explains the limits of memory.
import { buildSite, checkConfiguration, isBuildDue, lastBuild } from './build-site.ts'

const keyBesideBuild = `
STRIPE_SECRET_KEY is a live key, and the site has to be built first. Nothing was built: the packages that build
the site run as the same user as this process, so each of them could read the key (/proc/<pid>/environ).

Build without the key, with the same PUBLIC_URL, then start again:
  env -u STRIPE_SECRET_KEY npm run build
On a server, deploy/release builds as another user (docs/operations.md).`

// The pages contain the public address. A build with a wrong address would replace good pages.
if (!(await checkConfiguration())) process.exit(1)
if (isBuildDue()) {
  if (/^[a-z]+_live_/.test(process.env.STRIPE_SECRET_KEY?.trim() ?? '')) {
    console.error(keyBesideBuild)
    process.exit(1)
  }
  if (!(await buildSite())) {
    const date = lastBuild()
    if (!date) process.exit(1)
    const line = '─'.repeat(80)
    console.error(`
${line}
THE SHOP NOW SERVES ITS LAST GOOD BUILD, with the words and prices of
${date.toUTCString()}. Correct the mistake and start again.
npm run check finds such mistakes before a restart.
${line}
`)
  }
}
console.log('Starting the shop …')
