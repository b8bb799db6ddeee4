// Builds the site beside the one that is served, and switches when the new one is complete. This is plain JavaScript without
// dependencies, like install.mjs.
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
import { node } from './install.mjs'
import { buildEnvironment, root, run, ScriptError } from './run.mjs'

/** The files and folders that the site is built from. */
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

/** The served build: `client`, the pages; `content`, the words and prices that they were made from; `sources.json`, all of it. */
const build = path.join(root, 'build')
const sourcesFile = path.join(build, 'sources.json')

/** The build that a switch sets aside. It is on the same file system as `build`, and a renamed folder. */
const previous = path.join(root, '.cache/previous-build')

/** @param {string} directory @param {string} entry */
function filesOf(directory, entry) {
  const full = path.join(directory, entry)
  if (!existsSync(full)) return []
  if (path.extname(entry)) return [entry]
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => path.relative(directory, path.join(found.parentPath, found.name)))
}

/**
 * Lists files, each with its SHA-256, and settings. If the list is unchanged, a build has the same result. Tests, checks and
 * the scripts that only start processes do not affect a build, so they are left out.
 * @param {string} directory the paths are relative to it
 * @param {string[]} entries files and directories; those that do not exist count as empty
 * @param {Record<string, string>} [settings]
 * @returns JSON: `{"settings":{…},"files":{"content/site.ts":"…"}}`
 */
export function listSources(directory, entries, settings = {}) {
  const files = entries
    .flatMap((entry) => filesOf(directory, entry))
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !/^packages\/[^/]+\/(checks|dist|node_modules)\//.test(file))
    .filter((file) => !/\.test\.tsx?$/.test(file) && (!file.endsWith('.mjs') || file === 'astro.config.mjs'))
    .sort()
    .map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(path.join(directory, file)))
        .digest('hex'),
    ])
  const sortedSettings = Object.fromEntries(Object.entries(settings).sort())
  return JSON.stringify({ settings: sortedSettings, files: Object.fromEntries(files) })
}

/**
 * The variables that change a build: every VITE_* that is set, and the public address for absolute links.
 * @param {Record<string, string | undefined>} env
 */
export function buildSettings(env) {
  const viteSettings = Object.entries(env).filter(([name, value]) => name.startsWith('VITE_') && value)
  const publicUrl = (env.PUBLIC_URL || `http://localhost:${env.PORT || 3000}`).trim().replace(/\/+$/, '')
  return {
    VITE_SITE_URL: publicUrl,
    .../** @type {Record<string, string>} */ (Object.fromEntries(viteSettings)),
  }
}

/** The site could not be built. `lastBuild` is the date of the build that is still served, or null if there is none. */
export class BuildError extends ScriptError {
  /** @param {Date | null} lastBuild */
  constructor(lastBuild) {
    const note = lastBuild ? ' The last build is kept.' : ''
    super(`The site could not be built. The messages above say why.${note}`)
    this.lastBuild = lastBuild
  }
}

/** The date of the build that is served, or null. */
const lastBuild = () => (existsSync(sourcesFile) ? statSync(sourcesFile).mtime : null)

/** Whether the sources or the settings have changed since the last build. */
export function isBuildDue() {
  // A switch was interrupted between its two renames.
  if (!existsSync(build) && existsSync(previous)) renameSync(previous, build)
  return (
    !lastBuild() ||
    readFileSync(sourcesFile, 'utf8') !== listSources(root, buildInputs, buildSettings(process.env))
  )
}

/**
 * Builds the site, unless its sources are unchanged. The served build stays as it is until the new one is complete.
 * @param {{ always?: boolean }} [options] `always`: also if nothing has changed
 * @throws {BuildError}
 */
export async function buildIfNeeded({ always = false } = {}) {
  if (!isBuildDue() && !always) return
  const sources = listSources(root, buildInputs, buildSettings(process.env))
  console.log('Building the site …')
  const next = path.join(root, `.cache/build-${process.pid}`)
  mkdirSync(next, { recursive: true })
  try {
    // Copy the content before the build. Otherwise, an edit during the build could make the copy differ from the pages.
    cpSync(path.join(root, 'content'), path.join(next, 'content'), { recursive: true })
    // content/ imports ../contract. A link keeps it the same module for the copy and for the server.
    symlinkSync('../contract', path.join(next, 'contract'))
    const env = {
      ...buildEnvironment(),
      ...buildSettings(process.env),
      NODE_ENV: 'production',
      BUILD_DIRECTORY: path.relative(root, next),
    }
    const names = ['VITE_SITE_URL', 'VITE_FUNCTIONS_BASE_URL', 'PUBLIC_URL', 'currency in content/catalog.ts']
    const checked = await run(node, ['scripts/check-configuration.ts', ...names], env)
    // 3: content/ cannot be loaded at all. The build says where the mistake is. Without --force, Astro reuses texts from the last
    // build, although the code that renders them may have changed.
    const isBuilt =
      (checked === 0 || checked === 3) &&
      (await run(node, ['node_modules/astro/bin/astro.mjs', 'build', '--force'], env)) === 0
    if (!isBuilt) throw new BuildError(lastBuild())
    writeFileSync(path.join(next, 'sources.json'), sources)
    rmSync(previous, { recursive: true, force: true })
    if (existsSync(build)) renameSync(build, previous)
    renameSync(next, build)
  } finally {
    for (const folder of [next, previous]) rmSync(folder, { recursive: true, force: true })
  }
}
