// `node packages/scp-dry-run/pack.mjs [folder]`: compiles the package into dist/ and packs what would be published. Node strips no
// types below node_modules, so the published package.json names JavaScript and declarations where ours names TypeScript.
import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const dist = path.join(import.meta.dirname, 'dist')
const tsc = path.join(import.meta.dirname, '../../node_modules/@typescript/native/bin/tsc')

/** @param {string} file @param {string[]} args */
function run(file, args) {
  const { status } = spawnSync(file, args, { cwd: import.meta.dirname, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

rmSync(dist, { recursive: true, force: true })
run(process.execPath, [tsc, '--project', 'tsconfig.build.json'])
/** @type {{ private: boolean, bin: Record<string, string>, exports: Record<string, string> }} */
const { private: _, ...manifest } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'package.json'), 'utf8'),
)
/** @param {Record<string, string>} files @param {(base: string) => unknown} entryOf */
const compiled = (files, entryOf) =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, entryOf(file.replace(/\.ts$/, ''))]))
const published = {
  ...manifest,
  engines: { node: '>=20' },
  bin: compiled(manifest.bin, (base) => `${base}.js`),
  exports: compiled(manifest.exports, (base) => ({ types: `${base}.d.ts`, default: `${base}.js` })),
}
writeFileSync(path.join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
for (const name of ['README.md', 'LICENSE'])
  copyFileSync(path.join(import.meta.dirname, name), path.join(dist, name))
run('npm', ['pack', dist, '--pack-destination', path.resolve(process.argv[2] ?? dist)])
