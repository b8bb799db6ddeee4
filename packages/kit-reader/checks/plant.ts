import { type KitFile, parseFile } from '../read-kit.ts'

/** Returns the kit with one replaced text in one file. @throws Error if the file does not contain the text */
export async function plant(
  kit: KitFile[],
  path: string,
  original: string,
  replacement: string,
): Promise<KitFile[]> {
  const found = kit.find((file) => file.path === path)
  if (!found?.text.includes(original)) throw new Error(`${path} does not contain ${original}`)
  const changed = await parseFile(path, found.text.replace(original, replacement))
  return kit.map((file) => (file === found ? changed : file))
}
