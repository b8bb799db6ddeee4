// Checks who imports whom, and who writes and reads which table. Exits 1 and names every violation.
import path from 'node:path'
import { takeNoArguments } from '../../scripts/run.mjs'
import { checkImports } from './import-rules.ts'
import { checkTables } from './table-rules.ts'

takeNoArguments(
  'npm test -- boundaries    checks who imports whom, and who writes which table; CONTRIBUTING.md has the rules',
)

const root = path.resolve(import.meta.dirname, '../..')
const { files, problems: imports } = checkImports(root)
const problems = [...imports, ...checkTables(root)]
for (const problem of problems) console.error(problem)
console.log(`boundaries: ${files} files, ${problems.length} crossings`)
process.exit(problems.length ? 1 : 0)
