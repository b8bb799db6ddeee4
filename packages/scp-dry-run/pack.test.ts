import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testCommand } from './command/command.suite.ts'

const here = import.meta.dirname
const tsc = path.join(here, '../../node_modules/@typescript/native/bin/tsc')
const faces = ['', '/cloudtrail', '/read-trail', '/actions', '/names'].map((face) => `scp-dry-run${face}`)

/** A project of somebody who has installed the package, and nothing else. */
const project = mkdtempSync(path.join(tmpdir(), 'scp-dry-run-'))
const installed = path.join(project, 'node_modules/scp-dry-run')
afterAll(() => rmSync(project, { recursive: true, force: true }))

function run(file: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(file, args, { cwd: project, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

/** The Nodes of this machine by their major version: the one that runs this test, and those in PATH. */
const nodes = new Map<number, string>()
for (const file of [
  process.execPath,
  ...(process.env.PATH ?? '').split(path.delimiter).map((bin) => path.join(bin, 'node')),
]) {
  const major = Number.parseInt(
    spawnSync(file, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout,
    10,
  )
  if (major && !nodes.has(major)) nodes.set(major, file)
}

describe('the package as it would be published @long', () => {
  beforeAll(() => {
    // In a copy, because other tests use the package while this one packs it.
    const copy = path.join(project, 'source/packages/scp-dry-run')
    cpSync(here, copy, { recursive: true, filter: (file) => !/\/(dist|node_modules)$/.test(file) })
    for (const name of ['tsconfig.json', 'node_modules'])
      symlinkSync(path.join(here, '../..', name), path.join(project, 'source', name))
    const packed = spawnSync('npm', ['pack', '--pack-destination', project], {
      cwd: copy,
      encoding: 'utf8',
    })
    expect(packed.stderr + packed.stdout).toContain('.tgz')
    expect(readFileSync(path.join(copy, 'package.json'), 'utf8')).toBe(
      readFileSync(path.join(here, 'package.json'), 'utf8'),
    )
    writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }')
    // Its one dependency, as this project has it.
    expect(
      run('npm', 'pack', '--ignore-scripts', path.join(here, '../../node_modules/fflate')),
    ).toMatchObject({ status: 0 })
    const tarballs = globSync('*.tgz', { cwd: project }).map((name) => `./${name}`)
    const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund']
    expect(run('npm', 'install', ...options, ...tarballs)).toMatchObject({ status: 0 })
  }, 60_000)

  test.each([20, 24])('its faces and the example of its README run on Node %i', (major) => {
    const node = nodes.get(major)
    if (!node) return console.log(`This machine has no Node ${major}.`)
    const imports = faces.map((face) => `console.log(Object.keys(await import('${face}')).length > 0)`)
    writeFileSync(path.join(project, 'faces.js'), imports.join('\n'))
    expect(run(node, 'faces.js')).toEqual({ status: 0, output: 'true\n'.repeat(faces.length) })

    const [, example = ''] =
      /^```js\n([\s\S]*?)^```$/m.exec(readFileSync(path.join(installed, 'README.md'), 'utf8')) ?? []
    writeFileSync(path.join(project, 'example.js'), example)
    const condition = { StringNotEquals: { 'aws:RequestedRegion': 'eu-west-1' } }
    const statement = { Sid: 'OnlyIreland', Effect: 'Deny', Action: '*', Resource: '*', Condition: condition }
    writeFileSync(path.join(project, 'deny-regions.json'), JSON.stringify({ Statement: [statement] }))
    const event = {
      eventSource: 'ec2.amazonaws.com',
      eventName: 'RunInstances',
      awsRegion: 'us-east-1',
      userIdentity: { type: 'IAMUser', arn: 'arn:aws:iam::111122223333:user/ada' },
    }
    writeFileSync(path.join(project, 'trail.json.gz'), gzipSync(JSON.stringify({ Records: [event] })))
    const { status, output } = run(node, 'example.js')
    expect([status, output]).toEqual([0, expect.stringMatching(/denied: 1[\s\S]*OnlyIreland/)])
  })

  for (const [major, node] of nodes)
    if (major >= 20) testCommand(`Node ${major}`, () => [node, path.join(installed, 'dist/command/main.js')])

  test('npm installs the command', () => {
    expect(run(path.join(project, 'node_modules/.bin/scp-dry-run'), '--version').status).toBe(0)
  })

  test.each([
    ['nodenext', 'nodenext'],
    ['preserve', 'bundler'],
  ])('its types resolve with module %s', (module, resolution) => {
    const imports = faces.map(
      (face, at) => `import * as face${at} from '${face}'\nface${at} satisfies object`,
    )
    const wrong =
      '// @ts-expect-error A reading is no list.\nface0.judge([], () => ({ gates: [], isManagement: false, assumed: [] }))'
    writeFileSync(path.join(project, 'faces.ts'), [...imports, wrong].join('\n'))
    const options = [
      '--module',
      module,
      '--moduleResolution',
      resolution,
      '--target',
      'es2024',
      '--strict',
      '--noEmit',
    ]
    expect(run(process.execPath, tsc, ...options, 'faces.ts')).toEqual({ status: 0, output: '' })
  })

  test('nothing else can be imported', () => {
    const { output } = run(process.execPath, '-e', "import('scp-dry-run/evaluate.js')")
    expect(output).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED')
  })

  test('each file has its source map, with the source', () => {
    const files = globSync('dist/{*,command/*}.js', { cwd: installed })
    expect(files.length).toBeGreaterThan(4)
    for (const file of files) {
      const map = JSON.parse(readFileSync(path.join(installed, `${file}.map`), 'utf8'))
      expect(map.sourcesContent).toEqual([
        readFileSync(
          path.join(here, path.dirname(file).replace(/^dist\/?/, ''), path.basename(map.sources[0])),
          'utf8',
        ),
      ])
    }
  })

  test('a stranger reads no word about the project that it comes from', () => {
    for (const file of globSync('{*,dist/*,dist/command/*}.{js,ts,json,md}', { cwd: installed }))
      expect(readFileSync(path.join(installed, file), 'utf8'), file).not.toMatch(
        /\b(kit|kits|shop|buyers?|seller)\b/i,
      )
  })
})
