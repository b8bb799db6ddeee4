import { build, type Plugin } from 'vite'

/**
 * `import text from './x.ts?inline-module'`: a module with all its imports as one minified text, for a page that may not fetch
 * anything. `?inline-script` is the same for a script element that is not a module.
 * @throws Error if the text does not fit into one script element
 */
export const inlineScript = (): Plugin => ({
  name: 'inline-script',
  enforce: 'pre',
  async load(id) {
    const [, input, kind] = /^(.+)\?inline-(script|module)$/.exec(id) ?? []
    if (!input) return null
    const built = await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      // A page that may fetch nothing has no use for React's developer tools, and less to carry.
      define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
      build: {
        write: false,
        modulePreload: false,
        rolldownOptions: {
          input,
          // A function hides a script's names from the page's other scripts. A module may have an await outside of functions.
          output: { format: kind === 'script' ? 'iife' : 'es' },
          // The "use client" of React libraries is for servers.
          checks: { moduleLevelDirective: false },
        },
      },
    })
    const [chunk, ...others] = 'output' in built ? built.output : []
    if (chunk?.type !== 'chunk' || others.length > 0)
      throw new Error(`${input} does not fit into one script.`)
    for (const file of chunk.moduleIds) this.addWatchFile(file)
    // After "<!--" and "<script", "</script>" no longer ends the element: the rest of the page would be part of the script
    // (https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements).
    if (/<!--.*<script/is.test(chunk.code))
      throw new Error(`${input} has "<!--" before "<script". Write "\\x3c!--", so that the element can end.`)
    return `export default ${JSON.stringify(chunk.code.replaceAll(/<\/(?=script)/gi, '<\\/'))}`
  },
})
