import { decimalsOf, formatMoney } from '../../contract/money.ts'
import { attribute, sourceOf } from '../../server/http/html-elements.ts'
import { parseJson } from './heads.ts'
import { elementsNamed, meta, type Page, type Problem, type Site, textOf } from './read-site.ts'

type Node = Record<string, unknown>

const remedy = 'site/head/structured-data.ts writes it. It may say only what the page says.'

/** The nodes of a page's structured data; undefined if a part of it is not JSON. */
function nodesOf(page: Page): Node[] | undefined {
  const scripts = elementsNamed(page, 'script').filter(
    (one) => attribute(one, 'type') === 'application/ld+json',
  )
  const graphs = scripts.map((script) => parseJson(sourceOf(script)) as Node | undefined)
  if (graphs.some((graph) => graph?.['@context'] !== 'https://schema.org')) return undefined
  return graphs.flatMap((graph) => (graph?.['@graph'] as Node[] | undefined) ?? [graph as Node])
}

/** The nodes that a page must have. */
function typesFor({ address, isPost }: Page): string[] {
  if (address === '/') return ['Organization', 'WebSite', 'Product']
  return ['Organization', 'BreadcrumbList', ...(isPost ? ['BlogPosting'] : [])]
}

const plain = (text: unknown) =>
  String(text ?? '')
    .replace(/\s+/g, ' ')
    .trim()

/** A price as the page writes it. */
function shownPrice(page: Page, price: number, currency: string): string {
  const [html] = elementsNamed(page, 'html')
  const amount = Math.round(price * 10 ** decimalsOf(currency))
  return formatMoney(amount, currency, attribute(html, 'lang') ?? 'en')
}

function* checkProduct(page: Page, node: Node): Generator<string> {
  const offer = node.offers as Record<string, string> | undefined
  const price = Number(offer?.price)
  const currency = offer?.priceCurrency ?? ''
  const hasCurrency = /^[A-Z]{3}$/.test(currency)
  const isShown = hasCurrency && page.text.includes(plain(shownPrice(page, price, currency)))
  if (!hasCurrency) yield 'does not name a currency of the offer'
  else if (!(price > 0) || !isShown)
    yield `offers the product for ${offer?.price ?? '(no price)'}, which the page does not say`
  if (!offer?.availability?.startsWith('https://schema.org/'))
    yield 'does not say whether the product can be bought'
}

function* checkQuestions(page: Page, node: Node | undefined): Generator<string> {
  const questions = (node?.mainEntity ?? []) as { name: string; acceptedAnswer?: { text: string } }[]
  for (const { name, acceptedAnswer } of questions) {
    if (!page.text.includes(plain(name)) || !page.text.includes(plain(acceptedAnswer?.text) || '(no answer)'))
      yield `has a question that the page does not answer: ${name}`
  }
  for (const details of elementsNamed(page, 'details').filter((one) =>
    attribute(one, 'id')?.startsWith('faq-'),
  )) {
    if (!questions.some(({ name }) => textOf(details).includes(plain(name))))
      yield `leaves out the question ${attribute(details, 'id')}`
  }
}

function* checkPost(page: Page, node: Node): Generator<string> {
  if (plain(node.headline) !== page.heading)
    yield `calls the post "${node.headline}", but its heading is "${page.heading}"`
  if (node.mainEntityOfPage !== page.canonical) yield `says that the post is at ${node.mainEntityOfPage}`
  if (node.datePublished !== meta(page, 'article:published_time'))
    yield `says that the post was published on ${node.datePublished}`
}

function* checkSteps(page: Page, node: Node): Generator<string> {
  const steps = (node.itemListElement ?? []) as { position: number; name: string; item: string }[]
  const last = steps.at(-1)
  if (last?.item !== page.canonical || plain(last?.name) !== page.heading)
    yield `has breadcrumbs that end at "${last?.name}", ${last?.item}`
  if (steps.some(({ position }, index) => position !== index + 1))
    yield 'has breadcrumbs with wrong positions'
}

function* problemsOf(page: Page): Generator<string> {
  const nodes = nodesOf(page)
  if (!nodes) {
    yield 'has structured data that is not JSON of https://schema.org'
    return
  }
  const find = (type: string) => nodes.find((node) => node['@type'] === type)
  for (const type of typesFor(page)) {
    if (!find(type)) yield `has no ${type}`
  }
  const text = JSON.stringify(nodes)
  if (/"(AggregateRating|Rating|Review)"/.test(text))
    yield 'marks up ratings or reviews, which search engines forbid a seller to do for its own testimonials'
  const [product, post, steps] = [find('Product'), find('BlogPosting'), find('BreadcrumbList')]
  if (product) yield* checkProduct(page, product)
  if (post) yield* checkPost(page, post)
  if (steps) yield* checkSteps(page, steps)
  yield* checkQuestions(page, find('FAQPage'))
  for (const node of [product, post]) {
    if (node && node.image !== meta(page, 'og:image'))
      yield `has another picture than the link preview: ${node.image}`
  }
}

export function* checkStructuredData({ listed }: Site): Generator<Problem> {
  for (const page of listed) {
    for (const problem of problemsOf(page)) yield { file: page.file, problem, remedy }
  }
}
