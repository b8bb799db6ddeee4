// @ts-check
// Plain JavaScript on purpose: with a TypeScript configuration, Astro closes its module runner before plugins that
// import lazily (markdown/highlight.ts) are done, and the build ends without an error and with empty posts.
import { unified } from '@astrojs/markdown-remark'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { computedPrefixes } from './contract/paths.ts'
import { compress } from './scripts/compress.ts'
import { siteFonts } from './scripts/site-fonts.ts'
import { sonnerSheet } from './scripts/sonner-sheet.ts'
import { plugins } from './site/markdown/plugins.ts'

const functions = `http://127.0.0.1:${process.env.FUNCTIONS_PORT ?? '3001'}`

/** Registers the `client:intent` directive (site/intent.ts). @type {import('astro').AstroIntegration} */
const clientIntent = {
  name: 'client:intent',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'intent', entrypoint: './site/intent.ts' }),
  },
}

/** Tells scripts/dev.mjs when the site answers, and ends with it. @type {import('astro').AstroIntegration} */
const development = {
  name: 'development',
  hooks: {
    'astro:server:setup': () => {
      // If the parent is killed outright, the closed channel is the only sign.
      if (process.connected) process.once('disconnect', () => process.exit())
    },
    'astro:server:start': () => {
      process.send?.('listening')
    },
  },
}

export default defineConfig({
  site: process.env.VITE_SITE_URL ?? 'http://localhost:3000',
  srcDir: './site',
  // The seller's pictures: everything that a seller edits is in one folder.
  publicDir: './content/public',
  outDir: `./${process.env.BUILD_DIRECTORY || 'build'}/client`,
  trailingSlash: 'never',
  build: { assets: 'assets', inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  integrations: [siteFonts(), react(), clientIntent, development, compress()],
  markdown: {
    // Shiki colors by style attributes, which the content security policy refuses. codeFigures colors by class.
    syntaxHighlight: false,
    processor: unified(plugins),
  },
  vite: {
    plugins: [sonnerSheet()],
    server: {
      proxy: Object.fromEntries(computedPrefixes.map((prefix) => [prefix, functions])),
    },
    build: {
      // These browsers know light-dark(). The fallback for older ones would double the palette in every page.
      cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
      // The heading's face travels inside the style sheet (scripts/site-fonts.ts).
      assetsInlineLimit: (file) => file.endsWith('/fonts/heading.woff2') || undefined,
    },
  },
})
