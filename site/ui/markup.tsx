import { useState } from 'react'

/** HTML that this process renders into its pages, by element; empty in the browser. */
const rendered = new Map<string, string>()

/**
 * HTML that a page shows need not be carried a second time as data. For a whole page it is kept for `Markup` to
 * render and the loader sends null; for data alone (navigation inside the site) it is sent.
 * @param request as the loader gets it; React Router asks for data under the page's address and `.data`
 * @param id of the element that shows it
 */
export function markupFor(request: Request, id: string, html: string): string | null {
  if (new URL(request.url).pathname.endsWith('.data')) return html
  rendered.set(id, html)
  return null
}

/** What is late needs site/boot/boot.ts to be put into its place, which the development server's pages do not have. */
const canBeLate = import.meta.env.MODE !== 'development'

/**
 * HTML rendered by our own server from our own content: a document, coloured code. Where the id can change, give
 * it as React's key, too: the text is read once.
 * @param late it travels at the page's end, in `LateMarkup`, since few will see it; site/early.js puts it into its
 * place
 */
export function Markup({
  id,
  html,
  className,
  late = false,
}: {
  id: string
  html: string | null
  className?: string
  late?: boolean
}) {
  const travelsLate = late && canBeLate
  const [text] = useState(() => html ?? (travelsLate && import.meta.env.SSR ? '' : firstText(id)))
  return (
    <div
      id={id}
      className={className}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}

/**
 * Where the HTML of a late `Markup` travels: in a `noscript` that has `data-late`. It is mere text there, so that reading
 * the page is quick, and shown only where no script puts it into its place.
 */
export function LateMarkup({ id }: { id: string }) {
  return (
    <div
      data-late-for={id}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
      dangerouslySetInnerHTML={{ __html: (canBeLate && rendered.get(id)) || '' }}
    />
  )
}

/**
 * What the server rendered; in the browser, which hydrates, what it finds of that. Not the one style that a script gives
 * parts of it (site/boot/lay-out-later.ts): in a page that React makes anew they would stay as they are just then.
 */
function firstText(id: string): string {
  if (import.meta.env.SSR) return rendered.get(id) ?? ''
  const found = document.getElementById(id)?.innerHTML ?? ''
  return found.replaceAll(/ style="content-visibility: \w+;"/g, '')
}
