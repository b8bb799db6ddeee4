import source from '#content/favicon.svg?raw'

/** The head of each page contains the icon. This file is for the manifest and for programs that need an address. */
export const GET = () => new Response(source, { headers: { 'content-type': 'image/svg+xml' } })
