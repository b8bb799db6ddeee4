import { kit } from 'virtual:kit'

/** The sample as everybody may download it. The sandbox delivers the same bytes. */
export const GET = () => new Response(Buffer.from(kit.sampleArchive.base64, 'base64'))
