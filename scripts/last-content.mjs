// Node loads this before the server when the current content/ cannot be built. Every import from content/ then gets the file
// of the last good build, so that the server has the prices and words of the pages that it serves.
import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const root = path.resolve(import.meta.dirname, '..')
const content = pathToFileURL(path.join(root, 'content') + path.sep).href
const lastContent = pathToFileURL(path.join(root, 'build/content') + path.sep).href

registerHooks({
  resolve(specifier, context, nextResolve) {
    // Only relative imports lead to content/. Redirect them before Node looks for the file, which may no longer exist.
    if (!specifier.startsWith('.') || !context.parentURL) return nextResolve(specifier, context)
    const { href } = new URL(specifier, context.parentURL)
    const last = href.startsWith(content) ? lastContent + href.slice(content.length) : specifier
    return nextResolve(last, context)
  },
})
