import { sample } from '#content/sample.ts'
import { site } from '#content/site.ts'
import { words } from '#content/words.ts'
import { fill } from '../../contract/fill.ts'
import { type KitEntry, versionOf } from './kit-folder.ts'
import { type Packed, zip } from './zip.ts'

export interface Archive {
  /** The file's name, such as `aws-multi-account-kit-1.0.0.zip`. */
  name: string
  bytes: Uint8Array
}

/** The product is incomplete without these files. */
const requiredFiles = ['VERSION', 'CHANGELOG.md', 'LICENSE.md', 'README.md']

/** The product's name for files and folders: lower case with hyphens. */
const slug = () => (site.name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['kit']).join('-')

/** Packs all files into one folder. */
const pack = (root: string, files: Packed[]): Archive => ({
  name: `${root}.zip`,
  bytes: zip(files.map((file) => ({ ...file, path: `${root}/${file.path}` }))),
})

/**
 * The archive that a buyer downloads.
 * @throws Error if the version, the changelog, the license or the readme is missing
 */
export function packKit(entries: KitEntry[]): Archive {
  for (const name of requiredFiles)
    if (!entries.some((entry) => entry.path === name))
      throw new Error(
        `kit/${name} is missing: the archive needs it. Restore the folder kit, or set KIT_FILE.`,
      )
  return pack(`${slug()}-${versionOf(entries)}`, entries)
}

const sampleFiles = [...sample.files, ...sample.module]

function sampleText(version: string, count: number): string {
  const { title, about, module, license, ofOrder } = words.sample
  return `${[
    title(version),
    fill(about, { samples: sampleFiles.length, files: count }),
    sampleFiles.map((name) => `  ${name}`).join('\n'),
    ...(sample.module.length > 0 ? [module] : []),
    license,
    ofOrder,
  ].join('\n\n')}\n`
}

/**
 * The public sample: the files and the module in content/sample.ts, and SAMPLE.txt, which explains them.
 * @throws Error if the kit lacks one of them
 */
export function packSample(entries: KitEntry[]): Archive {
  const files = sampleFiles.map((name) => {
    const found = entries.find((entry) => entry.path === name)
    if (!found) throw new Error(`content/sample.ts names ${name}, which kit/ does not have.`)
    return found
  })
  const version = versionOf(entries)
  const text = { path: 'SAMPLE.txt', text: sampleText(version, entries.length) }
  return pack(`${slug()}-${version}-sample`, [text, ...files])
}
