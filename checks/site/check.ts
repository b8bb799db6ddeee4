// `npm test -- site`: checks that search engines can find the built site and that people can share it. If not, it prints
// each problem with its file and what to do, and exits with 1.
import path from 'node:path'
import { checkHtml } from './html.ts'
import { checkAnchors, checkExternalLinks, checkLinks, checkOrphans } from './links.ts'
import { type Problem, readSite, type Site, SiteError } from './read-site.ts'
import { checkScripts } from './scripts.ts'
import { checkDescriptions, checkTitles } from './titles.ts'

export const checks: Record<string, (site: Site) => Iterable<Problem>> = {
  titles: checkTitles,
  descriptions: checkDescriptions,
  links: checkLinks,
  anchors: checkAnchors,
  'links to other sites': checkExternalLinks,
  'pages without a link to them': checkOrphans,
  HTML: checkHtml,
  'scripts for Safari 16.4': checkScripts,
}

const help = `npm test -- site    checks the site in build/client, or in BUILD_DIRECTORY
npm test -- site <folder>    checks the site in another folder

Checks what search engines and visitors find on the built pages, without a network:
  ${Object.keys(checks).join(', ')}.
Prints each problem with its file and what to do, and exits with 1 if there is one. Build first: npm run build`

/** @returns the exit code */
function run(root: string): number {
  const site = readSite(root)
  let count = 0
  for (const [name, check] of Object.entries(checks)) {
    const problems = [...check(site)]
    count += problems.length
    if (problems.length === 0) console.log(`  ${name}`)
    else console.error(`x ${name}`)
    for (const { file, problem, remedy } of problems)
      console.error(`    ${file} ${problem}.\n      ${remedy}`)
  }
  console.log(
    `\ncheck:site: ${site.pages.length} pages, ${site.listed.length} of them listed, ${count} problems`,
  )
  return count > 0 ? 1 : 0
}

if (import.meta.main) {
  const [first, second] = process.argv.slice(2)
  if (first === '--help' || first === '-h') {
    console.log(help)
  } else if (first?.startsWith('-') || second) {
    console.error(`Unknown argument: ${second ?? first}\n\n${help}`)
    process.exitCode = 2
  } else {
    try {
      process.exitCode = run(path.resolve(first ?? `${process.env.BUILD_DIRECTORY || 'build'}/client`))
    } catch (error) {
      if (!(error instanceof SiteError)) throw error
      console.error(error.message)
      process.exitCode = 1
    }
  }
}
