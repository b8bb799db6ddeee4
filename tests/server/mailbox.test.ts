import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '#content/messages.ts'
import { words } from '#content/words.ts'
import { functions } from '../../contract/paths.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { type ServerProcess, startServer, temporaryDirectory } from '../support/server-process.ts'

const data = temporaryDirectory()
let server: ServerProcess
beforeAll(async () => {
  // On every network of the machine, so that a test can ask from there.
  server = await startServer(data.path, { HOST: '0.0.0.0' })
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  data.remove()
})

const get = (address: string) => fetch(new URL(address, server.url))
const form = (address: string, fields: Record<string, string>) =>
  fetch(new URL(address, server.url), {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

test('the mailbox shows each mail and links to its order in the sandbox', async () => {
  expect(await (await get('/sandbox/mail')).text()).toContain('No email yet')
  const buyer = aBuyer({ name: 'Ada <b>' })
  const started = await form(functions.createCheckout, buyer)
  expect(started.status).toBe(303)
  const hosted = started.headers.get('location') ?? ''
  await form(hosted, { action: 'pay' })
  const linkIn = (text: string) => /\/sandbox\/mail\/[\w.-]+receipt[\w.-]+\.eml/.exec(text)?.[0]
  const list = async () => (await get('/sandbox/mail')).text()
  await expect.poll(async () => linkIn(await list())).toBeDefined()

  const address = linkIn(await list()) ?? ''
  const mailPage = await get(address)
  expect(mailPage.headers.get('content-security-policy')).toContain("frame-src 'self'")
  const page = await mailPage.text()
  expect(page).toContain(`href="${new URL(hosted).pathname}"`)
  expect(page).toContain(`src="${address}/html"`)
  const mail = await get(`${address}/html`)
  expect(await mail.text()).toContain(words.mail.download)
  const policy = mail.headers.get('content-security-policy')
  expect(policy).toMatch(/default-src 'none'.*sandbox allow-popups/)
  expect(policy).not.toMatch(/script|frame-ancestors 'none'/)
})

test.each(['none.eml', '..%2Fshop.db', '%2e%2e%2flink-secret', 'shop.db', 'x'.repeat(300)])(
  '%s is not a mail',
  async (file) => {
    expect((await get(`/sandbox/mail/${file}`)).status).toBe(404)
    expect((await get(`/sandbox/mail/${file}/html`)).status).toBe(404)
  },
)

test('the mailbox is only for programs on this machine, not for those behind a proxy or in the network', async () => {
  const withProxy = { headers: { 'x-forwarded-for': '192.0.2.1' } }
  for (const path of ['/sandbox/mail', '/sandbox/mail/none.eml', '/sandbox/mail/none.eml/html']) {
    const refused = await fetch(new URL(path, server.url), withProxy)
    expect([refused.status, await refused.json()]).toEqual([404, { error: messages.notFound }])
  }
  // A page whose own name was made to lead to this machine.
  const rebound = await new Promise<number | undefined>((resolve) =>
    request(new URL('/sandbox/mail', server.url), { headers: { host: 'evil.example' } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).end(),
  )
  expect(rebound).toBe(404)
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const inNetwork = addresses.find(({ internal, family }) => !internal && family === 'IPv4')
  if (!inNetwork) return
  const answer = await get(`${server.url.replace('localhost', inNetwork.address)}/sandbox/mail`)
  expect(answer.status).toBe(404)
})
