import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { serverMemory, temporaryDirectory } from '../support/server-process.ts'

const root = path.resolve(import.meta.dirname, '../..')
const deployed = (file: string) => readFileSync(path.join(root, 'deploy', file), 'utf8')
const isInstalled = (program: string) => spawnSync('which', [program]).status === 0

/** Every unit that the shop has. */
const units = readdirSync(path.join(root, 'deploy')).filter((name) => /\.(service|timer)$/.test(name))

/** systemd calls an exposure level below 5 "OK". The shop's limit is lower. */
const maxExposure = 3

test('npm, systemd and Docker start the server with the same memory limits', () => {
  for (const program of ['server/main.ts', 'operator/cli.ts'])
    expect(readFileSync(path.join(root, 'package.json'), 'utf8')).toContain(
      `${serverMemory.join(' ')} ${program}`,
    )
  expect(deployed('shop.service')).toContain(`node ${serverMemory.join(' ')} server/main.ts`)
  const command = JSON.stringify(['node', ...serverMemory, 'server/main.ts']).replaceAll(',', ', ')
  expect(deployed('Dockerfile')).toContain(`CMD ${command}`)
  expect(deployed('Dockerfile')).toContain(`node ${serverMemory.join(' ')} /srv/shop/operator/cli.ts`)
  expect(deployed('shop')).toContain(`node ${serverMemory.join(' ')} operator/cli.ts`)
})

test('the server has a limit of memory and of threads in systemd and in Docker', () => {
  for (const unit of ['shop.service', 'shop-backup.service'])
    expect(deployed(unit)).toMatch(/^MemoryMax=\d+M\nTasksMax=\d+$/m)
  expect(deployed('compose.yaml').match(/mem_limit: \d+m\n {4}pids_limit: \d+/g)).toHaveLength(3)
})

test('systemd and Docker make backups with a command that exists', () => {
  for (const file of ['shop-backup.service', 'compose.yaml'])
    expect(deployed(file)).toMatch(/(operator\/cli.ts|; do.* shop) backup create --to/)
  expect(deployed('shop-backup.timer')).toContain('WantedBy=timers.target')
})

test('the image knows its public address, and runs on the Node of its base', () => {
  const [build = '', server = ''] = deployed('Dockerfile')
    .split(/^FROM /m)
    .slice(1)
  for (const stage of [build, server]) expect(stage).toMatch(/^\$\{NODE_IMAGE\}/)
  expect(server).toContain('PUBLIC_URL=$PUBLIC_URL')
  expect(server).not.toContain('node_modules/.bin')
})

describe.skipIf(!isInstalled('systemd-analyze'))('the systemd units', () => {
  test.each(['shop.service', 'shop-backup.service'])('%s has few rights on the machine', (unit) => {
    const args = ['security', '--offline=yes', '--no-pager', path.join(root, 'deploy', unit)]
    const { stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    const exposure = Number(/exposure level for .*: ([\d.]+)/.exec(stdout)?.[1])
    expect(exposure).toBeGreaterThan(0)
    expect(exposure).toBeLessThanOrEqual(maxExposure)
  })
  test.each(units)('systemd knows every line of %s', (unit) => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', path.join(root, 'deploy', unit)], {
      encoding: 'utf8',
    })
    // The unit's program exists only on a server where the shop is installed.
    const lines = stderr
      .split('\n')
      .filter((line) => line !== '' && !/not executable|No such file/.test(line))
    expect(lines).toEqual([])
  })
})

