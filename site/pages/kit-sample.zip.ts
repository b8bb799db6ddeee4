import { kit } from 'virtual:kit'

/** The sample archive, which everybody may download. The sandbox delivers the same bytes. */
export const GET = () => new Response(Buffer.from(kit.sampleArchive.base64, 'base64'))
