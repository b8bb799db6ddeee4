import { expect, test } from 'vitest'
import { deferScripts, inAscii, splitFirstPaint } from './finish-page.ts'

const context = 'window.__reactRouterContext = {"basename":"/"};'
const enqueue = 'window.__reactRouterContext.streamController.enqueue("[1]\\n");'
const close = 'window.__reactRouterContext.streamController.close();'
const modules = 'import "/assets/root.js";import("/assets/entry.js");'
const streamed = `<!--$?--><template id="B:0"></template><!--/$--><script id="_R_">later()</script><div hidden id="S:0"><script>${enqueue}</script><!--$?--><template id="B:1"></template><!--/$--></div><script>$RB=[];$RC("B:0","S:0")</script><div hidden id="S:1"><script>${close}</script></div><script>$RC("B:1","S:1")</script>`
const atOnce = `<!--$--><script>${enqueue}</script><!--$--><script>${close}</script><!--/$--><!--/$-->`
const page = (end: string, first = `<script>${context}</script>`) =>
  `<head><link rel="modulepreload" href="/assets/root.js"/></head><body><p>Text</p>${first}<script type="module" async="">${modules}</script>${end}</body>`

function defer(html: string) {
  const assets: string[] = []
  const deferred = deferScripts(html, 'start(__START__,__PRELOADS__)', (name, text) => {
    assets.push(text)
    return `/assets/${name}.js`
  })
  return { deferred, assets }
}

test.each([
  ['streamed behind the page', streamed],
  ['there at once', atOnce],
])('the scripts of React Router become one, with the data %s', (_, end) => {
  const { deferred, assets } = defer(page(end))
  expect(deferred).toBe(
    '<head></head><body><p>Text</p><script></script><script type="module" async="">start("/assets/start.js",["/assets/start.js","/assets/root.js"])</script></body>',
  )
  expect(assets).toEqual([[context, enqueue, close, modules].join('\n')])
})

test.each([
  ['no modules', '<body><p>Text</p></body>'],
  ['no context', page(streamed, '')],
  ['no data', page('')],
  ['something unknown behind them', page(`${streamed}<script>other()</script>`)],
])('a page with %s is refused', (_, html) => {
  expect(() => defer(html)).toThrow('React Router')
})

const scroll = '<script>((storageKey, restoreKey) => { restore() })("a", null)</script>'

test('the fields of a dialog come in a template, and without scripts as they were', () => {
  const dialog = '<dialog><input type="text" name="a"/></dialog><input type="text" name="b"/>'
  expect(splitFirstPaint(`<body>${dialog}${scroll}</body>`)).toContain(
    '<dialog><template><input type="text" name="a"/></template><noscript><input type="text" name="a"/></noscript></dialog><input type="text" name="b"/>',
  )
})

test('in place of restoring the scrolling a page asks for a task that lays it out', () => {
  expect(splitFirstPaint(`<body>${scroll}</body>`)).toMatch(
    /^<body><script>[^<]*postTask[^<]*<\/script><script type="module">0<\/script><\/body>$/,
  )
})

test('a page without the script that restores scrolling is refused', () => {
  expect(() => splitFirstPaint('<body></body>')).toThrow('ScrollRestoration')
})

test('each character beyond ASCII is written as its place allows', () => {
  expect(
    inAscii(
      '<style title="é">p::before{content:"“1"}</style><script>say("é 🚀")</script><p title="©">’ 🚀</p>',
    ),
  ).toBe(
    '<style title="&#233;">p::before{content:"\\00201c1"}</style><script>say("\\u00e9 \\ud83d\\ude80")</script><p title="&#169;">&#8217; &#128640;</p>',
  )
})
