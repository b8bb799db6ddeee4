import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { serverRooms } from './import-rules.ts'

/** The folder that owns each table. No other folder inserts, updates or deletes its rows. */
const owners: Record<string, string> = {
  progress: 'server/database',
  sandbox_sessions: 'server/payments/sandbox',
  outbox: 'server/outbox',
  orders: 'server/orders',
  events: 'server/orders',
  order_history: 'server/orders',
  downloads: 'server/downloads',
}

const roomOf = (file: string) => file.split('/')[1] ?? ''

/** Whether a file of the server is in a lower folder than the owner of a table. */
const isBelow = (file: string, owner: string) =>
  file.startsWith('server/') && serverRooms.indexOf(roomOf(file)) < serverRooms.indexOf(roomOf(owner))

const queries = /\b(selectFrom|innerJoin|leftJoin|insertInto|updateTable|deleteFrom)\(\s*'(\w+)/g

function problemOf(file: string, method: string, table: string): string | null {
  const owner = owners[table]
  if (!owner) return `${table} has no owner in checks/sources/table-rules.ts`
  if (file.startsWith(`${owner}/`)) return null
  if (/insertInto|updateTable|deleteFrom/.test(method)) return `only ${owner} writes ${table}`
  return isBelow(file, owner) ? `${table} belongs to ${owner}, a higher folder` : null
}

/** Any write, also one whose table is in a variable. */
const writes = /\b(insertInto|updateTable|deleteFrom)\(/

/** @returns a sentence for each query that a file may not make */
export function checkTables(root: string): string[] {
  const files = globSync('{server,operator}/**/*.ts', { cwd: root }).filter(
    // A migration changes the tables of all owners.
    (file) => !file.startsWith('server/database/migrations/') && !file.endsWith('.test.ts'),
  )
  return files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    if (/^(operator|server\/seller)\//.test(file) && writes.test(text))
      return [`${file} writes to a table: only an act in server/acts may change a shop`]
    return [...text.matchAll(queries)].flatMap(([, method = '', name = '']) => {
      const problem = problemOf(file, method, name)
      return problem ? [`${file} calls ${method}('${name}'): ${problem}`] : []
    })
  })
}
