import { readFileSync } from 'node:fs'
import { build, minify, type Plugin, transformWithOxc } from 'vite'

const suffix = '?inline-script'

/** `import text from './x.ts?inline-script'`: the minified text of a script without imports, for a script element. */
export const inlineScript = (): Plugin => ({
  name: 'inline-script',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith(suffix)) return null
    const file = id.slice(0, -suffix.length)
    this.addWatchFile(file)
    const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
    // The braces hide the script's names from the page's other scripts.
    const { code: minified } = await minify('theme.js', `{${code}}`, { module: false })
    return `export default ${JSON.stringify(minified)}`
  },
})

const moduleSuffix = '?inline-module'

/**
 * `import text from './x.ts?inline-module'`: a module with all that it imports as one minified text, for a page that may fetch
 * nothing, or that not every product has. Astro writes files of the scripts of all pages, also of those that it leaves out.
 */
export const inlineModule = (): Plugin => ({
  name: 'inline-module',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith(moduleSuffix)) return null
    const input = id.slice(0, -moduleSuffix.length)
    const built = await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      build: { write: false, modulePreload: false, rolldownOptions: { input } },
    })
    const [chunk, ...others] = 'output' in built ? built.output : []
    if (chunk?.type !== 'chunk' || others.length > 0)
      throw new Error(`${input} does not fit into one script.`)
    for (const file of chunk.moduleIds) this.addWatchFile(file)
    // The end of the script element must not be in it.
    return `export default ${JSON.stringify(chunk.code.replaceAll('</script', '<\\/script'))}`
  },
})
