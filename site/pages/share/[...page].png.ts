import type { APIRoute } from 'astro'
import { sharePicturesPath } from '../../../contract/paths.ts'
import { listedPages } from '../../feeds/listed-pages.ts'
import { sharePicture } from '../../head/share-picture.ts'
import { plan } from '../../home/plan/plan.tsx'
import { drawSharePicture } from '../../share/draw-share-picture.tsx'
import type { SharedPage } from '../../share/picture.tsx'

export const getStaticPaths = async () =>
  (await listedPages()).flatMap(({ path, title, details = {} }) =>
    title === undefined
      ? []
      : {
          params: { page: sharePicture(path).slice(sharePicturesPath.length, -'.png'.length) },
          props: {
            title,
            details: Object.entries(details).flatMap(([label, text]) => (text ? [{ label, text }] : [])),
          },
        },
  )

export const GET: APIRoute<SharedPage> = async ({ props }) =>
  new Response(await drawSharePicture(props, plan.wide), { headers: { 'content-type': 'image/png' } })
