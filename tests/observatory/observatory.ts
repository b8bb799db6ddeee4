// npm run observatory prints the score that Mozilla's HTTP Observatory gives each kind of response of the built shop.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { functions, pages } from '../../contract/paths.ts'
import { startServer, temporaryDirectory } from '../support/server-process.ts'

/**
 * The highest score of a site without cookies (https://github.com/mdn/mdn-http-observatory, `src/grader/charts.js`), less 5 for scripts
 * with an `integrity` attribute and 5 for a domain in the browsers' HSTS preload list.
 */
const expected = 130
const origin = 'https://shop.example'
const scanner = path.join(import.meta.dirname, 'node_modules/@mdn/mdn-http-observatory')

interface Result {
  name: string
  result: string | null
  scoreModifier: number
}

/**
 * Loads the scanner's tests and grades. Its `scan` function requests only public hosts on port 443, so this file passes it
 * our responses instead.
 */
async function loadScanner() {
  if (!existsSync(scanner)) {
    // Skip its install script, which fetches the HSTS preload list from the web.
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
    execFileSync('npm', args, { cwd: import.meta.dirname, stdio: 'inherit' })
  }
  writeFileSync(path.join(scanner, 'conf/hsts-preload.json'), '{}')
  const load = (file: string) => import(path.join(scanner, 'src', file))
  const [{ ALL_TESTS }, { Requests }, grader, { MINIMUM_SCORE_FOR_EXTRA_CREDIT }] = await Promise.all([
    load('constants.js'),
    load('types.js'),
    load('grader/grader.js'),
    load('grader/charts.js'),
  ])

  /** @param answer the response to a browser at `origin + address`, behind a proxy that redirects http to https */
  return async function score(
    address: string,
    answer: Response,
  ): Promise<{ score: number; results: Result[] }> {
    const url = new URL(origin + address)
    const response = { status: answer.status, headers: Object.fromEntries(answer.headers), verified: true }
    const requests = new Requests(url.hostname)
    requests.session = { url }
    // The scanner looks only at the page's scripts. Its parser prints warnings about new CSS, so leave out the style sheets.
    requests.resources.path = (await answer.text()).replaceAll(/<style>[\s\S]*?<\/style>/g, '')
    requests.responses.auto = response
    requests.responses.https = response
    requests.responses.http = response
    requests.responses.httpRedirects = [
      { url: new URL(url.href.replace('https:', 'http:')), status: 301 },
      { url, status: answer.status },
    ]
    const results = ALL_TESTS.map((test: (requests: object) => { result: string }) => {
      const output = test(requests)
      return {
        name: (output.constructor as unknown as { title: string }).title,
        result: output.result,
        scoreModifier: grader.getScoreModifier(output.result),
      }
    }) as Result[]
    const sum = (list: Result[]) => list.reduce((total, { scoreModifier }) => total + scoreModifier, 100)
    const withoutExtraCredit = sum(results.filter(({ scoreModifier }) => scoreModifier < 0))
    return {
      score: withoutExtraCredit >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? sum(results) : withoutExtraCredit,
      results,
    }
  }
}

/** Buys, and returns one address of each kind, including those that only a purchase creates. */
async function addressesOf(url: string, dataDir: string): Promise<string[]> {
  const post = readdirSync(path.resolve('content/posts')).find((name) => name.endsWith('.md')) ?? ''
  const buyer = JSON.stringify({ name: 'Ada Lovelace', email: 'ada@example.com' })
  const headers = { 'content-type': 'application/json' }
  const checkout = await fetch(url + functions.createCheckout, { method: 'POST', headers, body: buyer })
  const hosted = new URL((await checkout.json()).url).pathname
  await fetch(url + hosted, {
    method: 'POST',
    body: new URLSearchParams({ action: 'pay' }),
    redirect: 'manual',
  })
  return [
    pages.home,
    pages.post(path.basename(post, '.md')),
    pages.terms,
    pages.paymentSuccess,
    '/nowhere',
    '/blog/nowhere',
    hosted,
    await downloadAddress(path.join(dataDir, 'mail')),
    `${functions.download('nobody')}`,
    '/functions/v1/nowhere',
  ]
}

async function downloadAddress(mailFolder: string): Promise<string> {
  for (;;) {
    for (const name of existsSync(mailFolder) ? readdirSync(mailFolder) : []) {
      const { text } = await PostalMime.parse(readFileSync(path.join(mailFolder, name)))
      const link = /https:\S+\/functions\/v1\/download\/[\w.~-]+/.exec(text ?? '')?.[0]
      if (link) return new URL(link).pathname
    }
    await pause(100)
  }
}

const score = await loadScanner()
const data = temporaryDirectory()
const server = await startServer(data.path, { PUBLIC_URL: origin, PAYMENTS: 'sandbox' })
try {
  for (const address of await addressesOf(server.url, data.path)) {
    const answer = await fetch(server.url + address, { headers: { accept: 'text/html' } })
    const { score: points, results } = await score(address, answer)
    console.log(`${points}  ${answer.status}  ${address.slice(0, 32)}`)
    if (points >= expected) continue
    process.exitCode = 1
    for (const { name, result, scoreModifier } of results)
      console.log(`     ${String(scoreModifier).padStart(4)}  ${name}: ${result}`)
  }
} finally {
  server.child.kill('SIGTERM')
  await server.ended
  data.remove()
}
