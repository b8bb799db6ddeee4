import type { CollectionEntry } from 'astro:content'
import type { APIRoute } from 'astro'
import { postMarkdown } from '../../feeds/llms.ts'
import { getTexts } from '../../markdown/texts.ts'

export async function getStaticPaths() {
  return (await getTexts('posts')).map((post) => ({ params: { id: post.id }, props: { post } }))
}

export const GET: APIRoute<{ post: CollectionEntry<'posts'> }> = ({ props: { post }, url, site = url }) =>
  new Response(postMarkdown(site, { id: post.id, ...post.data, body: post.body ?? '' }), {
    headers: { 'content-type': 'text/markdown; charset=utf-8' },
  })
