import icon from '../content/favicon.svg?raw'

/** The icon as a file of the build, for pages that React Router does not render (server/http/page.ts). */
export function loader() {
  return new Response(icon, { headers: { 'content-type': 'image/svg+xml' } })
}
