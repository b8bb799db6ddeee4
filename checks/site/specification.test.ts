// What the specification says that pages show, read from the built site: each test is named after its section. What needs a browser is
// in tests/browser/specification-*.spec.ts.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { cases } from 'kit-reader/policies'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { describe, expect, test } from 'vitest'
import { blog } from '#content/blog.ts'
import { catalog } from '#content/catalog.ts'
import { guarantee } from '#content/guarantee.ts'
import { comparison } from '#content/home/comparison.ts'
import { effortSource, inHours, setups } from '#content/home/effort.ts'
import { included } from '#content/home/included.ts'
import { payment } from '#content/home/payment.ts'
import { faq } from '#content/home/questions.ts'
import { testimonials } from '#content/home/testimonials.ts'
import { labels } from '#content/labels.ts'
import { policies } from '#content/policies.ts'
import { sample } from '#content/sample.ts'
import { site as shop } from '#content/site.ts'
import { words } from '#content/words.ts'
import { kitEntryPath, kitFilePath, pages, sharePicturePath } from '../../contract/paths.ts'
import { percentOff } from '../../contract/prices.ts'
import { attribute } from '../../server/http/html-elements.ts'
import { formatDay } from '../../site/markdown/day.ts'
import { toolPages } from '../../site/tools/tool-pages.ts'
import { shownPrice } from '../../tests/support/shown-price.ts'
import { meta, type Page, readSite, textOf } from './read-site.ts'

const site = readSite(path.resolve('build/client'))

function pageAt(address: string): Page {
  const found = site.pages.find((page) => page.address === address)
  if (!found) throw new Error(`The built site has no page ${address}.`)
  return found
}

function isInside(node: Tree.ParentNode | null, outer: Tree.ParentNode): boolean {
  for (let one = node; one; one = 'parentNode' in one ? one.parentNode : null) if (one === outer) return true
  return false
}

/** A page's elements with a tag name, `.class` or `#id`, in document order; only those inside of `outer`, if it is given. */
function all(page: Page, wanted: string, outer?: Tree.Element): Tree.Element[] {
  const matches = (element: Tree.Element) =>
    wanted.startsWith('#')
      ? attribute(element, 'id') === wanted.slice(1)
      : wanted.startsWith('.')
        ? (attribute(element, 'class') ?? '').split(' ').includes(wanted.slice(1))
        : element.tagName === wanted
  return page.elements.filter((one) => matches(one) && (!outer || isInside(one.parentNode, outer)))
}

/** The first of `all`. @throws {Error} if there is none */
function first(page: Page, wanted: string, outer?: Tree.Element): Tree.Element {
  const [found] = all(page, wanted, outer)
  if (!found) throw new Error(`${page.address} has no ${wanted}.`)
  return found
}

/** The first element of `all` whose whole text is `text`, or matches it. */
const named = (page: Page, wanted: string, text: string | RegExp, outer?: Tree.Element) =>
  all(page, wanted, outer).find((one) =>
    typeof text === 'string' ? textOf(one) === text : text.test(textOf(one)),
  )

const texts = (elements: Tree.Element[]) => elements.map((one) => textOf(one))
const href = (element: Tree.Element | undefined) => attribute(element, 'href')

function expectInOrder(page: Page, parts: (Tree.Element | undefined)[]) {
  const places = parts.map((part) => (part ? page.elements.indexOf(part) : -1))
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
}

const home = pageAt(pages.home)

describe('2, bar and footer', () => {
  test('the items of the bar, in order', () => {
    const bar = first(home, '.bar')
    const links = texts(all(home, 'a', first(home, 'nav', bar)))
    expect(links).toEqual(['Features', 'Pricing', 'FAQ', 'Blog'])
  })

  test('four columns with their links, and placeholders without a target', () => {
    for (const page of site.pages) {
      const footer = first(page, 'footer')
      expect(textOf(footer)).toContain(shop.tagline)
      expect(texts(all(page, 'h2', footer))).toEqual(['Product', 'Support', 'Legal'])
      for (const [name, target] of [
        ['Features', '/#features'],
        ['Pricing', '/#pricing'],
        ['Blog', '/blog'],
        ['FAQ', '/#faq'],
        ['Privacy Policy', '/privacy'],
        ['Terms of Service', '/terms'],
        ['Documentation', shop.links.documentation],
        ['Contact', shop.links.contact],
      ] as const) {
        const link = named(page, 'a', name, footer)
        expect(link, name).toBeDefined()
        expect(href(link) ?? null, name).toBe(target)
      }
    }
  })
})

