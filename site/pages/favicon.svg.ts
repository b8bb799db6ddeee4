import source from '../../content/favicon.svg?raw'

/** In the pages, the icon is part of the head; this is for the manifest and for programs that want an address. */
export const GET = () => new Response(source, { headers: { 'content-type': 'image/svg+xml' } })
