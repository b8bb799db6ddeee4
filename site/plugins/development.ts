import { existsSync } from 'node:fs'
import path from 'node:path'
import type { AstroIntegration } from 'astro'
import type { Plugin, ViteDevServer } from 'vite'

const root = path.resolve(import.meta.dirname, '../..')
const posts = path.join(root, 'content/posts')

/**
 * Fails for a file that is gone, and gives Astro that file as `id`. The error that Vite throws has no id, so Astro takes the first
 * path in its stack, which is a file of Vite with 1.4 MB, and highlights all of it for the error page. For 8 s or more the server
 * then answers nothing and does not notice that the file is back.
 */
const nameMissingFile: Plugin = {
  name: 'name-missing-file',
  // The browser gets Vite's 404.
  applyToEnvironment: ({ name }) => name !== 'client',
  load(id) {
    const [file = ''] = id.split('?')
    if (file.startsWith(root + path.sep) && !existsSync(file))
      this.error({ message: `${file} does not exist.`, id })
  },
}

/**
 * Shows the error page of Vite for a browser file that cannot be compiled. Vite shows it only for files that the page has loaded,
 * and an island loads late.
 */
function showBrokenIslands({ watcher, environments, config }: ViteDevServer): void {
  const broken = new Set<string>()
  watcher.on('change', async (file) => {
    if (!/\.tsx?$/.test(file) || !file.startsWith(path.join(config.root, 'site/'))) return
    const { client } = environments
    try {
      // A new query, because Vite would answer with the last good result.
      await client.transformRequest(`/${path.relative(config.root, file)}?checked=${Date.now()}`)
      if (broken.delete(file)) client.hot.send({ type: 'full-reload' })
    } catch (error) {
      broken.add(file)
      const { message, stack = '', ...details } = error as Error
      client.hot.send({ type: 'error', err: { message, stack, ...details } })
    }
  })
}

/**
 * Loads the page again when a file of content/ changes. Once an island has loaded such a file, Vite updates the island alone, and a
 * section of the page that imports the same file would keep the old text.
 */
function showContent({ watcher, environments, config }: ViteDevServer): void {
  watcher.on('change', (file) => {
    if (/\.ts$/.test(file) && file.startsWith(path.join(config.root, 'content/')))
      environments.client.hot.send({ type: 'full-reload' })
  })
}

/** What `npm run dev` adds to Astro's own server. The build does not use it. */
export const development = (): AstroIntegration => ({
  name: 'development',
  hooks: {
    'astro:config:setup': ({ command, updateConfig }) => {
      if (command === 'dev') updateConfig({ vite: { plugins: [nameMissingFile] } })
    },
    'astro:server:setup': ({ server }) => {
      showBrokenIslands(server)
      showContent(server)
      // An unknown post gets its own not-found page, as in server/http/site-files.ts.
      server.middlewares.use((request, _response, next) => {
        const [, id] = /^\/blog\/([^/?]+?)(?:\.md)?(?=[/?]|$)/.exec(request.url ?? '') ?? []
        if (id && !existsSync(path.join(posts, `${id}.md`))) request.url = '/blog/404'
        next()
      })
    },
  },
})
