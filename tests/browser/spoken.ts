import type { Locator, Page } from '@playwright/test'

interface Value {
  value?: unknown
}
interface Node {
  nodeId: string
  ignored: boolean
  role?: Value
  name?: Value
  value?: Value
  description?: Value
  properties?: { name: string; value: Value }[]
  childIds?: string[]
}

/** Nodes whose role a screen reader does not announce. It reads only their content. */
const transparent = new Set(['generic', 'none', 'LabelText', 'paragraph', 'emphasis', 'strong', 'rowgroup'])
/** Nodes of which a screen reader reads only the name. */
const leaves = new Set(['button', 'link', 'textbox', 'heading', 'columnheader', 'cell', 'image', 'radio'])
/** States that a screen reader reads only when they are true. */
const statesWhenTrue = ['modal', 'required', 'selected', 'checked', 'busy', 'disabled']

function phrase({ role, name, value, description, properties = [] }: Node): string {
  const property = (name: string) => properties.find((candidate) => candidate.name === name)?.value.value
  // Chromium's role for the summary of a `details` element begins with DisclosureTriangle.
  const words = [String(role?.value).replace(/^DisclosureTriangle.*/, 'disclosure')]
  if (name?.value) words.push(JSON.stringify(name.value))
  if (value?.value) words.push(`value ${JSON.stringify(value.value)}`)
  if (property('level') !== undefined) words.push(`level ${property('level')}`)
  for (const state of statesWhenTrue) if (String(property(state)) === 'true') words.push(state)
  if (property('expanded') !== undefined) words.push(property('expanded') ? 'expanded' : 'collapsed')
  if (property('invalid') === 'true') words.push('invalid')
  if (property('live')) words.push(`live ${property('live')}`)
  if (description?.value) words.push(`description ${JSON.stringify(description.value)}`)
  return words.join(' ')
}

/**
 * Reads an element and its content as a screen reader does, from Chromium's accessibility tree (DevTools protocol,
 * Accessibility domain).
 * @returns a phrase for each node, with its role, name, value, states and description
 */
export async function spoken(page: Page, root: Locator): Promise<string[]> {
  // A section far below the window has no accessibility tree yet (`content-visibility: auto`).
  await root.scrollIntoViewIfNeeded()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  const devtools = await page.context().newCDPSession(page)
  try {
    const mark = `spoken-${Math.random()}`
    await root.evaluate((element, mark) => Object.assign(window, { [mark]: element }), mark)
    const { result } = await devtools.send('Runtime.evaluate', {
      expression: `window[${JSON.stringify(mark)}]`,
    })
    const { node: element } = await devtools.send('DOM.describeNode', { objectId: result.objectId ?? '' })
    const { nodes } = (await devtools.send('Accessibility.getFullAXTree')) as unknown as {
      nodes: (Node & { backendDOMNodeId?: number })[]
    }
    const byId = new Map(nodes.map((node) => [node.nodeId, node]))
    const start = nodes.find((node) => node.backendDOMNodeId === element.backendNodeId)
    const phrases: string[] = []
    const read = (node: Node | undefined) => {
      if (!node) return
      const role = String(node.role?.value)
      const isText = role === 'StaticText'
      if (!node.ignored && isText) phrases.push(String(node.name?.value).trim())
      else if (!node.ignored && !transparent.has(role)) phrases.push(phrase(node))
      if (isText || leaves.has(role)) return
      for (const id of node.childIds ?? []) read(byId.get(id))
    }
    read(start)
    return phrases
  } finally {
    await devtools.detach()
  }
}
