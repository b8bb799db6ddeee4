import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildSettings, listSources } from './build-site.mjs'

let directory: string
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(directory, file)), { recursive: true })
  writeFileSync(path.join(directory, file), text)
}
const read = (file: string) => readFileSync(path.join(directory, file), 'utf8')

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'build-site-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

describe('the list of sources', () => {
  const sources = (settings?: Record<string, string>) =>
    listSources(directory, ['site', 'missing', 'package.json'], settings)
  beforeEach(() => {
    write('site/page.tsx', 'page')
    write('package.json', '{}')
  })
  test('is the same for the same files', () => {
    expect(sources()).toBe(sources())
  })
  test('changes when a file or its name changes, a file is added, or a setting changes', () => {
    const lists = new Set([sources()])
    write('site/page.tsx', 'changed')
    lists.add(sources())
    write('site/deep/other.tsx', '')
    lists.add(sources())
    rmSync(path.join(directory, 'site/deep/other.tsx'))
    write('site/deep/renamed.tsx', '')
    lists.add(sources())
    lists.add(sources({ VITE_SITE_URL: 'https://kit.example.com' }))
    expect(lists.size).toBe(5)
  })
  test('does not change with a test or with a file that is not listed', () => {
    const before = sources()
    write('site/page.test.tsx', 'test')
    write('server/main.ts', 'server')
    expect(sources()).toBe(before)
  })
})

describe('the settings of a build', () => {
  test("default to the server's address", () => {
    expect(buildSettings({})).toEqual({ VITE_SITE_URL: 'http://localhost:3000' })
    expect(buildSettings({ PORT: '8080' })).toEqual({ VITE_SITE_URL: 'http://localhost:8080' })
    expect(buildSettings({ PUBLIC_URL: 'https://kit.example.com/' })).toEqual({
      VITE_SITE_URL: 'https://kit.example.com',
    })
  })
  test('include VITE_ variables unchanged, and no other variables', () => {
    expect(
      buildSettings({
        VITE_SITE_URL: 'https://www.example.com',
        VITE_FUNCTIONS_BASE_URL: 'https://f.example.com',
        STRIPE_SECRET_KEY: 'sk_test_1',
      }),
    ).toEqual({
      VITE_SITE_URL: 'https://www.example.com',
      VITE_FUNCTIONS_BASE_URL: 'https://f.example.com',
    })
  })
})

describe('a build', () => {
  /** A project whose build copies content/ into the site. The build fails if the content says "mistake". */
  beforeEach(() => {
    for (const file of ['install.mjs', 'run.mjs', 'build-site.mjs', 'child-environment.mjs'])
      cpSync(path.join(import.meta.dirname, file), path.join(directory, 'scripts', file))
    write('package.json', JSON.stringify({ type: 'module' }))
    write(
      'scripts/build.mjs',
      `import { cpSync, readFileSync } from 'node:fs'
       cpSync('content', process.env.BUILD_DIRECTORY + '/client', { recursive: true })
       if (readFileSync('content/index.html', 'utf8') === 'mistake') process.exit(1)`,
    )
  })

  function build(content: string, options = '') {
    write('content/index.html', content)
    const code = `import('./scripts/run.mjs').then(async ({ script }) => {
      const { buildIfNeeded } = await import('./scripts/build-site.mjs')
      await script(() => buildIfNeeded(${options}))
    })`
    const { status, stderr, stdout } = spawnSync('node', ['-e', code], { cwd: directory, encoding: 'utf8' })
    const served = existsSync(path.join(directory, 'build/client')) ? read('build/client/index.html') : null
    return { status, built: stdout.includes('Building'), kept: stderr.includes('last build is kept'), served }
  }

  test('that fails keeps the last build and its content', () => {
    expect(build('mistake')).toEqual({ status: 1, built: true, kept: false, served: null })
    expect(build('first')).toEqual({ status: 0, built: true, kept: false, served: 'first' })
    expect(build('mistake')).toEqual({ status: 1, built: true, kept: true, served: 'first' })
    expect(read('build/content/index.html')).toBe('first')
    expect(build('corrected')).toEqual({ status: 0, built: true, kept: false, served: 'corrected' })
    expect(readdirSync(path.join(directory, 'build')).sort()).toEqual(['client', 'content', 'sources.json'])
  })

  test('runs again only if something changed or the caller asks for it', () => {
    build('first')
    expect(build('first')).toMatchObject({ built: false, served: 'first' })
    expect(build('first', '{ always: true }')).toMatchObject({ built: true, served: 'first' })
  })

  test.each([[['sources.json']], [['sources.json', 'content']], [['sources.json', 'content', 'client']]])(
    'that was interrupted after %j were set aside is replaced by the last build',
    (moved) => {
      build('first')
      mkdirSync(path.join(directory, 'build/previous'))
      for (const part of moved)
        renameSync(path.join(directory, 'build', part), path.join(directory, 'build/previous', part))
      // A part of the new build may already be in place.
      if (moved.includes('client')) write('build/client/index.html', 'half')
      expect(build('mistake')).toEqual({ status: 1, built: true, kept: true, served: 'first' })
      expect(build('first')).toMatchObject({ built: false, served: 'first' })
    },
  )
})
