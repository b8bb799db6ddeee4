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
:root{color-scheme:light dark;--ink:light-dark(#17212b,#eef2f5);--soft:light-dark(#4b5966,#b3c0ca);--paper:light-dark(#fafcfd,#0e161d);--line:light-dark(#d5dbe0,#33404a)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}
header,.hero,.wrap,footer{max-width:72rem;margin:0 auto;padding:1.25rem}
header{position:sticky;top:0;display:flex;gap:1.5rem;align-items:center;background:var(--paper);border-bottom:1px solid var(--line)}
header strong{font-size:1.1rem;font-weight:750}
header ul{display:flex;gap:1rem;font-size:1rem}
@media(max-width:52rem){header ul{display:none}}
ul{list-style:none;margin:0;padding:0}
h1,h2,h3{text-wrap:balance;letter-spacing:-.02em}
h1{font-size:clamp(2.375rem,1.6rem + 3.2vw,4.5rem);font-weight:800;line-height:1.05;max-width:18ch;margin:3rem 0 1rem}
h2{font-size:clamp(1.75rem,1.5rem + 1.5vw,2.75rem);font-weight:750;line-height:1.1;margin:4rem 0 1rem}
h3{font-size:1.15rem;font-weight:650;margin:0}
p{max-width:68ch}
.lead{font-size:1.125rem;color:var(--soft)}
.hero .lead{font-size:1.2rem}
.note{font-size:.9rem}
.hero{padding-block:4rem;background:radial-gradient(60rem 30rem at 50% -10rem,light-dark(#e5ecf1,#1b2730),transparent)}
section:nth-child(odd){background:light-dark(#f2f5f7,#121c24)}
.grid{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(16rem,1fr))}
.grid>*{margin:0}
.grid>article,figure{display:flex;flex-direction:column;align-items:flex-start;gap:.6rem;border:1px solid var(--line);border-radius:8px;padding:1.5rem}
.button{padding:.8rem 1.4rem;border:0;border-radius:6px;background:#ff9a2e;color:#17212b;font:inherit;font-weight:650}
.problems li{padding-block:1rem;border-bottom:1px solid var(--line)}
table{border-collapse:collapse;width:100%;text-align:left;font-size:.95rem}
th,td{padding:.9rem 1rem;border-bottom:1px solid var(--line);vertical-align:top}
th{min-width:15rem;font-weight:550}
td:nth-child(2){font-weight:650}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:8px}
.scroll table{min-width:46rem}
.help{position:relative}
.help button{width:1.6rem;height:1.6rem;border:1px solid var(--line);border-radius:50%;background:none;font:600 .8rem/1 system-ui;color:var(--soft)}
.ticks li{position:relative;padding-left:1.9rem}
.ticks li::before{content:"";position:absolute;left:.2rem;top:.45rem;width:.9rem;height:.45rem;border:solid;border-width:0 0 3px 3px;transform:rotate(-45deg)}
.price{font-size:2.4rem;letter-spacing:-.03em}
figcaption{margin-top:auto;font-size:.92rem}
footer{font-size:.98rem}
[popover]{width:min(28rem,100% - 2rem);border:1px solid var(--line);border-radius:8px;padding:1rem}
.tree ul ul{padding-left:1.5rem;border-left:1px solid var(--line)}
.file{font:.95rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
small{font-size:.9rem;color:var(--soft)}
blockquote{margin:0;font-size:1.125rem}
summary{font-weight:600;cursor:pointer;list-style:none}
.tree summary::before{content:"▸ "}
.tree [open]>summary::before{content:"▾ "}
.questions summary{display:flex;justify-content:space-between}
.questions summary::after{content:"+";font-size:1.3rem;line-height:1}
.questions details{border-bottom:1px solid var(--line);padding:.8rem 0}
input{font:inherit;padding:.6rem;border:1px solid var(--line);border-radius:6px}
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
 * What a page of this kind costs at the least: some 1,400 words in 420 elements, the same parts as ours (points,
 * comparison with help beside it, a tree of files, prices and a form behind each, quotes, questions), in some
 * twenty kinds of type, an inline sheet, system fonts, everything native, no script. Its words are the posts' own.
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
  const list = (items: string) => `<ul>${items}</ul>`
  const link = () => `<li><a href="#q">${take(2)}</a></li>`
  const button = () => `<button type="button" class="button">${take(3)}</button>`
  const section = (name: string, parts: string) =>
    `<section class="${name}"><div class="wrap"><h2>${take(5)}</h2><p class="lead">${take(18)}</p>${parts}</div></section>`
  const grid = (parts: string) => `<div class="grid">${parts}</div>`
  const point = (index: number) => `<article>${icon(index)}<h3>${take(3)}</h3><p>${take(24)}</p></article>`
  const problem = () => `<li><b>${take(3)}</b> <span>${take(16)}</span></li>`
  const help = (id: string) =>
    `<span class="help"><button type="button" aria-label="Help" popovertarget="${id}">?</button><span id="${id}" popover>${take(11)}</span></span>`
  const row = (index: number) =>
    `<tr><th scope="row">${take(3)} ${help(`help-${index}`)}</th>${times(4, () => `<td>${take(2)}</td>`)}</tr>`
  const file = () => `<li><span class="file">${take(1)}</span> <small>${take(4)}</small></li>`
  const folder = (inside: string) =>
    `<li><details open><summary>${take(1)}</summary>${list(inside)}</details></li>`
  const plan = (index: number) =>
    `<article><h3>${take(2)}</h3><p><b class="price">$${at}</b> <small>${take(4)}</small></p><ul class="ticks">${times(4, () => `<li>${take(5)}</li>`)}</ul><button type="button" class="button" popovertarget="buy-${index}">${take(2)}</button><div id="buy-${index}" popover><form><h3>${take(2)}</h3>${field('email')}${button()}</form></div></article>`
  const quote = () =>
    `<figure><blockquote><p>${take(26)}</p></blockquote><figcaption>${take(2)} <small>${take(4)}</small></figcaption></figure>`
  const question = () => `<details name="q"><summary>${take(7)}?</summary><p>${take(30)}</p></details>`
  const field = (type: string) => `<p><label>${take(1)} <input type="${type}"></label></p>`

  const parts = [
    section('points', grid(times(9, point))),
    section('problems', `<ul class="ticks">${times(6, problem)}</ul>`),
    section('comparison', `<div class="scroll"><table><tbody>${times(7, row)}</tbody></table></div>`),
    section(
      'tree',
      list(folder(times(3, () => folder(times(5, file)))) + times(2, () => folder(times(3, file))) + file()),
    ),
    section('prices', grid(times(3, plan))),
    section('quotes', grid(times(3, quote))),
    section('questions', times(8, question)),
    section('contact', `<form>${times(2, () => field('text'))}${field('email')}${button()}</form>`),
  ].join('')
  const bar = `<header><strong>${take(2)}</strong><nav>${list(times(5, link))}</nav>${button()}</header>`
  const hero = `<div class="hero"><h1>The least that a page of this size costs</h1><p class="lead">${take(26)}</p><p>${button()} ${button()}</p><p class="note">${take(8)}</p></div>`
  const footer = `<footer class="grid">${times(3, () => `<div><h3>${take(1)}</h3>${list(times(3, link))}</div>`)}<p>${take(12)}</p></footer>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Reference page</title><meta name="description" content="The least that a page of this size costs: words, an inline sheet, system fonts, no script."><link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon(0).replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"'))}"><style>${sheet}</style></head><body>${bar}<main>${hero}${parts}</main>${footer}</body></html>`
}

/** The reference page out of the posts' words and, for its weight, some of the home page's rules. */
function madeReference(client: string): string {
  const posts = path.resolve('content/posts')
  const prose = readdirSync(posts)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(path.join(posts, name), 'utf8').replace(/^---[\s\S]*?---/, ''))
    .join(' ')
    .replaceAll(/```[\s\S]*?```/g, ' ')
    .replaceAll(/[<>&#*`|_[\]]/g, ' ')
  return referencePage(prose, referenceSheet(readFileSync(path.join(client, 'index.html'), 'utf8')))
}

/**
 * Copies the built site to `folder` and puts two kinds of page beside it: `/twin/<name>`, the page as it is
 * without its scripts, and `/reference`. Every new page is compressed as the site's are.
 * @param reference the file of a page to take for the reference page; without it, one is made
 * @returns address by name, twins and reference included
 */
export function makeVariants(client: string, folder: string, reference?: string): Record<string, string> {
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
  write('/reference', reference ? readFileSync(reference, 'utf8') : madeReference(client))
  addresses.reference = '/reference'
  return addresses
}
