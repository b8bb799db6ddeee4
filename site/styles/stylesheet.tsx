import hanken from '../../contract/fonts/hanken-grotesk.woff2?url'
import mono from '../../contract/fonts/red-hat-mono.woff2?url'
import faces from './faces.css?url'

/** The faces of faces.css for site/early.js, by family. */
const faceFiles = JSON.stringify({ 'Hanken Grotesk Variable': hanken, 'Red Hat Mono Variable': mono })

// Built pages carry the whole sheet: a request before the first paint costs more than its bytes do
// (docs/performance.md). The browser's bundle must not carry it a second time, so only the server imports it.
const inlined =
  import.meta.env.SSR && import.meta.env.PROD ? (await import('./app.css?inline')).default : null
const href = import.meta.env.DEV ? (await import('./app.css?url')).default : null

export function Stylesheet() {
  if (href) {
    return (
      <>
        <link rel="stylesheet" href={href} />
        <link rel="stylesheet" href={faces} />
      </>
    )
  }
  // In the browser the element is already there; its own text keeps hydration, and a full render after an
  // error, from losing the sheet.
  const sheet = inlined ?? document.getElementById('sheet')?.textContent ?? ''
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet */}
      <style id="sheet" data-faces={faceFiles} dangerouslySetInnerHTML={{ __html: sheet }} />
      <noscript>
        <link rel="stylesheet" href={faces} />
      </noscript>
    </>
  )
}
