import { useState } from 'react'

/** Bodies of the documents that this process renders, by their key; empty in the browser. */
const rendered = new Map<string, string>()

/**
 * A page that shows a body need not carry it a second time as data. For a whole page the body is kept for
 * `Body` to render and the loader sends null; for data alone (navigation inside the site) it is sent.
 * @param request as the loader gets it; React Router asks for data under the page's address and `.data`
 */
export function bodyFor(request: Request, key: string, html: string): string | null {
  if (new URL(request.url).pathname.endsWith('.data')) return html
  rendered.set(key, html)
  return null
}

/** A rendered document. Give it its key as React's, too: it reads its text once. */
export function Body({ name, html }: { name: string; html: string | null }) {
  const [text] = useState(
    () => html ?? rendered.get(name) ?? document.querySelector('.prose')?.innerHTML ?? '',
  )
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by site/markdown, which drops raw HTML
  return <div className="prose" dangerouslySetInnerHTML={{ __html: text }} />
}
