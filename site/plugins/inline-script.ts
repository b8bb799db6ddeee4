import { readFileSync } from 'node:fs'
import { minify, type Plugin, transformWithOxc } from 'vite'

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
