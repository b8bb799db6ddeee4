import { kit } from 'virtual:kit'

/** The sample archive, which everybody may download. The sandbox delivers the same bytes. Without a body, Astro writes no file. */
export const GET = () =>
  kit.files > 0 ? new Response(Buffer.from(kit.sampleArchive.base64, 'base64')) : new Response(null)
