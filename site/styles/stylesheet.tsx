import { useMatches } from 'react-router'
import hanken from '../../contract/fonts/hanken-grotesk.woff2?url'
import mono from '../../contract/fonts/red-hat-mono.woff2?url'
import faces from './faces.css?url'
import withReact from './with-react.css?url'

/** The faces of faces.css for site/early.js, by family. */
const faceFiles = JSON.stringify({ 'Hanken Grotesk Variable': hanken, 'Red Hat Mono Variable': mono })

// Built pages carry their sheet: a request before the first paint costs more than its bytes do
// (docs/performance.md). The browser's bundle must not carry it a second time, so only the server imports it.
const inlined =
  import.meta.env.SSR && import.meta.env.PROD
    ? {
        shared: (await import('./app.css?inline')).default,
        home: (await import('./pages/home.css?inline')).default,
        document: (await import('./pages/document.css?inline')).default,
        blog: (await import('./pages/blog.css?inline')).default,
        'payment-success': (await import('./pages/payment-success.css?inline')).default,
        'not-found': (await import('./pages/not-found.css?inline')).default,
      }
    : null
const href = import.meta.env.DEV ? (await import('./app.css?url')).default : null

/** What a page's module exports as `handle`: the sheet of styles/pages that it needs beside the shared one. */
export interface PageHandle {
  sheet: Exclude<keyof NonNullable<typeof inlined>, 'shared'>
}

export function Stylesheet() {
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined
  if (href) {
    return (
      <>
        <link rel="stylesheet" href={href} />
        <link rel="stylesheet" href={withReact} />
        <link rel="stylesheet" href={faces} />
      </>
    )
  }
  // In the browser the element is already there; its own text keeps hydration, and a full render after an
  // error, from losing the sheet.
  const sheet = inlined
    ? inlined.shared + (handle ? inlined[handle.sheet] : '')
    : (document.getElementById('sheet')?.textContent ?? '')
  return (
    <>
      <style
        id="sheet"
        data-faces={faceFiles}
        data-with-react={withReact}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet
        dangerouslySetInnerHTML={{ __html: sheet }}
      />
      <noscript>
        <link rel="stylesheet" href={faces} />
      </noscript>
    </>
  )
}
