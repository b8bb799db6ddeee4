import path from 'node:path'
import type { Plugin } from 'vite'
import type { Kit } from './kit-facts.ts'
import { type KitEntry, kitFolder, readKitFolder } from './kit-folder.ts'
import { checkIndex, indexOf, languageOf } from './kit-index.ts'
import { packSample, type Sample } from './pack-kit.ts'
import { type KitFile, readKit } from './read-kit.ts'
import { summarizeKit } from './summary.ts'
import { kitTree } from './tree.ts'

/** @throws Error when content/sample.ts names a file that the kit does not have */
function sampleOf(
  files: KitFile[],
  entries: KitEntry[],
  sample: Sample,
): Pick<Kit, 'samples' | 'sampleArchive'> {
  const { name, bytes } = packSample(entries, sample)
  const texts = indexOf(files).files
  const samples = files
    .filter(({ path: name }) => sample.files.includes(name))
    .map(({ path: file, text }) => {
      const { description = '', details = '' } = texts[file] ?? {}
      return { path: file, description, details, text: text.trimEnd(), language: languageOf(file) }
    })
  const base64 = Buffer.from(bytes).toString('base64')
  return { samples, sampleArchive: { name, bytes: bytes.length, base64 } }
}

/** The kit for the pages. @throws Error if a file has no text, a text has no file, or the block of an excerpt does not exist */
function readKitForPages(files: KitFile[], sample: Sample): Kit {
  const problems = [...files.flatMap((file) => file.broken ?? []), ...checkIndex(files)]
  if (problems.length > 0)
    throw new Error(problems.map(({ file, message }) => `kit/${file} ${message}`).join('\n'))
  return { ...summarizeKit(files), tree: kitTree(files), ...sampleOf(files, readKitFolder(), sample) }
}

/** Reads the kit. In development, a change of a file reloads the pages. */
async function watched(plugin: { addWatchFile: (file: string) => void }): Promise<KitFile[]> {
  const files = await readKit()
  for (const { path: name } of files) plugin.addWatchFile(path.join(kitFolder, name))
  return files
}

/** `import { kit } from 'virtual:kit'`: the parts of kit/ that the pages show (virtual-modules.d.ts has the types). */
export const virtualKit = (sample: Sample): Plugin => ({
  name: 'virtual-kit',
  resolveId: (id) => (id === 'virtual:kit' ? '\0virtual:kit' : null),
  async load(id) {
    if (id !== '\0virtual:kit') return null
    // In an island, the module would add all texts of the kit to the page's script.
    if (this.environment.name === 'client')
      throw new Error('An island imports virtual:kit. Pass the values that it needs as props.')
    return `export const kit = ${JSON.stringify(readKitForPages(await watched(this), sample))}`
  },
})
