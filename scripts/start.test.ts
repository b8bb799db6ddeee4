import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryDirectory } from '../tests/support/server-process.ts'

const root = path.resolve(import.meta.dirname, '..')
let folder: ReturnType<typeof temporaryDirectory>

/** A project like ours in a folder of its own, whose build and server only say that they ran. */
beforeEach(() => {
  folder = temporaryDirectory()
  for (const part of ['scripts', 'server', 'contract', 'content'])
    cpSync(path.join(root, part), path.join(folder.path, part), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder.path, 'node_modules'))
  mkdirSync(path.join(folder.path, 'build/next/client'), { recursive: true })
  const write = (file: string, text: string) => writeFileSync(path.join(folder.path, file), text)
  write('package.json', JSON.stringify({ type: 'module', scripts: { build: 'echo built' } }))
  write('package-lock.json', JSON.stringify({ packages: {} }))
  write('server/main.ts', `console.log('served')`)
})
afterEach(() => folder.remove())

function start(env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs'], {
    cwd: folder.path,
    env: { PATH: process.env.PATH ?? '', ...env },
    encoding: 'utf8',
  })
  return { status, stderr, ran: stdout.match(/^(built|served)$/gm) }
}

test.each([
  ['PUBLIC_URL', 'kit.example.com'],
  ['PUBLIC_URL', 'https://kit.example.com'],
  ['PORT', 'abc'],
])('nothing is built with %s=%s, which the server would refuse', (variable, value) => {
  const { status, stderr, ran } = start({ [variable]: value })
  expect({ status, ran }).toEqual({ status: 1, ran: null })
  expect(stderr).toContain('The shop cannot start as it is configured')
  expect(existsSync(path.join(folder.path, 'build/client'))).toBe(false)
})

test('with a good configuration the site is built, then served', () => {
  expect(start({ PORT: '8080' })).toEqual({ status: 0, stderr: '', ran: ['built', 'served'] })
})
