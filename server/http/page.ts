import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { downloads } from '#content/downloads.ts'
import { site } from '#content/site.ts'
import { typefaces } from '../../brand/typefaces.ts'
import { themeSheet } from './theme.ts'

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

const read = (path: string) => readFileSync(new URL(path, import.meta.url))

/** The typefaces, embedded in the page, so that its text waits for no other file. */
const fontFace = (family: string, weight: string, file: string) =>
  `@font-face{font-family:"${family}";font-weight:${weight};src:url(data:font/woff2;base64,${read(`../../brand/fonts/${file}.woff2`).toString('base64')})}`

const style = [
  ...Object.values(typefaces).flatMap(({ family, file, weights }) => [
    fontFace(`${family} Variable`, weights, `${file}-basic`),
    fontFace(`${family} Latin`, weights, `${file}-latin-1`),
  ]),
  read('../../brand/fallbacks.css'),
  themeSheet,
  // The same order as in site/styles/closed.css.
  ...['reset', 'tokens', 'base', 'field', 'button', 'sheet'].map((name) => read(`../../brand/${name}.css`)),
  read('./page.css'),
].join('\n')

/**
 * The hash by which the content security policy allows the only style element of these pages, instead of `unsafe-inline`.
 */
export const pageStyleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/**
 * Renders one of the server's own pages: the sandbox's checkout, downloads, errors. It has one column and no script, is not
 * indexed, and is never cached. The classes for its content are in page.css: `lead`, `price`, `small`, `note`
 * (`warning`, `error`), `data` for a `dl`, `whole` for text that must not wrap. Buttons, and `actions` around them, have those of brand/button.css.
 * @param content `body` begins with an `h1`; `status` is 200 by default, and `language` that of the site
 */
export async function page(content: {
  title: string
  body: Markup
  status?: number
  language?: string
}): Promise<Response> {
  const document = await html`<!doctype html>
<html lang="${content.language ?? site.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${content.title} · ${site.name}</title>
<link rel="icon" href="/favicon.svg">
<style>${raw(style)}</style>
</head>
<body>
<header class="bar"><a class="home" href="/"><img src="/favicon.svg" alt="" width="24" height="24">${site.name}</a></header>
<main class="sheet">
${content.body}
</main>
</body>
</html>
`
  return new Response(String(document), {
    status: content.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      // A proxy that rewrites the page, such as Cloudflare, would break it.
      'cache-control': 'no-store, no-transform',
      'x-robots-tag': 'noindex',
    },
  })
}

/** How to reach the seller, at the end of a page. */
export const help: Markup = html`<p class="small">${downloads.help} <a href="mailto:${site.emails.support}">${site.emails.support}</a>.</p>`

/** The attributes of the invalid field on an error page: marked, described by the message, focused. */
export const failedField = raw(' aria-invalid="true" aria-describedby="problem" autofocus')
