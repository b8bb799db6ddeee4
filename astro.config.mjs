// Keep this plain JavaScript. With a TypeScript configuration, Astro closes its module runner before plugins that import
// lazily (site/markdown/highlight.ts) finish, and the build succeeds with empty posts.
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { unified } from '@astrojs/markdown-remark'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { virtualKit } from 'kit-reader/vite'
import { sample } from '#content/sample.ts'
import { site } from '#content/site.ts'
import { words } from '#content/words.ts'
import { typefaces } from './brand/typefaces.ts'
import { computedPrefixes } from './contract/paths.ts'
import { plugins } from './site/markdown/plugins.ts'
import { compress } from './site/plugins/compress.ts'
import { development } from './site/plugins/development.ts'
import { functionsProxy } from './site/plugins/functions-proxy.ts'
import { inlineScript } from './site/plugins/inline-script.ts'

const functions = `http://127.0.0.1:${process.env.FUNCTIONS_PORT ?? '3001'}`

/** Registers the directives that say when an island hydrates. @type {import('astro').AstroIntegration} */
const directives = {
  name: 'directives',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      addClientDirective({ name: 'intent', entrypoint: './site/directives/intent.ts' })
    },
  },
}

export default defineConfig({
  site: process.env.VITE_SITE_URL ?? 'http://localhost:3000',
  srcDir: './site',
  // The seller's pictures, beside everything else that a seller edits.
  publicDir: './content/public',
  outDir: `./${process.env.BUILD_DIRECTORY || 'build'}/client`,
  trailingSlash: 'never',
  build: { assets: 'assets', inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  integrations: [react(), directives, development(), compress()],
  markdown: {
    // Shiki colors by style attributes, which the content security policy refuses. codeFigures colors by class.
    syntaxHighlight: false,
    processor: unified(plugins),
  },
  vite: {
    // Without it, Astro gives scripts only PUBLIC_* variables: they would not know VITE_FUNCTIONS_BASE_URL.
    envPrefix: 'VITE_',
    // Features.LightDark: no light-dark() is rewritten for cssTarget, because that would undo the toasts' opposite theme. Older
    // browsers have fallbackSheet (brand/theme.ts).
    css: { lightningcss: { exclude: 1048576 } },
    plugins: [inlineScript(), virtualKit({ ...sample, product: site.name, words: words.sample })],
    // Only the server imports these packages. Vite finds them in site/, and would bundle them for the browser before it serves
    // the first page.
    optimizeDeps: { exclude: ['shiki', 'react-dom/server'] },
    server: {
      // In a copy of the project for a test, the packages are links to another folder.
      fs: { allow: ['.', path.dirname(realpathSync('node_modules/astro'))] },
      proxy: Object.fromEntries(computedPrefixes.map((prefix) => [prefix, functionsProxy(functions)])),
    },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            // Put the code that islands share into few files. By default there are ten, each with its own request.
            output: {
              codeSplitting: {
                groups: [
                  // React, and what else every island needs. Not every one asks the server, so queries are apart.
                  {
                    name: 'react',
                    test: /node_modules\/(react|react-dom|scheduler)\/|site\/(hydrated\.ts|(island|ui\/(button|code|icons|sheet))\.tsx)|content\/site\.ts|contract\/(paths|money)\.ts|preload-helper/,
                    priority: 1,
                  },
                  // Every call to the server.
                  { name: 'queries', test: /node_modules\/@tanstack\/|\/site\/queries\.ts/, priority: 1 },
                  { name: 'shared', minShareCount: 2 },
                ],
              },
            },
          },
        },
      },
    },
    build: {
      // Sonner inserts its style sheet by script, which the content security policy refuses. The call returns nothing, so as a
      // pure one it is left out. site/ui/toasts.css imports the same sheet as a file.
      rolldownOptions: { treeshake: { manualPureFunctions: ['__insertCSS'] } },
      cssTarget: ['chrome123', 'safari16.4', 'firefox128'],
      // Inlined in the page: the headings' typeface (site/styles/fonts.css) and the page's own script.
      assetsInlineLimit: (file, content) =>
        file.endsWith(`/${typefaces.heading.file}-basic.woff2`) ||
        (file.endsWith('.js') ? content.length < 8192 : undefined),
    },
  },
})
