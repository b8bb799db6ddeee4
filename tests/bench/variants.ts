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
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}
header,main,footer{max-width:72rem;margin:0 auto;padding:1.25rem}
header{display:flex;gap:1.5rem;align-items:center;border-bottom:1px solid var(--line)}
h1{font-size:clamp(2.375rem,1.6rem + 3.2vw,4.5rem);line-height:1.05;max-width:18ch;margin:3rem 0 1rem}
h2{font-size:clamp(1.75rem,1.5rem + 1.5vw,2.75rem);line-height:1.1;margin:4rem 0 1rem}
p{max-width:68ch}
.grid{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(16rem,1fr))}
.grid>article{border:1px solid var(--line);border-radius:8px;padding:1rem;margin:0}
a.button{display:inline-block;padding:.8rem 1.4rem;border-radius:6px;background:#ff9a2e;color:#17212b;font-weight:600}
details{border-bottom:1px solid var(--line);padding:.8rem 0}
table{border-collapse:collapse;width:100%;text-align:left}
th,td{padding:.9rem 1rem;border-bottom:1px solid var(--line);vertical-align:top}
.hero{padding-block:4rem;background:radial-gradient(60rem 30rem at 50% -10rem,light-dark(#e5ecf1,#1b2730),transparent)}
h1,h2,h3{text-wrap:balance;letter-spacing:-.02em}
h3{font-size:1.15rem;font-weight:650;margin:0}
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
 * What a page of this kind costs at the least: some 1,360 words in 400 elements, an inline sheet, system fonts,
 * native questions, no script. Its words are the posts' own.
 */
function referencePage(prose: string, sheet: string): string {
  const words = prose.split(/\s+/)
  let at = 0
  const take = (count: number) => {
    at += count
    return words.slice(at - count, at).join(' ')
  }
  const times = (count: number, make: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => make(index)).join('')
  const list = (count: number, make: () => string) => `<ul>${times(count, () => `<li>${make()}</li>`)}</ul>`
  const link = () => `<a href="#q">${take(2)}</a>`
  const card = (index: number) =>
    `<article>${index % 3 ? '' : icon(index + at)}<h3>${take(3)}</h3><p><span>${take(1)}</span> ${take(16)} ${link()}</p></article>`
  const section = () =>
    `<section><h2>${take(4)}</h2><p>${take(24)}</p><div class="grid">${times(6, card)}</div></section>`
  const plan = () =>
    `<article><h3>${take(2)}</h3><p><b>$${at}</b> <small>${take(4)}</small></p>${list(9, () => `<span>${take(1)}</span> ${take(4)}`)}<button type="button">${take(2)}</button></article>`
  const row = () => `<tr><th scope="row">${take(3)}</th>${times(3, () => `<td>${take(2)}</td>`)}</tr>`
  const question = () => `<details name="q"><summary>${take(7)}?</summary><p>${take(22)}</p></details>`
  const body = `<header><strong>${take(2)}</strong>${times(5, link)}</header><main><div class="hero"><h1>The least that a page of this size costs</h1><p>${take(30)}</p><p><a class="button" href="#q">${take(3)}</a></p></div>${times(4, section)}<table><tbody>${times(8, row)}</tbody></table><div class="grid">${times(3, plan)}</div><h2 id="q">Questions</h2>${times(14, question)}</main><footer class="grid">${times(4, () => list(5, link))}<p>${take(12)}</p></footer>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Reference page</title><meta name="description" content="The least that a page of this size costs: words, an inline sheet, system fonts, no script."><link rel="icon" href="data:,"><style>${sheet}</style></head><body>${body}</body></html>`
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
