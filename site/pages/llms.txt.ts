import { kit } from 'virtual:kit'
import type { APIRoute } from 'astro'
import { kitFiles } from '#content/home/included.ts'
import { labels } from '#content/labels.ts'
import { site as shop } from '#content/site.ts'
import { kitFilePath, pages } from '../../contract/paths.ts'
import { llmsText } from '../feeds/llms.ts'
import { sections } from '../home/sections.ts'
import { lastingPrice } from '../lasting-price.ts'
import { getTexts, newestPosts } from '../markdown/texts.ts'
import { toolPages } from '../tools/tool-pages.ts'

export const GET: APIRoute = async ({ url, site = url }) => {
  const posts = (await newestPosts()).map(({ id, data }) => ({ id, ...data }))
  const texts = (await getTexts('pages')).map(({ id, data }) => ({ id, ...data }))
  const { name, description } = shop
  const price = `${lastingPrice}, ${labels.overview.once}`
  const kitPages = [
    { path: pages.files, ...kitFiles.all },
    ...toolPages,
    ...kit.samples.map((file) => ({
      path: kitFilePath(file.path),
      title: file.path,
      description: file.description,
    })),
  ]
  const { faq } = sections
  return new Response(llmsText({ base: site, name, description, price, faq, posts, kit: kitPages, texts }))
}
