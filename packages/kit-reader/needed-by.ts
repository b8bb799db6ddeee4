import { attributesIn, blocksIn, textIn } from 'terraform/hcl'
import type { KitFile } from './read-kit.ts'

/**
 * The addresses of what `-target` adds: the resource at this address, and everything that its arguments refer to, also by way
 * of local values.
 */
export function neededBy(target: string, files: readonly KitFile[], folder: string): string[] {
  const bodies = files
    .filter(({ path }) => path.startsWith(`${folder}/`) && path.endsWith('.tf'))
    .map(({ hcl }) => hcl ?? [])
  const resources = bodies.flatMap((body) => blocksIn(body, 'resource'))
  const locals = bodies.flatMap((body) =>
    blocksIn(body, 'locals').flatMap((block) => attributesIn(block.body)),
  )
  const needed: string[] = []
  const seen = new Set<string>()
  const visit = (text: string) => {
    for (const [address] of text.matchAll(/\b[a-z]\w*\.\w+/g)) {
      if (seen.has(address)) continue
      seen.add(address)
      visit(locals.find(({ name }) => address === `local.${name}`)?.expression ?? '')
      const found = resources.find(({ labels }) => labels.join('.') === address)
      if (!found) continue
      needed.push(address)
      visit(textIn(found.body))
    }
  }
  visit(target)
  return needed
}
