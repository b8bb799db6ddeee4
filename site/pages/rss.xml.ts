import rss from '@astrojs/rss'
import type { APIRoute } from 'astro'
import { blog } from '#content/blog.ts'
import { labels } from '#content/labels.ts'
import { site as shop } from '#content/site.ts'
import { pages } from '../../contract/paths.ts'
import { feedHtml } from '../feeds/feed-html.ts'
import { withoutForbidden } from '../feeds/xml.ts'
import { newestPosts } from '../markdown/texts.ts'

/** The feed of the blog, with full texts (RSS 2.0). A post without a date is left out, because feed readers sort by date. */
export const GET: APIRoute = async ({ url, site = url }) => {
  const posts = (await newestPosts()).filter(({ data }) => data.date)
  const answer = await rss({
    title: labels.blog.title,
    description: blog.description,
    site,
    trailingSlash: false,
    customData: `<language>${shop.language}</language>`,
    items: posts.map(({ id, data, rendered }) => {
      const link = new URL(pages.post(id), site).href
      return {
        title: data.title || id,
        link,
        pubDate: new Date(data.date),
        description: data.excerpt,
        categories: data.category ? [data.category] : [],
        content: feedHtml(rendered?.html ?? '', link),
      }
    }),
  })
  return new Response(withoutForbidden(await answer.text()), answer)
}
