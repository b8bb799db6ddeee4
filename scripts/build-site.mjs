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
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { buildEnvironment } from './child-environment.mjs'
import { node } from './install.mjs'
import { root, run, ScriptError } from './run.mjs'

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

const build = path.join(root, 'build')
const previous = path.join(build, 'previous')

/**
 * The parts of a build, in the order in which a switch puts them into place: the words and prices that the pages were
 * made from, the pages, and the list of everything they were made from. A build without the list does not count as
 * complete.
 */
const parts = ['content', 'client', 'sources.json']

const sourcesFile = path.join(build, 'sources.json')

/** The content of the last good build. The server reads it when the current content cannot be built. */
export const builtContent = path.join(build, 'content')

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

/** Removes the folders of killed builds. A folder younger than an hour may belong to a build that is running. */
function removeLeftovers() {
  for (const name of existsSync(build) ? readdirSync(build) : []) {
    const folder = path.join(build, name)
    if (name.startsWith('next') && Date.now() - statSync(folder).mtimeMs > 3_600_000)
      rmSync(folder, { recursive: true })
  }
}

/** @param {string} from @param {string} to */
function moveParts(from, to) {
  mkdirSync(to, { recursive: true })
  for (const part of parts) {
    if (!existsSync(path.join(from, part))) continue
    rmSync(path.join(to, part), { recursive: true, force: true })
    renameSync(path.join(from, part), path.join(to, part))
  }
}

/** Restores the previous build if a switch was interrupted. */
function undoHalfSwitch() {
  if (!existsSync(sourcesFile) && existsSync(path.join(previous, 'sources.json'))) moveParts(previous, build)
  rmSync(previous, { recursive: true, force: true })
}

/** @param {string} next the complete new build */
function switchTo(next) {
  // If the process dies after the list of sources is in `previous` and before the new list is in place, undoHalfSwitch
  // restores the previous build.
  mkdirSync(previous, { recursive: true })
  if (existsSync(sourcesFile)) renameSync(sourcesFile, path.join(previous, 'sources.json'))
  moveParts(build, previous)
  moveParts(next, build)
  for (const folder of [previous, next]) rmSync(folder, { recursive: true, force: true })
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

/** Whether the sources or the settings have changed since the last build. */
export function isBuildDue() {
  undoHalfSwitch()
  return (
    !existsSync(sourcesFile) ||
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
  const settings = buildSettings(process.env)
  const sources = listSources(root, buildInputs, settings)
  console.log('Building the site …')
  removeLeftovers()
  const next = path.join(build, `next-${process.pid}`)
  mkdirSync(next, { recursive: true })
  // Copy the content before the build. Otherwise, an edit during the build could make the copy differ from the pages.
  if (existsSync(path.join(root, 'content')))
    cpSync(path.join(root, 'content'), path.join(next, 'content'), { recursive: true })
  const code = await run(node, ['scripts/build.mjs'], {
    ...buildEnvironment(),
    ...settings,
    NODE_ENV: 'production',
    BUILD_DIRECTORY: path.relative(root, next),
  })
  if (code !== 0) {
    rmSync(next, { recursive: true, force: true })
    const served = path.join(build, 'client')
    throw new BuildError(existsSync(served) ? statSync(served).mtime : null)
  }
  writeFileSync(path.join(next, 'sources.json'), sources)
  switchTo(next)
}
