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
table{border-collapse:collapse;width:100%;text-align:left}
th,td{padding:.9rem 1rem;border-bottom:1px solid var(--line);vertical-align:top}
.hero{padding-block:4rem;background:radial-gradient(60rem 30rem at 50% -10rem,light-dark(#e5ecf1,#1b2730),transparent)}
h1,h2{text-wrap:balance;letter-spacing:-.02em}
summary{font-weight:600;cursor:pointer}
`

/** A small drawing like those that such pages set beside their points; no two alike, so that it has a weight. */
function icon(seed: number): string {
  const points = Array.from({ length: 24 }, (_, index) => ((seed * 7919 + index * 104_729) % 239) / 10)
  return `<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" aria-hidden="true"><path d="M${points.join(' ')}z"/></svg>`
}

/** A sheet of the usual 7.6 KB for a page of this size, filled up with plain rules of the site's own. */
function referenceSheet(siteHtml: string): string {
  const rules = siteHtml.match(/\.[a-z][\w-]*\{[^{}@]{20,200}\}/g) ?? []
  let sheet = referenceCss
  for (const rule of rules) if (sheet.length < 7600) sheet += rule
  return sheet
}

/**
 * What a page of this kind costs at the least: prose, an inline sheet, system fonts, native questions, no
 * script. Its words are a post's own, about 1,360 of them.
 */
function referencePage(prose: string, sheet: string): string {
  const words = prose.split(/\s+/).slice(0, 1360)
  const paragraphs = Array.from({ length: 34 }, (_, index) =>
    words.slice(index * 40, index * 40 + 40).join(' '),
  )
  const section = (from: number, title: string) =>
    `<section><h2>${title}</h2><p>${paragraphs[from]}</p><div class="grid">${paragraphs
      .slice(from + 1, from + 7)
      .map(
        (text, index) =>
          `<p>${icon(from + index)}<strong>${text.split(' ').slice(0, 3).join(' ')}</strong> ${text}</p>`,
      )
      .join('')}</div></section>`
  const cell = (row: number, column: number) =>
    words.slice(row * 31 + column * 3, row * 31 + column * 3 + 3).join(' ')
  const table = `<table><thead><tr>${[0, 1, 2, 3].map((column) => `<th scope="col">${cell(0, column)}</th>`).join('')}</tr></thead><tbody>${Array.from(
    { length: 8 },
    (_, row) =>
      `<tr><th scope="row">${cell(row + 1, 0)}</th>${[1, 2, 3].map((column) => `<td>${icon(row * 3 + column)} ${cell(row + 1, column)}</td>`).join('')}</tr>`,
  ).join('')}</tbody></table>`
  const links = Array.from(
    { length: 16 },
    (_, index) => `<li><a href="#q">${words.slice(index * 17, index * 17 + 2).join(' ')}</a></li>`,
  )
  const questions = paragraphs
    .slice(28, 34)
    .map(
      (text, index) =>
        `<details name="q"><summary>${text.split(' ').slice(0, 7).join(' ')}?</summary><p id="a${index}">${text}</p></details>`,
    )
    .join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Reference page</title><meta name="description" content="The least that a page of this size costs: words, an inline sheet, system fonts, no script."><link rel="icon" href="data:,"><style>${sheet}</style></head><body><header><strong>Reference</strong><a href="#q">Questions</a></header><main><div class="hero"><h1>The least that a page of this size costs</h1><p>${paragraphs[0]}</p><p><a class="button" href="#q">Read the questions</a></p></div>${section(1, 'One')}${section(8, 'Two')}${section(15, 'Three')}${section(21, 'Four')}${table}<h2 id="q">Questions</h2>${questions}</main><footer><ul class="grid">${links.join('')}</ul><p>${paragraphs[22]}</p></footer></body></html>`
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
  const home = readFileSync(path.join(client, 'index.html'), 'utf8')
  write('/reference', referencePage(prose, referenceSheet(home)))
  addresses.reference = '/reference'
  return addresses
}
