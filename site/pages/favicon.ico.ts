import { icoFile } from '../head/icons.ts'

/** This icon is for programs that request this address without reading the page. */
export const GET = async () =>
  new Response(new Uint8Array(await icoFile()), { headers: { 'content-type': 'image/x-icon' } })
