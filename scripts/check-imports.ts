// Who may import whom; see the map in CONTRIBUTING.md. Exits 1 with every import that crosses a boundary.
import path from 'node:path'
import { checkImports } from './import-rules.ts'
import { takeNoArguments } from './run.mjs'

takeNoArguments('npm run boundaries    checks who imports whom; the map in CONTRIBUTING.md says who may')

const { files, problems } = checkImports(path.resolve(import.meta.dirname, '..'))
for (const problem of problems) console.error(problem)
console.log(`import boundaries: ${files} files, ${problems.length} crossings`)
process.exit(problems.length ? 1 : 0)
