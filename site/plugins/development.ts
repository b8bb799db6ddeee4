import { existsSync } from 'node:fs'
import path from 'node:path'
import type { AstroIntegration } from 'astro'

const posts = path.resolve(import.meta.dirname, '../../content/posts')

/** What `npm run dev` adds to Astro's own server. The build does not use it. */
export const development = (): AstroIntegration => ({
  name: 'development',
  hooks: {
    'astro:server:setup': ({ server }) => {
      // If scripts/dev.mjs is killed with SIGKILL, only the closed channel shows it.
      if (process.connected) process.once('disconnect', () => process.exit())
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
