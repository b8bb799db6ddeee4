// Builds the site beside the one that is served, and switches when the new one is complete.
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { buildEnvironment, root, run } from './run.mjs'

/**
 * The files and folders that the site is built from. The scripts that only start processes do not affect a build, so they are left
 * out.
 */
const buildInputs = [
  'brand',
  'content',
  'contract',
  'kit',
  'packages',
  'site',
  'package-lock.json',
  'astro.config.mjs',
  'package.json',
  'tsconfig.json',
]
/** Tests and checks, and what tools write. */
const ignored = /\.test\.tsx?$|^packages\/[^/]+\/(checks|dist|node_modules)\//

/** The served build: `client`, the pages; `content`, the words and prices that they were made from; `sources.json`, all of it. */
const build = path.join(root, 'build')
const sourcesFile = path.join(build, 'sources.json')

function filesOf(input: string): string[] {
  const file = path.join(root, input)
  if (!existsSync(file)) return []
  if (statSync(file).isFile()) return [input]
  return readdirSync(file, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => path.relative(root, path.join(found.parentPath, found.name)))
}

/** The variables that change a build: every VITE_* that is set, and the public address for absolute links. */
function buildSettings(): Record<string, string> {
  const viteSettings = Object.entries(process.env).filter(
    ([name, value]) => name.startsWith('VITE_') && value,
  )
  const publicUrl = process.env.PUBLIC_URL || `http://localhost:${process.env.PORT || 3000}`
  return {
    VITE_SITE_URL: publicUrl.trim().replace(/\/+$/, ''),
    ...Object.fromEntries(viteSettings.sort()),
  }
}

/** Lists files, each with its SHA-256, and settings, as JSON. If the list is unchanged, a build has the same result. */
function listSources(): string {
  const files = buildInputs
    .flatMap(filesOf)
    .filter((file) => !ignored.test(file))
    .sort()
    .map((file) => {
      const bytes = readFileSync(path.join(root, file))
      return [file, createHash('sha256').update(bytes).digest('hex')]
    })
  return JSON.stringify({ settings: buildSettings(), files: Object.fromEntries(files) })
}

/** The date of the build that is served, or null. */
export const lastBuild = (): Date | null => (existsSync(sourcesFile) ? statSync(sourcesFile).mtime : null)

/** Whether the sources or the settings have changed since the last build. */
export const isBuildDue = (): boolean =>
  !existsSync(sourcesFile) || readFileSync(sourcesFile, 'utf8') !== listSources()

/**
 * Checks the configuration with the server's parser, and prints every problem.
 * @param names the variables to check; all by default
 * @returns whether it is right. If content/, which the configuration uses, cannot be loaded, the build says where the mistake is.
 */
export async function checkConfiguration(names?: string[]): Promise<boolean> {
  const env = await import('../server/config/env.ts').catch(() => null)
  const result = env?.readEnv()
  const problems = result?.ok === false ? result.problems : []
  const reported = problems.filter(({ variable }) => names?.includes(variable) ?? true)
  if (reported.length > 0) console.error(env?.describeProblems(reported))
  return reported.length === 0
}

/** Builds the site. The served build stays as it is until the new one is complete. @returns whether it could be built */
export async function buildSite(): Promise<boolean> {
  console.log('Building the site …')
  const sources = listSources()
  // Both are on the same file system as `build`.
  const next = path.join(root, `.cache/build-${process.pid}`)
  const previous = path.join(root, `.cache/previous-build-${process.pid}`)
  mkdirSync(next, { recursive: true })
  try {
    // Copy the content before the build. Otherwise, an edit during the build could make the copy differ from the pages.
    cpSync(path.join(root, 'content'), path.join(next, 'content'), { recursive: true })
    // content/ imports ../contract. A link keeps it the same module for the copy and for the server.
    symlinkSync('../contract', path.join(next, 'contract'))
    const env = {
      ...buildEnvironment(),
      ...buildSettings(),
      NODE_ENV: 'production',
      BUILD_DIRECTORY: path.relative(root, next),
    }
    // Without --force, Astro reuses texts from the last build, although the code that renders them may have changed.
    const code = await run(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build', '--force'], env)
    if (code !== 0) {
      console.error(
        `\nThe site could not be built. The messages above say why.${lastBuild() ? ' The last build is kept.' : ''}`,
      )
      return false
    }
    writeFileSync(path.join(next, 'sources.json'), sources)
    if (existsSync(build)) renameSync(build, previous)
    renameSync(next, build)
    return true
  } finally {
    for (const folder of [next, previous]) rmSync(folder, { recursive: true, force: true })
  }
}
