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

if (import.meta.main)
  try {
    process.exitCode = run(path.resolve('build/client'))
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
