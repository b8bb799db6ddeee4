import { kit } from 'virtual:kit'
import type { APIRoute } from 'astro'
import { catalog } from '#content/catalog.ts'
import { hero } from '#content/home/hero.ts'
import { kitFiles } from '#content/home/included.ts'
import { labels } from '#content/labels.ts'
import { site } from '#content/site.ts'
import { formatMoney } from '../../../contract/money.ts'
import { kitFilePath, pages, sharePicturesPath } from '../../../contract/paths.ts'
import { openingPrices } from '../../../contract/prices.ts'
import { categoriesWithPage } from '../../blog/categories.ts'
import { indexedPages } from '../../feeds/sitemap.ts'
import { sharePicture } from '../../head/share-picture.ts'
import { plan } from '../../home/plan/plan.tsx'
import { formatDay } from '../../markdown/day.ts'
import { newestPosts } from '../../markdown/newest-posts.ts'
import { getTexts } from '../../markdown/texts.ts'
import { drawSharePicture } from '../../share/draw-share-picture.tsx'
import type { SharedPage } from '../../share/picture.tsx'
import { toolPages } from '../../tools/tool-pages.ts'

const sources = import.meta.glob<string>('../**/*.astro', { query: '?raw', import: 'default', eager: true })

const picture = (path: string, title: string, details: Record<string, string> = {}) => ({
  path,
  title,
  details: Object.entries(details).flatMap(([label, text]) => (text ? [{ label, text }] : [])),
})

const ofKit: Record<string, string> =
  kit.files > 0
    ? { [labels.picture.files]: String(kit.files), [labels.picture.revision]: `v${kit.version}` }
    : {}

// Draw a picture for each page that search engines may list.
export async function getStaticPaths() {
  const posts = await newestPosts()
  const texts = await getTexts('pages')
  const files = Object.entries(sources).map(([file, text]) => [file.replace(/^\.\./, '.'), text])
  const shown = [
    picture(pages.home, hero.headline, {
      [labels.picture.price]: formatMoney(openingPrices(catalog).priceCents, catalog.currency, site.language),
      ...ofKit,
    }),
    picture(pages.blog, labels.blog.title, { [labels.picture.posts]: String(posts.length) }),
    ...categoriesWithPage(posts).map(({ slug, name, posts: inCategory }) =>
      picture(pages.category(slug), name, { [labels.picture.posts]: String(inCategory.length) }),
    ),
    ...posts.map(({ id, data: { title, category, date } }) =>
      picture(pages.post(id), title || id, {
        [labels.picture.category]: category,
        [labels.picture.published]: formatDay(date, 'short'),
      }),
    ),
    ...texts.map(({ id, data }) => picture(`/${id}`, data.title)),
    ...(kit.files > 0 ? [picture(pages.files, kitFiles.all.title, ofKit)] : []),
    ...toolPages.map(({ path, title }) => picture(path, title)),
    // A path may break after each of its folders.
    ...kit.samples.map(({ path }) =>
      picture(kitFilePath(path), path.replaceAll('/', '/ '), {
        [labels.picture.revision]: `v${kit.version}`,
      }),
    ),
  ]
  const others = indexedPages(Object.fromEntries(files))
    .filter(({ path }) => shown.every((one) => one.path !== path))
    .filter(({ path }) => path !== pages.files || kit.files > 0)
    .map(({ path, title }) => picture(path, title || site.name))
  return [...shown, ...others].map(({ path, ...props }) => ({
    params: { page: sharePicture(path).slice(sharePicturesPath.length, -'.png'.length) },
    props,
  }))
}

export const GET: APIRoute<SharedPage> = async ({ props }) =>
  new Response(await drawSharePicture(props, plan?.wide), { headers: { 'content-type': 'image/png' } })
