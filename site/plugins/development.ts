import { existsSync } from 'node:fs'
import path from 'node:path'
import type { AstroIntegration } from 'astro'
import type { ViteDevServer } from 'vite'

const posts = path.resolve(import.meta.dirname, '../../content/posts')

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

/** What `npm run dev` adds to Astro's own server. The build does not use it. */
export const development = (): AstroIntegration => ({
  name: 'development',
  hooks: {
    'astro:server:setup': ({ server }) => {
      // If scripts/dev.mjs is killed with SIGKILL, only the closed channel shows it.
      if (process.connected) process.once('disconnect', () => process.exit())
      showBrokenIslands(server)
      // An unknown post gets its own not-found page, as in server/http/site-files.ts.
      server.middlewares.use((request, _response, next) => {
        const [, id] = /^\/blog\/([^/?]+?)(?:\.md)?(?=[/?]|$)/.exec(request.url ?? '') ?? []
        if (id && !existsSync(path.join(posts, `${id}.md`))) request.url = '/blog/404'
        next()
      })
    },
    // On this message, scripts/dev.mjs starts the functions.
    'astro:server:start': () => {
      process.send?.('listening')
    },
  },
})