describe('deploy/release', () => {
  const folder = temporaryDirectory()
  const repository = path.join(folder.path, 'repository')
  const releases = path.join(folder.path, 'releases')
  const link = path.join(folder.path, 'shop')
  afterAll(() => folder.remove())

  /** Commits a version of a project. Its build writes the version to a file, but fails for the version `broken`. */
  function commit(version: string) {
    const build = `test ${version} != broken && mkdir build && echo ${version} > build/sources.json`
    const write = (file: string, json: object) =>
      writeFileSync(path.join(repository, file), JSON.stringify(json))
    mkdirSync(repository, { recursive: true })
    write('package.json', { name: 'shop', version: '1.0.0', scripts: { build } })
    write('package-lock.json', { name: 'shop', version: '1.0.0', lockfileVersion: 3, packages: { '': {} } })
    const git = (...args: string[]) =>
      spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: repository })
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '--message', version)
  }
  /** The major version that the machine's Node says it is. Empty: the Node of the tests. */
  let major = ''
  /** @param second the time of the release, which is the name of its folder */
  function release(second: string, ...args: string[]) {
    const bin = path.join(folder.path, 'bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(path.join(bin, 'date'), `#!/bin/sh\necho ${second}\n`, { mode: 0o755 })
    rmSync(path.join(bin, 'node'), { force: true })
    if (major === '') symlinkSync(process.execPath, path.join(bin, 'node'))
    else writeFileSync(path.join(bin, 'node'), `#!/bin/sh\necho ${major}\n`, { mode: 0o755 })
    const env = {
      ...process.env,
      PATH: `${bin}:${process.env.PATH}`,
      PUBLIC_URL: 'https://kit.works',
      RELEASES: releases,
      LINK: link,
    }
    const { status, stdout, stderr } = spawnSync(path.join(root, 'deploy/release'), args, {
      env,
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }
  const served = () => readFileSync(path.join(link, 'build/sources.json'), 'utf8').trim()

  test('refuses a machine whose Node is too old for the server', () => {
    commit('first')
    major = '22'
    const { status, stderr } = release('20261123-090000', `file://${repository}`)
    major = ''
    expect(status).toBe(1)
    expect(stderr).toContain('A server needs Node 24 or newer from the Node project')
  })

  test('explains itself without PUBLIC_URL, and refuses an option that it does not know', () => {
    const run = (...args: string[]) =>
      spawnSync(path.join(root, 'deploy/release'), args, {
        env: { PATH: process.env.PATH },
        encoding: 'utf8',
      })
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('release --back') })
    for (const args of [[], ['--lst']])
      expect(run(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining('release --back') })
  })

  // Each release runs npm several times.
  const timeout = 120_000

  test('switches to a complete version, changes nothing if a step fails, and can go back', {
    timeout,
  }, () => {
    const url = `file://${repository}`
    commit('first')
    expect(release('20261123-100000', url)).toMatchObject({ status: 0 })
    expect(served()).toBe('first')
    const first = realpathSync(link)
    commit('broken')
    const failed = release('20261123-110000', url)
    expect(failed.status).not.toBe(0)
    expect(failed.stderr).toContain('Nothing was changed: the shop runs as before.')
    expect(served()).toBe('first')
    expect(readdirSync(releases)).toEqual([path.basename(first)])
    commit('second')
    const early = release('20261123-100000', url)
    expect(early.stderr).toContain('Another release began in this second. Run this again.')
    expect(early.status).toBe(1)
    expect(served()).toBe('first')
    expect(release('20261123-120000', url)).toMatchObject({ status: 0 })
    expect(served()).toBe('second')
    expect(release('', '--list').stdout).toBe(`${first}\n${realpathSync(link)} (served)\n`)
    expect(release('', '--back')).toMatchObject({ status: 0 })
    expect(served()).toBe('first')
    expect(release('', '--back').stderr).toMatch(/an earlier version is not there.*\n.*20261123-100000\n/)
    expect(release('', '--back', path.join(releases, '20261123-120000'))).toMatchObject({ status: 0 })
    expect(served()).toBe('second')
    expect(release('20261123-130000', '--back', first)).toMatchObject({ status: 0 })
    expect(served()).toBe('first')
    expect(release('20261123-130000', '--back', repository).status).toBe(1)
    expect(served()).toBe('first')
  })

  test('repairs a switch that was interrupted, and deletes old releases only', { timeout }, () => {
    const url = `file://${repository}`
    // An interrupted run leaves its link to another release.
    symlinkSync(realpathSync(link), `${link}.next`)
    for (const name of ['notes', '20261124-100000', '20261124-110000']) mkdirSync(path.join(releases, name))
    for (const hour of ['12', '13']) {
      commit(hour)
      expect(release(`20261124-${hour}0000`, url)).toMatchObject({ status: 0 })
      expect(served()).toBe(hour)
    }
    expect(readdirSync(releases).sort()).toEqual([
      '20261124-100000',
      '20261124-110000',
      '20261124-120000',
      '20261124-130000',
      'notes',
    ])
  })
})
