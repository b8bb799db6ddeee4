import { touchIcon } from '../head/icons.ts'

/** 180 pixels: what an iPhone asks for (https://developer.apple.com/design/human-interface-guidelines/app-icons). */
export const GET = async () =>
  new Response(new Uint8Array(await touchIcon(180)), { headers: { 'content-type': 'image/png' } })
