import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { pages } from '../../../contract/paths.ts'

/** Filled by the page's loader, so only on the server; in the browser it stays empty. */
const rendered = new Map<string, string>()

/** Gives the server the HTML of a `ServerMarkup`. Call it in the loader, before the page renders. */
export function provideMarkup(id: string, html: string): void {
  rendered.set(id, html)
}

/**
 * A part that is heavy to send twice (coloured code, the kit's panels): the server renders it into the page, and
 * the browser keeps what it got. The HTML is neither in the scripts nor in the data for hydration. A visitor who
 * came by navigation inside the site gets it out of the home page as it is served.
 * @param onReady called once the markup is there
 */
export function ServerMarkup({
  id,
  className,
  onReady,
}: {
  id: string
  className?: string | undefined
  onReady?: (() => void) | undefined
}) {
  const element = useRef<HTMLDivElement>(null)
  const [missing, setMissing] = useState(false)
  const { data: page } = useQuery({
    queryKey: ['home page'],
    queryFn: fetchHomePage,
    enabled: missing,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const html = rendered.get(id) ?? page?.getElementById(id)?.innerHTML ?? ''

  useEffect(() => {
    if (element.current?.hasChildNodes()) onReady?.()
    else if (html === '') setMissing(true)
  }, [html, onReady])

  return (
    <div
      id={id}
      ref={element}
      className={className}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by our own server from our own content
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

async function fetchHomePage({ signal }: { signal: AbortSignal }): Promise<Document> {
  const response = await fetch(pages.home, { signal })
  if (!response.ok) throw new Error(`The home page answered ${response.status}`)
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}
