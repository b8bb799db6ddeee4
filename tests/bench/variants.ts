import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** The pages that are measured, by name and address. */
export const measured = {
  home: '/',
  post: '/blog/aws-iam-identity-center-guide',
  legal: '/terms',
} as const

const referenceCss = `
:root{color-scheme:light dark;--ink:light-dark(#17212b,#eef2f5);--paper:light-dark(#fafcfd,#0e161d);--line:light-dark(#d5dbe0,#33404a)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.6 system-ui,sans-serif}
header,main,footer{max-width:72rem;margin:0 auto;padding:1.25rem}
header{display:flex;gap:1.5rem;align-items:center;border-bottom:1px solid var(--line)}
h1{font-size:clamp(2.375rem,1.6rem + 3.2vw,4.5rem);line-height:1.05;max-width:18ch;margin:3rem 0 1rem}
h2{font-size:clamp(1.75rem,1.5rem + 1.5vw,2.75rem);line-height:1.1;margin:4rem 0 1rem}
p{max-width:68ch}
.grid{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(16rem,1fr))}
.grid>p{border:1px solid var(--line);border-radius:8px;padding:1rem;margin:0}
a.button{display:inline-block;padding:.8rem 1.4rem;border-radius:6px;background:#ff9a2e;color:#17212b;font-weight:600}
details{border-bottom:1px solid var(--line);padding:.8rem 0}
summary{font-weight:600;cursor:pointer}
`

/** Rules that a page of this size has and this one does not need: they bring the sheet to its usual 7.6 KB. */
const restOfTheSheet = Array.from(
  { length: 78 },
  (_, index) =>
    `.part-${index}{display:flex;gap:${index % 7}px;padding:${index % 11}px ${index % 5}px;color:var(--ink)}`,
).join('\n')

/**
 * What a page of this kind costs at the least: prose, an inline sheet, system fonts, native questions, no
 * script. Its words are a post's own, about 1,360 of them.
 */
function referencePage(prose: string): string {
  const words = prose.split(/\s+/).slice(0, 1360)
  const paragraphs = Array.from({ length: 34 }, (_, index) =>
    words.slice(index * 40, index * 40 + 40).join(' '),
  )
  const section = (from: number, title: string) =>
    `<section><h2>${title}</h2><p>${paragraphs[from]}</p><div class="grid">${paragraphs
      .slice(from + 1, from + 7)
      .map((text) => `<p>${text}</p>`)
      .join('')}</div></section>`
  const questions = paragraphs
    .slice(28, 34)
    .map(
      (text, index) =>
        `<details name="q"><summary>${text.split(' ').slice(0, 7).join(' ')}?</summary><p id="a${index}">${text}</p></details>`,
    )
    .join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Reference page</title><meta name="description" content="The least that a page of this size costs: words, an inline sheet, system fonts, no script."><link rel="icon" href="data:,"><style>${referenceCss}${restOfTheSheet}</style></head><body><header><strong>Reference</strong><a href="#q">Questions</a></header><main><h1>The least that a page of this size costs</h1><p>${paragraphs[0]}</p><p><a class="button" href="#q">Read the questions</a></p>${section(1, 'One')}${section(8, 'Two')}${section(15, 'Three')}<h2 id="q">Questions</h2>${questions}</main><footer><p>${paragraphs[22]}</p></footer></body></html>`
}

/**
 * Copies the built site to `folder` and puts two kinds of page beside it: `/twin/<name>`, the page as it is
 * without its scripts, and `/reference`. Every new page is compressed as the site's are.
 * @returns address by name, twins and reference included
 */
export function makeVariants(client: string, folder: string): Record<string, string> {
  cpSync(client, folder, { recursive: true })
  const write = (address: string, html: string) => {
    mkdirSync(path.join(folder, address), { recursive: true })
    const file = path.join(folder, address, 'index.html')
    writeFileSync(file, html)
    writeFileSync(`${file}.br`, brotliCompressSync(html))
  }
  const addresses: Record<string, string> = {}
  for (const [name, address] of Object.entries(measured)) {
    const html = readFileSync(path.join(client, address, 'index.html'), 'utf8')
    write(`/twin/${name}`, html.replaceAll(/<script\b[\s\S]*?<\/script>/g, ''))
    addresses[name] = address
    addresses[`${name}, no script`] = `/twin/${name}`
  }
  const posts = path.resolve('content/posts')
  const prose = readdirSync(posts)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(path.join(posts, name), 'utf8').replace(/^---[\s\S]*?---/, ''))
    .join(' ')
    .replaceAll(/```[\s\S]*?```/g, ' ')
    .replaceAll(/[<>&#*`|_[\]]/g, ' ')
  write('/reference', referencePage(prose))
  addresses.reference = '/reference'
  return addresses
}
