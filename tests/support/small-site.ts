import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const base = 'https://shop.example'
const heading: Record<string, string> = {
  '/': 'Runbooks',
  '/blog': 'Runbooks Blog',
  '/blog/first': 'A first post',
  '/imprint': 'Imprint',
}
const excerpt = (of: string) =>
  `${of}: a description that is long enough for a search result to show it whole, and no longer.`

const bodies: Record<string, string> = {
  '/': `<p>It costs $129.</p><h2>Questions</h2><details id="faq-why"><summary>Why?</summary><p>Because.</p></details>
    <a href="/#faq-why">Why</a> <a href="/blog">Blog</a> <a href="https://example.com/docs">Documentation</a>`,
  '/blog': '<h2><a href="/blog/first">A first post</a></h2>',
  '/blog/first': `<p><span class="read-time">1 min read</span></p>
    <div class="prose"><p>It begins.</p><h2 id="steps">Steps</h2><p><a href="#steps">Steps</a> <img src="/favicon.svg" alt="An icon"></p>
    <p>This is where the post ends.</p></div>`,
  '/imprint': '<p><a href="mailto:mail@example.com">Write to us</a></p>',
}

function head(address: string, isListed: boolean): string {
  const title = heading[address] ?? 'Page not found'
  const isPost = address.startsWith('/blog/') && isListed
  const metas: Record<string, string> = {
    description: excerpt(title),
    ...(!isListed && { robots: 'noindex' }),
    ...(isPost && { 'article:modified_time': '2026-02-06' }),
  }
  return [
    `<title>${title}</title>`,
    ...Object.entries(metas).map(([name, content]) => `<meta name="${name}" content="${content}">`),
    `<meta property="og:image" content="${base}/share.png">`,
    isListed ? `<link rel="canonical" href="${new URL(address, base).href}">` : '',
    '<link rel="icon" href="/favicon.svg">',
    '<link rel="alternate" type="application/atom+xml" href="/feed.atom">',
    '<link rel="alternate" type="application/feed+json" href="/feed.json">',
    isPost ? `<link rel="alternate" type="text/markdown" href="${address}.md">` : '',
  ].join('\n')
}

const page = (address: string, isListed = true) => `<!doctype html>
<html lang="en"><head>${head(address, isListed)}</head>
<body><main><h1>${heading[address] ?? 'Not found'}</h1>${bodies[address] ?? ''}</main>
<footer><a href="/">Home</a> <a href="/imprint">Imprint</a></footer></body></html>`

const post = `${base}/blog/first`
const html = `<p>It begins.</p><h2>Steps</h2><p><a href="${post}#steps">Steps</a></p><p>This is where the post ends.</p>`

/** Writes a small site without mistakes. */
export function writeSite(root: string): void {
  const files: Record<string, string> = {
    'index.html': page('/'),
    'blog/index.html': page('/blog'),
    'blog/first/index.html': page('/blog/first'),
    'imprint/index.html': page('/imprint'),
    '404.html': page('/404', false),
    'favicon.svg': '<svg/>',
    'share.png': 'picture',
    'robots.txt': `User-agent: *\nDisallow: /functions/\n\nSitemap: ${base}/sitemap.xml\n`,
    'sitemap.xml': `<?xml version="1.0"?><urlset>${Object.keys(heading)
      .map(
        (address) =>
          `<url><loc>${new URL(address, base).href}</loc>${address === '/blog/first' ? '<lastmod>2026-02-06</lastmod>' : ''}</url>`,
      )
      .join('')}</urlset>`,
    'feed.atom': `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><id>${base}/feed.atom</id><title>Blog</title><updated>2026-02-06T00:00:00Z</updated><entry><id>${post}</id><title>A first post</title><updated>2026-02-06T00:00:00Z</updated><content type="html">${html.replaceAll('<', '&lt;')}</content></entry></feed>`,
    'feed.json': JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Blog',
      items: [{ id: post, url: post, content_html: html }],
    }),
    'blog/first.md': '# A first post\n\nIt begins.\n',
  }
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(name)), { recursive: true })
    writeFileSync(path.join(root, name), content)
  }
}
