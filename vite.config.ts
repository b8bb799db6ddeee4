import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

// In development the site is served by Vite and everything else by the shop's server behind it.
const functions = `http://127.0.0.1:${process.env.FUNCTIONS_PORT ?? '3001'}`

/** Tells scripts/dev.mjs of the first answer, or that nobody asks: it starts the functions then. */
const firstAnswer: Plugin = {
  name: 'first-answer',
  apply: 'serve',
  configureServer({ httpServer }) {
    // Killed outright, that script tells nobody.
    if (process.connected) process.once('disconnect', () => process.exit())
    const tell = () => process.connected && process.send?.('answered')
    httpServer?.once('listening', () => {
      const nobody = setTimeout(tell, 500)
      httpServer.once('request', (_request, response) => {
        clearTimeout(nobody)
        response.once('close', tell)
      })
    })
  },
}

/**
 * What a module imports is made ready while the module itself is: one after the other takes longer. Not by the
 * configuration: React Router reads that for a second Vite, too, which only looks at the routes and would make all of it again.
 */
const imports: Plugin = {
  name: 'imports',
  apply: 'serve',
  configureServer({ environments }) {
    if (environments.ssr) environments.ssr.config.dev.preTransformRequests = true
  },
}

export default defineConfig({
  // The seller's pictures: all that a seller edits is in one folder.
  publicDir: 'content/public',
  plugins: [tailwindcss(), reactRouter(), firstAnswer, imports],
  // Another for the test of a first start, which has none.
  cacheDir: process.env.VITE_CACHE_DIR ?? 'node_modules/.vite',
  server: {
    // Only what the pages are made of: looking at every file of the rest takes a tenth of the time to the first page.
    watch: { ignored: [`${import.meta.dirname}/!(content|contract|site)/**/*`] },
    proxy: {
      '/functions': functions,
      '/sandbox': functions,
      '/healthz': functions,
      '/readyz': functions,
      '/.well-known': functions,
    },
  },
  environments: {
    client: {
      // The libraries of every page from the start: met one after the other, they have the first page that is ever
      // opened ask for files that are outdated by then, and React does not start.
      optimizeDeps: { entries: ['site/**/*.tsx'] },
      // All but the pages themselves is one file: by import it was sixteen, each with its headers and too small to
      // compress well.
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: [{ name: 'app', test: /^(?!.*\/(site\/pages|content\/home)\/)/ }] },
          },
        },
      },
    },
  },
  build: {
    // light-dark() as it is written: its stand-in for older browsers doubles the palette in every page.
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
    // This face travels inside the style sheet; see site/styles/fonts.css.
    assetsInlineLimit: (file) => file.endsWith('familjen-grotesk-600-common.woff2'),
  },
})
