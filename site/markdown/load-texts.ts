import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Loader, LoaderContext } from 'astro/loaders'
import type { z } from 'astro/zod'
import { fill } from '../../contract/fill.ts'
import { checkFields } from './check-fields.ts'
import { ContentError, ProblemWith } from './content-error.ts'
import { readFrontMatter } from './front-matter.ts'
import { checkPictureAddresses } from './picture-sizes.ts'
import { fill as fillPlaceholders, type Placeholders, withoutCode } from './placeholders.ts'

interface Texts {
  /** From the project's root: `content/posts`. */
  folder: string
  schema: z.ZodObject
  /** Reads the values of the texts' placeholders. Without it, braces stay. */
  placeholders?: () => Promise<Placeholders>
  /** Replaces each `{name}` by its value before the Markdown is read. Other braces stay. */
  figures?: () => Promise<Placeholders>
  /** Checks further rules. @throws with a sentence and a remedy */
  check?: (text: { id: string; fields: Record<string, unknown>; body: string; root: string }) => void
}

/**
 * In development, texts are read again this long after the last change, in milliseconds. Some editors empty a file before they
 * write it.
 */
const settled = 50

/** The line in which a part of a file begins. */
const lineOf = (contents: string, part: string) =>
  contents.slice(0, contents.indexOf(part)).split(/\r\n?|\n/).length

/** Loads a text, unless it is unchanged and has no problem. @returns its problem, or undefined */
async function loadText(
  id: string,
  { folder, schema, placeholders, figures, check }: Texts,
  { store, config, renderMarkdown, generateDigest }: LoaderContext,
): Promise<string | undefined> {
  const root = fileURLToPath(config.root)
  const filePath = path.join(folder, `${id}.md`)
  const contents = readFileSync(path.join(root, filePath), 'utf8')
  const values = await placeholders?.()
  const known = { ...(await figures?.()) }
  const entry = { id, filePath, digest: generateDigest({ contents, ...values, ...known }) }
  const stored = store.get(id)
  if (stored?.rendered && stored.digest === entry.digest) return undefined
  try {
    const { fields, body: written } = readFrontMatter(contents)
    const body = fill(written, known)
    const data = checkFields(schema, fields)
    check?.({ id, fields: data, body, root })
    const prose = withoutCode(body)
    if (values) fillPlaceholders(prose, values)
    checkPictureAddresses(prose)
    // renderMarkdown reads a header. Without this one, it would take a horizontal rule at the top for a header.
    const header = JSON.stringify({ ...(values && { placeholders: values }) })
    const rendered = await renderMarkdown(`---\n${header}\n---\n${body}`, {
      fileURL: pathToFileURL(path.join(root, filePath)),
    })
    const assetImports = (rendered.metadata?.imagePaths ?? []) as string[]
    for (const picture of assetImports)
      if (!existsSync(path.join(root, folder, picture)))
        throw new ProblemWith(
          picture,
          `There is no picture ${picture} in ${folder}. Put it into content/public, and write its address there, such as /posts/units.svg.`,
        )
    store.set({ ...entry, data, body, rendered, assetImports })
    return undefined
  } catch (error) {
    const sentences = (error as Error).message.split('\n')
    const place =
      error instanceof ProblemWith ? `${filePath}, line ${lineOf(contents, error.part)}` : filePath
    const problem = sentences.map((sentence) => `${place}: ${sentence}`).join('\n')
    store.set({ ...entry, data: { ...schema.parse({}), title: id }, body: problem })
    return problem
  }
}

/**
 * Loads the Markdown files of these folders. A file's name without `.md` is its id. Problems are worded for the author
 * (docs/decisions/001-documents-and-islands.md). A build fails with all problems at once. In development, a text
 * with a problem has no `rendered`, and its `body` is the problem (texts.ts shows it).
 */
export function loadTexts(...sources: Texts[]): Loader {
  return {
    name: 'texts',
    async load(context) {
      const { store, watcher, config, logger } = context
      const root = fileURLToPath(config.root)

      async function loadAll(): Promise<string[]> {
        const found = sources.flatMap((source) => {
          const folder = path.join(root, source.folder)
          const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.md')) : []
          return files.map((file) => ({ id: path.basename(file, '.md'), source }))
        })
        const ids = new Set(found.map(({ id }) => id))
        for (const id of store.keys()) if (!ids.has(id)) store.delete(id)
        const problems = await Promise.all(found.map(({ id, source }) => loadText(id, source, context)))
        return problems.filter((problem) => problem !== undefined)
      }

      // A text of a former run may have been made by other code.
      store.clear()
      const problems = await loadAll()
      if (!watcher) {
        if (problems.length > 0) throw new ContentError(problems)
        return
      }
      for (const problem of problems) logger.error(problem)

      // content/ itself has the values of placeholders.
      const folders = [...sources.map(({ folder }) => path.join(root, folder)), path.join(root, 'content')]
      let last: Promise<void> = Promise.resolve()
      const reload = () => {
        // One reload at a time, so that the later of two quick edits wins.
        last = last
          .then(async () => {
            for (const problem of await loadAll()) logger.error(problem)
          })
          .catch((error) => logger.error(String(error)))
      }
      let timer: NodeJS.Timeout | undefined
      watcher.add(folders)
      watcher.on('all', (_event, file) => {
        if (!folders.includes(path.dirname(file))) return
        clearTimeout(timer)
        timer = setTimeout(reload, settled)
      })
    },
  }
}
