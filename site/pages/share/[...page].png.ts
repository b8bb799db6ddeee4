import type { APIRoute } from 'astro'
import { sharePicturesPath } from '../../../contract/paths.ts'
import { listedPages } from '../../feeds/listed-pages.ts'
import { sharePicture } from '../../head/share-picture.ts'
import { plan } from '../../home/plan/plan.tsx'
import { drawSharePicture } from '../../share/draw-share-picture.tsx'
import type { SharedPage } from '../../share/picture.tsx'

interface Props {
  page: SharedPage
  /** The picture, which the build begins to draw before it renders any page. In development, each is drawn when asked for. */
  drawn: Promise<Uint8Array<ArrayBuffer>> | null
}

const draw = (page: SharedPage) => drawSharePicture(page, plan.wide)

export const getStaticPaths = async () =>
  (await listedPages()).flatMap(({ path, title, details = {} }) => {
    if (title === undefined) return []
    const page = {
      title,
      details: Object.entries(details).flatMap(([label, text]) => (text ? [{ label, text }] : [])),
    }
    return {
      params: { page: sharePicture(path).slice(sharePicturesPath.length, -'.png'.length) },
      props: { page, drawn: import.meta.env.PROD ? draw(page) : null },
    }
  })

export const GET: APIRoute<Props> = async ({ props: { page, drawn } }) =>
  new Response(await (drawn ?? draw(page)), { headers: { 'content-type': 'image/png' } })
