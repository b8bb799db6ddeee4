// Who may import whom; see the map in CONTRIBUTING.md. Exits 1 with every import that crosses a boundary.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { takeNoArguments } from './prepare.mjs'

takeNoArguments('npm run boundaries    checks who imports whom; the map in CONTRIBUTING.md says who may')

/** For each part of the project, the parts of ours that it may import besides itself. */
const mayImport: Record<string, string[]> = {
  contract: [],
  content: [],
  // The typefaces, cut to the site's text before it is built.
  site: ['contract', 'content', 'brand', 'build'],
  'site/ui': [],
  server: ['contract', 'content', 'brand'],
  operator: ['server', 'contract', 'content'],
}

function partOf(file: string): string | undefined {
  if (file.startsWith('site/ui/')) return 'site/ui'
  const top = file.split('/')[0] ?? ''
  return top in mayImport ? top : undefined
}

const imported = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"](\.[^'"]+)['"]/g
const problems: string[] = []
let files = 0
for (const file of globSync('{contract,content,site,server,operator}/**/*.{ts,tsx,astro}')) {
  files++
  const part = partOf(file)
  if (!part) continue
  for (const match of readFileSync(file, 'utf8').matchAll(imported)) {
    const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), match[1] ?? ''))
    const other = partOf(target) ?? target.split('/')[0] ?? ''
    const allowed = mayImport[part] ?? []
    const inside = part === 'site' && other === 'site/ui'
    if (other !== part && !inside && !allowed.includes(other))
      problems.push(`${file} imports ${target}: ${part} may not import ${other}`)
  }
}
for (const problem of problems) console.error(problem)
console.log(`import boundaries: ${files} files, ${problems.length} crossings`)
process.exit(problems.length ? 1 : 0)
