import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** For each part of the project, the other parts that it may import. */
const mayImport: Record<string, string[]> = {
  contract: [],
  content: ['contract'],
  brand: [],
  site: ['contract', 'content', 'brand', 'packages'],
  'site/ui': [],
  server: ['contract', 'content', 'brand', 'packages'],
  operator: ['server', 'contract', 'content', 'packages'],
  checks: ['contract', 'content', 'brand', 'packages', 'server', 'scripts'],
}

/** The folders and files of the server, lowest first. Each may import those before it. */
export const serverRooms = [
  'errors.ts',
  'log',
  'timing',
  'config',
  'files',
  'database',
  'http',
  'payments',
  'outbox',
  'orders',
  'checkout',
  'downloads',
  'mail',
  'personal-data',
  'health',
  'acts',
  'seller',
  'start',
  'addresses.ts',
  'app.ts',
  'main.ts',
]

/**
 * This file declares the type of the dependencies that other files get as arguments. It imports types from many folders, and
 * every folder may import it.
 */
const typesOfAllRooms = 'dependencies.ts'

/** What the seller uses: the command line, and the page of an order. */
const isOfSeller = (file: string) => /^(operator|server\/seller)\//.test(file)

/**
 * Of the modules that write to a table, also by way of others, what the seller uses may import only these: the acts, what opens a
 * shop, and the database as a whole, such as its backup.
 */
const doors = /^server\/(acts\/|start\/|database\/)/

