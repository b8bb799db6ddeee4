import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Loader, LoaderContext } from 'astro/loaders'
import type { z } from 'astro/zod'
import { checkFields } from './check-fields.ts'
import { ContentError } from './content-error.ts'
import { readFrontMatter } from './front-matter.ts'
import { checkPlaceholders, type Placeholders } from './placeholders.ts'

interface Texts {
  /** From the project's root: `content/posts`. */
  folder: string
  schema: z.ZodObject
  /** Reads the values of the texts' placeholders. Without it, braces stay. */
  placeholders?: () => Promise<Placeholders>
  /** Checks further rules. @throws with a sentence and a remedy */
  check?: (text: { id: string; fields: Record<string, unknown>; body: string; root: string }) => void
}

/**
 * Some editors empty a file before they write it, and the watcher may report only the first change. Resolves when two
 * reads, 80 ms apart, are the same.
 */
async function waitUntilWritten(file: string): Promise<void> {
  const read = () => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
  for (let before: string | undefined, now = read(); ; before = now, now = read()) {
    if (now === before) return
    await pause(80)
  }
}

/**
 * Loads the Markdown files of these folders. A file's name without `.md` is its id. Problems are worded for the author
 * (docs/decisions/019-texts-by-a-loader-of-our-own.md). A build fails with all problems at once. In development, a text
 * with a problem has no `rendered`, and its `body` is the problem (texts.ts shows it).
 */
export function loadTexts(...sources: Texts[]): Loader {
  const sourceByFolder = new Map(sources.map((source) => [source.folder, source]))

  async function load(
    file: string,
    { folder, schema, placeholders, check }: Texts,
    { store, config, renderMarkdown, generateDigest }: LoaderContext,
  ) {
    const root = fileURLToPath(config.root)
    const id = path.basename(file, '.md')
    const filePath = path.join(folder, `${id}.md`)
    const contents = readFileSync(path.join(root, filePath), 'utf8')
    const values = await placeholders?.()
    const entry = { id, filePath, digest: generateDigest({ contents, ...values }) }
    try {
      const { fields, body } = readFrontMatter(contents)
      const data = checkFields(schema, fields)
      check?.({ id, fields: data, body, root })
      if (values) checkPlaceholders(body, values)
      // renderMarkdown reads a header. Without this one, it would take a horizontal rule at the top for a header.
      const header = JSON.stringify({ ...(values && { placeholders: values }) })
      const rendered = await renderMarkdown(`---\n${header}\n---\n${body}`, {
        fileURL: pathToFileURL(path.join(root, filePath)),
      })
      const assetImports = (rendered.metadata?.imagePaths ?? []) as string[]
      store.set({ ...entry, data, body, rendered, assetImports })
      return undefined
    } catch (error) {
      const sentences = (error as Error).message.split('\n')
      const problem = sentences.map((sentence) => `${filePath}: ${sentence}`).join('\n')
      store.set({ ...entry, data: { ...schema.parse({}), title: id }, body: problem })
      return problem
    }
  }

  return {
    name: 'texts',
    async load(context) {
      const { store, watcher, config, logger } = context
      const root = fileURLToPath(config.root)
      const sourceOf = (file: string) =>
        file.endsWith('.md') ? sourceByFolder.get(path.relative(root, path.dirname(file))) : undefined
      const filesOf = (from: Texts[]) =>
        from
          .map(({ folder }) => path.join(root, folder))
          .filter((directory) => existsSync(directory))
          .flatMap((directory) => readdirSync(directory).map((name) => path.join(directory, name)))
      const textsWithPlaceholders = () => filesOf(sources.filter(({ placeholders }) => placeholders))
      store.clear()
      const loading = filesOf(sources).map((file) => {
        const source = sourceOf(file)
        return source && load(file, source, context)
      })
      const problems = (await Promise.all(loading)).filter((problem) => problem !== undefined)
      if (!watcher) {
        if (problems.length > 0) throw new ContentError(problems)
        return
      }
      for (const problem of problems) logger.error(problem)

      for (const { folder } of sources) watcher.add(path.join(root, folder))
      const valuesFolder = path.join(root, 'content')
      const reloadText = async (file: string, source: Texts) => {
        await waitUntilWritten(file)
        if (!existsSync(file)) return store.delete(path.basename(file, '.md'))
        const problem = await load(file, source, context)
        if (problem) logger.error(problem)
      }
      // Load one at a time, so that the later of two quick edits wins.
      let last: Promise<void> = Promise.resolve()
      const reload = (file: string) => {
        const isValue = path.dirname(file) === valuesFolder && file.endsWith('.ts')
        for (const text of isValue ? textsWithPlaceholders() : [file]) {
          const source = sourceOf(text)
          if (!source) continue
          last = last.then(() => reloadText(text, source)).catch((error) => logger.error(String(error)))
        }
      }
      for (const event of ['add', 'change', 'unlink'] as const) watcher.on(event, reload)
    },
  }
}