describe('2, home page', () => {
  test('the eleven parts from top to bottom, with their anchors', () => {
    const inSection = (id: string, heading: string) => named(home, 'h2', heading, first(home, id))
    expectInOrder(home, [
      first(home, '.bar'),
      first(home, 'h1'),
      named(home, 'button', /^Get the Complete Kit \+ 1-Hour Consultation/, first(home, 'main')),
      named(home, 'h2', 'The Problem'),
      named(home, 'h2', 'The Solution'),
      inSection('#features', 'Powerful Features'),
      named(home, 'h2', 'Compare Approaches'),
      named(home, 'h2', "What's Included"),
      named(home, 'h3', 'Complete File Structure'),
      inSection('#pricing', 'Simple Pricing'),
      named(home, 'h2', 'What Customers Say'),
      all(home, 'h2', first(home, '#faq'))[0],
      named(home, 'button', /^Get Started Today/),
      first(home, 'footer'),
    ])
    expect(all(home, 'h1')).toHaveLength(1)
  })

  test('The Problem lists five problems; The Solution claims 80% of manual work', () => {
    const problem = textOf(first(home, '#problem'))
    for (const word of [/weeks/i, /security/i, /standard/i, /drift/i, /consultant/i])
      expect(problem).toMatch(word)
    expect(all(home, 'h3', first(home, '.problem-list'))).toHaveLength(5)
    expect(textOf(first(home, '.solution'))).toContain('80% of manual work')
  })

  test('Powerful Features: eight cards', () => {
    const cards = texts(all(home, 'h3', first(home, '#features')))
    expect(cards).toHaveLength(8)
    for (const [index, topic] of [
      /organization/i,
      /identity center/i,
      /user.*group/i,
      /team/i,
      /infrastructure as code/i,
      /security/i,
      /multi-environment/i,
      /battle-tested/i,
    ].entries())
      expect(cards[index]).toMatch(topic)
  })

  test('Compare: four columns; each of eight rows says its task, its ratings and, in its help, its description', () => {
    const table = first(home, '.compare')
    const head = all(home, 'th', first(home, 'thead', table))
    expect(texts(head)).toEqual(['Task / Feature', 'Workspaces', 'Branches', 'This Kit'])
    const rows = all(home, 'tr', first(home, 'tbody', table))
    expect(rows).toHaveLength(8)
    for (const [index, { task, ratings, description }] of comparison.rows.entries()) {
      const row = rows[index]
      expect(attribute(first(home, 'th', row), 'aria-label')).toBe(task)
      expect(textOf(first(home, 'th', row))).toContain(task)
      const help = first(home, 'button', row)
      expect(attribute(help, 'aria-label')).toBe(`About ${task}`)
      const tip = first(home, `#${attribute(help, 'popovertarget')}`)
      expect(textOf(tip)).toContain(description)
      expect(texts(all(home, 'td', row))).toEqual(
        [ratings.workspaces, ratings.branches, ratings.kit].map((stars) => `${stars} out of 5`),
      )
    }
  })

  test("What's Included: three cards, and the real number of files", () => {
    for (const name of [
      /core infrastructure modules/i,
      /team infrastructure/i,
      /documentation (and|&) support/i,
    ])
      expect(named(home, 'h3', name)).toBeDefined()
    const index = JSON.parse(readFileSync('kit/index.json', 'utf8'))
    const count = Object.keys(index.files).length
    expect(all(home, 'button', first(home, '.tree'))).toHaveLength(count)
    for (const section of ['.title-block', '#pricing', '#files'])
      expect(textOf(first(home, section))).toContain(String(count))
  })

  test('Simple Pricing: every figure (9), the guarantee, and how to pay', () => {
    const { priceCents, listPriceCents, earlyBirdSeats, consultationValueCents } = catalog
    const pricing = first(home, '#pricing')
    expect(texts([...all(home, 's', pricing), ...all(home, 'del', pricing)]).join()).toContain(
      shownPrice(listPriceCents),
    )
    for (const text of [
      shownPrice(priceCents),
      `${percentOff(priceCents, listPriceCents)}% OFF - Early Bird Special`,
      `Limited to first ${earlyBirdSeats} customers`,
      shownPrice(consultationValueCents),
      guarantee?.terms ?? '',
      payment,
    ])
      expect(textOf(pricing)).toContain(text)
    expect(textOf(pricing)).toMatch(/1-hour implementation consultation/i)
    expect(textOf(pricing)).toMatch(/email support during setup/i)
    expect(textOf(pricing)).toMatch(/30-day money-back guarantee/i)
    expect(named(home, 'button', /^Get the Complete Kit \+ 1-Hour Consultation/, pricing)).toBeDefined()
  })

  test('What Customers Say: quote, name, role and company of each of the four', () => {
    const figures = all(home, 'figure').filter((figure) => all(home, 'blockquote', figure).length > 0)
    expect(figures).toHaveLength(4)
    for (const [index, { quote, name, role, company }] of testimonials.people.entries())
      for (const text of [quote, name, role, company]) expect(texts(figures)[index]).toContain(text)
  })

  test('FAQ: five closed questions, each with its answer; the specified durations (9)', () => {
    const section = first(home, '#faq')
    const items = all(home, 'details', section)
    expect(items).toHaveLength(5)
    expect(textOf(section)).toContain('1-2 days')
    expect(textOf(section)).toContain('1-2 weeks')
    for (const [index, item] of items.entries()) {
      const { question, answer, table } = faq.questions[index] ?? {
        question: '',
        answer: '',
        table: { rows: [] },
      }
      expect(attribute(item, 'open')).toBeUndefined()
      expect(textOf(first(home, 'summary', item))).toContain(question)
      // Words in braces are replaced by figures of the kit.
      const parts = answer.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      expect(named(home, 'p', new RegExp(`^${parts.join('[^{}]+')}$`), item)).toBeDefined()
      for (const row of table.rows)
        expect(textOf(item)).toContain('bill' in row ? row.name : row[0].replace(/^.*\}/, ''))
    }
  })

  test("the names of the kit's files in the texts are links to pages that exist", () => {
    const answers = faq.questions.flatMap(({ answer, table, note }) => [
      answer,
      note ?? '',
      ...table.rows.flatMap((row) => ('bill' in row ? [] : row)),
    ])
    const everyText = [...answers, ...included.fits.flatMap(({ items }) => items)]
    const names = new Set(everyText.flatMap((text) => text.match(/\bdocs\/[\w-]+\.md\b/g) ?? []))
    expect(names.size).toBeGreaterThan(0)
    for (const name of names) {
      const address = href(named(home, 'a', name, first(home, 'main'))) ?? ''
      expect(pageAt(address.replace(/#.*/, '')).address, name).toMatch(/^\/kit\//)
    }
  })

  test('the drawings, the question and the post state the same hours of the same engineer', () => {
    const source = effortSource && pageAt(effortSource.to.replace(/#.*/, ''))
    for (const { byHand, withKit, saved } of Object.values(setups)) {
      for (const hours of [byHand, withKit])
        for (const section of ['#problem', '#faq'])
          expect(textOf(first(home, section))).toContain(inHours(hours))
      expect(textOf(first(home, '#problem'))).toContain(`${saved}%`)
      if (!source) continue
      const row = texts(all(source, 'tr')).find(
        (text) => text.includes(inHours(byHand)) && text.includes(`${saved}%`),
      )
      expect(row).toContain(inHours(withKit))
    }
    for (const hours of [setups.first.byHand, setups.first.withKit])
      expect(textOf(first(home, '.title-time'))).toContain(inHours(hours))
    if (effortSource)
      expect(href(named(home, 'a', effortSource.label, first(home, '#problem')))).toBe(effortSource.to)
  })
})

/** The posts of the content, newest first. */
const posts = readdirSync('content/posts')
  .map((name) => {
    const text = readFileSync(`content/posts/${name}`, 'utf8')
    const field = (key: string) => new RegExp(`^${key}: '?([^'\n]+)'?$`, 'm').exec(text)?.[1] ?? ''
    return {
      address: pages.post(name.replace(/\.md$/, '')),
      title: field('title'),
      excerpt: field('excerpt'),
      date: field('date'),
      readTime: field('readTime'),
      category: field('category'),
      hasCode: /^```/m.test(text),
    }
  })
  .toSorted((a, b) => (a.date < b.date ? 1 : -1))

describe('2, blog', () => {
  test('heading and subtitle; a card for each post, newest first, with everything that it shows', () => {
    const list = pageAt(pages.blog)
    expect(textOf(first(list, 'h1'))).toBe(`${shop.name} Blog`)
    expect(textOf(first(list, 'main'))).toContain(blog.subtitle)
    const cards = all(list, 'article')
    expect(cards).toHaveLength(posts.length)
    for (const [index, { address, title, excerpt, date, readTime, category }] of posts.entries()) {
      const card = cards[index]
      expect(href(first(list, 'a', card))).toBe(address)
      for (const text of [category, title, excerpt, formatDay(date, 'short'), readTime])
        expect(card && textOf(card)).toContain(text)
    }
  })

  test.each(posts)('$address reads in the specified order', (post) => {
    const page = pageAt(post.address)
    const main = first(page, 'main')
    const smallest = (text: string | RegExp) =>
      ['span', 'time', 'p', 'dd', 'div', 'li', 'a'].map((tag) => named(page, tag, text, main)).find(Boolean)
    expectInOrder(page, [
      named(page, 'button', /^Get Started/, first(page, '.bar')),
      named(page, 'a', 'Back to Blog', main),
      smallest(post.category),
      named(page, 'h1', post.title, main),
      smallest(formatDay(post.date, 'long')),
      smallest(post.readTime),
      smallest(/^By \S/),
      first(page, 'p', first(page, '.prose', main)),
      named(page, 'h2', 'Ready to Get Started?', main),
      named(page, 'a', 'Get the Complete Kit', main),
      first(page, 'footer'),
    ])
    expect(href(named(page, 'a', 'Back to Blog', main))).toBe('/blog')
    expect(href(named(page, 'a', 'Get the Complete Kit', main))).toBe('/')
    if (post.hasCode) expect(all(page, 'code', first(page, 'pre', main))).not.toEqual([])
  })

  test('a post ends with links to the posts before and after it', () => {
    for (const [index, { address }] of posts.entries()) {
      const page = pageAt(address)
      const heading = named(page, 'h2', labels.post.more)
      const further = all(page, 'li').filter(
        (one) => heading?.parentNode && isInside(one, heading.parentNode),
      )
      const target = (label: string) => {
        const item = further.find((one) => textOf(one).includes(label))
        return item && href(first(page, 'a', item))
      }
      expect(target(labels.post.next)).toBe(posts[index - 1]?.address)
      expect(target(labels.post.previous)).toBe(posts[index + 1]?.address)
    }
  })
})

describe('2, legal pages', () => {
  test.each([
    [
      pages.privacy,
      'Privacy Policy',
      [
        /collect.*name.*email.*billing.*payment.*device.*interaction/i,
        /order.*confirmation.*support.*marketing.*consent.*improve.*fraud/i,
        /not sell.*payment processors.*service providers.*law enforcement/i,
        /security/i,
        /cookies/i,
        /access.*correction.*deletion.*objection.*restriction.*portability/i,
        /retention/i,
        /children.*under 18/i,
        /changes/i,
        /contact.*privacy@/i,
      ],
    ],
    [
      pages.terms,
      'Terms of Service',
      [
        /acceptance/i,
        /non-exclusive, non-transferable.*internal business.*modifying.*updates.*during the license period/i,
        /resell.*sublicense.*notices.*competes.*credentials.*reverse engineer/i,
        /purchases are final.*no refunds once access is granted.*change does not affect orders/i,
        /intellectual property.*we keep/i,
        /email.*not guarantee response times/i,
        /as is/i,
        /limited to the amount that you paid/i,
        /you bear all costs/i,
        /indemnif/i,
        /ends if you break.*already deployed may continue to be used/i,
        /governing law|governed by the law/i,
        /changes.*by email or by a notice on this site/i,
        /contact.*legal@/i,
      ],
    ],
  ])('%s: its title, the way back, and the points of each section, in order', (address, title, points) => {
    const page = pageAt(address)
    const main = first(page, 'main')
    expect(textOf(first(page, 'h1', main))).toBe(title)
    expect(href(named(page, 'a', 'Back to Home', main))).toBe('/')
    expect(textOf(main)).not.toContain('{')
    const sections: string[] = []
    for (const node of first(page, '.prose', main).childNodes) {
      if ('tagName' in node && node.tagName === 'h2') sections.push('')
      if (sections.length > 0) sections[sections.length - 1] += ` ${textOf(node)}`
    }
    expect(sections).toHaveLength(points.length)
    for (const [index, point] of points.entries()) expect(sections[index]).toMatch(point)
  })
})

test("2, payment success: thanks, the notice, the four steps of What's Next?, and two ways on, but nothing to buy", () => {
  const page = pageAt(pages.paymentSuccess)
  const main = first(page, 'main')
  expect(textOf(first(page, 'h1', main))).toBe('Payment Successful!')
  for (const text of [
    `Thank you for purchasing the ${shop.name}!`,
    labels.success.typed,
    words.success.ready,
    guarantee ? `${guarantee.short} ${shop.emails.support}` : '',
  ])
    expect(textOf(main)).toContain(text)
  expect(textOf(main)).toMatch(/check your email for the download link/i)
  expect(named(page, 'h2', "What's Next?", main)).toBeDefined()
  const steps = texts(all(page, 'li', main))
  const expected = [
    /download.*email/i,
    /implementation guide/i,
    /1-hour consultation.*reach out/i,
    /start impl/i,
  ]
  expect(steps).toHaveLength(expected.length)
  for (const [index, step] of expected.entries()) expect(steps[index]).toMatch(step)
  expect(href(named(page, 'a', 'Back to Home', main))).toBe('/')
  expect(href(named(page, 'a', 'Read Our Blog', main))).toBe('/blog')
  expect(all(page, '.button-primary', main)).toEqual([])
})

describe('pages that the specification does not name', () => {
  test('a file of the sample has its whole text, and a link to its place among all files', () => {
    const textOfFile = (name: string) => readFileSync(path.resolve('kit', name), 'utf8').trimEnd()
    for (const name of sample.files) {
      const page = pageAt(kitFilePath(name))
      expect(textOf(first(page, 'h1'))).toBe(name)
      expect(href(named(page, 'a', labels.back.files))).toBe(kitEntryPath(name))
      const [code] = all(page, 'code', all(page, '.kit-file-code')[0])
      if (code) expect(textOf(code)).toBe(textOfFile(name).replace(/\s+/g, ' ').trim())
    }
  })

  test('the page of policies has every request with its verdict', () => {
    const page = pageAt(pages.policies)
    const shown = texts(all(page, '.policy-source').flatMap((source) => all(page, 'li', source)))
    expect(shown).toHaveLength(cases.length)
    for (const { title, action, holder, expect: decision } of cases) {
      const parts = [`${holder}: ${title}`, action, policies.verdicts[decision]]
      expect(
        shown.some((text) => parts.every((part) => text.includes(part))),
        title,
      ).toBe(true)
    }
  })

  test.each([
    ...toolPages.map((tool) => tool.path),
    '/compare',
    kitFilePath('organization/scp-protect-security.json'),
  ])('%s leads on to the price and to a tool', (address) => {
    const page = pageAt(address)
    const main = first(page, 'main')
    expect(href(named(page, 'a', labels.tools.price, main))).toBe('/#pricing')
    const others = toolPages.filter((tool) => tool.path !== address)
    const next = others.some(
      ({ title, path: to }) =>
        href(named(page, 'a', labels.tools.next.replace('{title}', title), main)) === to,
    )
    expect(next).toBe(true)
  })

  test('a document of the kit says what it is only in its own heading', () => {
    expect(all(pageAt(kitFilePath('docs/verified.md')), '.text-lead')).toEqual([])
    expect(all(pageAt(kitFilePath('organization/scp-deny-root.json')), '.text-lead')).toHaveLength(1)
  })

  test('each page has the picture for link previews', () => {
    for (const page of site.pages)
      expect(new URL(meta(page, 'og:image') ?? '').pathname).toBe(sharePicturePath)
  })
})