const writes = /\b(insertInto|updateTable|deleteFrom)\(/

const partOf = (file: string) => (file.startsWith('site/ui/') ? 'site/ui' : (file.split('/')[0] ?? ''))

/** The packages by name, each with its folder and the names of those on which it depends. */
type Packages = Map<string, { folder: string; dependencies: string[] }>

const readPackages = (root: string): Packages =>
  new Map(
    globSync('packages/*/package.json', { cwd: root }).map((file) => {
      const { name, dependencies = {} } = JSON.parse(readFileSync(path.join(root, file), 'utf8'))
      return [name, { folder: path.posix.dirname(file), dependencies: Object.keys(dependencies) }]
    }),
  )

const folderOf = (file: string) => /^packages\/[^/]+/.exec(file)?.[0]

/**
 * What Node does not refuse at the wall of a package, or null: a relative path through it, and a name that the package does
 * not declare.
 * @param to as written in the import
 */
function problemAtWall(file: string, to: string, target: string, packages: Packages): string | null {
  const [folder, other] = [folderOf(file), folderOf(target)]
  const imported = packages.get(to.split('/')[0] ?? '')
  if (!imported) {
    if (folder === other) return null
    return other ? `import ${other} by its name` : `${folder} may import nothing outside of itself by a path`
  }
  if (!folder || imported.folder === folder) return null
  const own = [...packages.values()].find((one) => one.folder === folder)
  return own?.dependencies.includes(to.split('/')[0] ?? '')
    ? null
    : `${folder} does not depend on ${imported.folder}`
}

/** Why a file may not import another one, or null. @param kind `import type` or `import` */
function problemOf(file: string, target: string, kind: string): string | null {
  const [part, other] = [partOf(file), partOf(target)]
  // Everything else, such as tests/ and scripts/, may import everything.
  if (part !== other && mayImport[part]) {
    const isAllowed = mayImport[part].includes(other) || (part === 'site' && other === 'site/ui')
    return isAllowed ? null : `${part} may not import ${other}`
  }
  if (part !== 'server') return null
  const [room = '', otherRoom = ''] = [file.split('/')[1], target.split('/')[1]]
  if (room === otherRoom) return null
  if (room === typesOfAllRooms || otherRoom === typesOfAllRooms)
    return kind === 'import type' ? null : `server/${typesOfAllRooms} allows only "import type"`
  for (const name of [room, otherRoom])
    if (!serverRooms.includes(name)) return `checks/sources/import-rules.ts does not list server/${name}`
  return serverRooms.indexOf(otherRoom) < serverRooms.indexOf(room)
    ? null
    : `server/${room} is below server/${otherRoom}, and may import only what is below it. Move the file up, or pass the value in`
}

const imports = /\b(import type|import|export)\b(?:[^'"`;()]*?\bfrom)?\s*\(?\s*['"]([^'"\s]+)['"]/g

/**
 * The file that an import names, relative to the project. `#content/…` is content/ (`imports` in package.json). A package has such
 * names of its own.
 */
const targetOf = (file: string, to: string) =>
  to.startsWith('#')
    ? `${to.startsWith('#content/') ? '' : (/^packages\/[^/]+\//.exec(file)?.[0] ?? '')}${to.slice(1)}`
    : path.posix.normalize(path.posix.join(path.posix.dirname(file), to))

/** The packages that `npm start` does not install. */
function readTestTools(root: string): string[] {
  const file = path.join(root, 'tests/tools/package.json')
  return existsSync(file) ? Object.keys(JSON.parse(readFileSync(file, 'utf8')).devDependencies) : []
}

/** Whether a file is part of the shop or of its build. */
const isShipped = (file: string) =>
  /^(brand|content|contract|operator|packages|server|site|astro\.config)\b/.test(file) &&
  !/\.(test|suite)\.tsx?$|^packages\/(vitest\.config\.ts|[^/]+\/checks\/)/.test(file)

interface Import {
  /** Null for a package from npm. */
  target: string | null
  kind: string
}

/** The files that write to a table, by themselves or through a file that they import. */
function writersAmong(files: { file: string; text: string; imported: Import[] }[]): Set<string> {
  const writers = new Set(files.filter(({ text }) => writes.test(text)).map(({ file }) => file))
  for (let before = -1; before !== writers.size; ) {
    before = writers.size
    for (const { file, imported } of files)
      if (
        imported.some(({ target, kind }) => kind !== 'import type' && target !== null && writers.has(target))
      )
        writers.add(file)
  }
  return writers
}

/** @returns how many files were read, and a sentence for each import that crosses a boundary */
export function checkImports(root: string): { files: number; problems: string[] } {
  const packages = readPackages(root)
  const tools = readTestTools(root)
  const files = globSync('**/*.{ts,tsx,mjs,astro}', {
    cwd: root,
    exclude: (name) => /^(node_modules|build|dist|\..+|tests\/other-seller)$/.test(name),
  }).filter((file) => file !== 'checks/sources/import-rules.test.ts')
  const read = files.map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const imported = [...text.matchAll(imports)].map(([, kind = '', to = '']) => {
      const byName = packages.get(to.split('/')[0] ?? '')
      const target = byName ? byName.folder : /^[.#]/.test(to) ? targetOf(file, to) : null
      return { kind, to, target }
    })
    return { file, text, imported }
  })
  const writers = writersAmong(read)
  const problems = read.flatMap(({ file, imported }) =>
    imported.flatMap(({ kind, to, target }) => {
      if (target === null) {
        const isMissing =
          kind !== 'import type' && isShipped(file) && tools.some((tool) => `${to}/`.startsWith(`${tool}/`))
        return isMissing
          ? [`${file} imports ${to}: move it from tests/tools/package.json to package.json`]
          : []
      }
      // A test is beside its file. It may use higher folders of the server, and the fixtures that tests share.
      const isTest = /\.test\.ts$/.test(file)
      const isSupport =
        (file.startsWith('server/') && target.startsWith('server/')) || target.startsWith('tests/support/')
      if (isTest && isSupport) return []
      const isPastDoor =
        isOfSeller(file) && !isTest && kind !== 'import type' && !isOfSeller(target) && !doors.test(target)
      const problem =
        isPastDoor && writers.has(target)
          ? 'it writes to a table, and only an act in server/acts may change a shop'
          : (problemAtWall(file, to, target, packages) ?? problemOf(file, target, kind))
      return problem ? [`${file} imports ${to}: ${problem}`] : []
    }),
  )
  return { files: files.length, problems }
}
