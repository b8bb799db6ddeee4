type Break = [file: string, from: string | RegExp, to: string, problem: string]

const home = 'index.html'
const post = 'blog/first/index.html'

/** For each check: changes that break the small site, and the problem that the check then reports about the file. */
export const breaks: Record<string, Break[]> = {
  titles: [
    [post, /<title>.*<\/title>/, '', 'has no title'],
    [post, '<title>A', `<title>${'A'.repeat(60)}`, 'has a title of 71 characters'],
    [post, '<title>A first post', '<title>Imprint', 'has the title of blog/first'],
  ],
  descriptions: [
    [home, /content="Runbooks: [^"]*"/, 'content="Short"', 'has a description of 5 characters'],
    [
      home,
      /content="Runbooks: [^"]*"/g,
      `content="${'x'.repeat(161)}"`,
      'has a description of 161 characters',
    ],
    [home, 'Runbooks: a', 'Imprint: a', 'has the description of imprint/index.html'],
  ],
  sitemap: [
    ['sitemap.xml', '</urlset>', '', 'is not XML'],
    [
      'sitemap.xml',
      '<url><loc>https://shop.example/imprint</loc></url>',
      '',
      'leaves out https://shop.example/imprint',
    ],
    [
      'sitemap.xml',
      '<urlset>',
      '<urlset><url><loc>https://shop.example/404</loc></url>',
      'lists https://shop.example/404',
    ],
    ['sitemap.xml', '2026-02-06', '2026-02-07', 'changed 2026-02-07'],
  ],
  robots: [
    ['robots.txt', 'Sitemap:', '#', 'does not name'],
    ['robots.txt', '/functions/', '/blog', 'closes /blog to robots'],
  ],
  feeds: [
    ['feed.atom', '<feed', '<fed', 'no feed reader can read it'],
    ['feed.json', '"items"', '"entries"', 'leaves out /blog/first'],
    ['feed.atom', 'the post ends', 'it', 'does not contain the whole text of /blog/first'],
    ['feed.json', '<p>This', '<p><a href=\\"/\\">x</a></p><p>This', 'has a relative address'],
  ],
  'read times': [
    [post, '1 min read', '2 min read', 'content/posts/first.md has 10 words, but says 2 min read'],
    [post, '<p>It begins.', `<pre>${'code '.repeat(500)}</pre><p>${'word '.repeat(400)}`, 'has 408 words'],
  ],
  links: [
    [post, '<p>It', '<p><a href="/none">x</a> It', 'links to /none, which does not exist'],
    [post, '/favicon.svg" alt', '/none.svg" alt', 'links to /none.svg'],
    [post, 'share.png', 'none.png', 'none.png, which does not exist'],
    [post, '<p>It', '<p><a href="/blog/">x</a> It', 'links to /blog/, which does not exist'],
  ],
  anchors: [
    [post, 'href="#steps"', 'href="#step"', 'that page has no such id'],
    [home, '/#faq-why', '/imprint#faq-why', 'that page has no such id'],
  ],
  'links to other sites': [
    ...[
      ['http://example.com', 'is not encrypted'],
      ['https://example.com/a b', 'has a space'],
      ['https://localhost/docs', 'cannot reach'],
      ['https://192.168.0.1/', 'cannot reach'],
      ['https://me:secret@example.com', 'has a password'],
      ['https://', 'is not an address'],
      ['mailto:nobody', 'does not name a mailbox'],
      ['', 'leads nowhere'],
    ].map(([target = '', problem = '']): Break => [home, 'https://example.com/docs', target, problem]),
  ],
  'pages without a link to them': [
    [
      'blog/index.html',
      '<a href="/blog/first">A first post</a>',
      'A first post',
      'is not linked from any other page',
    ],
  ],
  HTML: [
    [home, ' lang="en"', '', '<html> is missing required "lang" attribute'],
    [post, '<p>This', '<p id="steps">This', 'Duplicate ID "steps"'],
    [post, '</h1>', '</h1><h1>Two</h1>', 'Multiple <h1>'],
    [post, /h2/g, 'h3', 'Heading level can only increase by one'],
    [post, '>Steps</h2>', '></h2>', '<h2> cannot be empty'],
    [post, ' alt="An icon"', '', '<img> is missing required "alt" attribute'],
    [post, '<p>This', '<p><div>This</div>', 'has invalid HTML'],
    ['imprint/index.html', 'lang="en"', 'lang="en"><script></script><html', 'has invalid HTML'],
  ],
  'style sheets': [
    [
      home,
      '</head>',
      '<style>p { color: var(--none) }</style></head>',
      'uses --none, which its style sheet does not set',
    ],
  ],
}
