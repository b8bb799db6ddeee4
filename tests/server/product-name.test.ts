// A product's name may have any characters, in pages, mail and the archive's name.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { versionOf } from 'kit-reader/archive'
import { readKitFolder } from 'kit-reader/files'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { site } from '#content/site.ts'
import { functions } from '../../contract/paths.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { copyProject } from '../support/project-copy.ts'
import { freePort, startScript } from '../support/server-process.ts'

const name = 'Übersicht Kit™'
const version = versionOf(readKitFolder())
const project = copyProject()
const data = path.join(project.path, 'data')
let server: ReturnType<typeof startScript>
let url: string

beforeAll(async () => {
  const file = path.join(project.path, 'content/site.ts')
  const content = readFileSync(file, 'utf8')
  expect(content).toContain(`'${site.name}'`)
  writeFileSync(file, content.replace(`'${site.name}'`, `'${name}'`))
  const port = String(await freePort())
  url = `http://localhost:${port}`
  server = startScript([path.join(project.path, 'server/main.ts')], { PORT: port, DATA_DIR: data })
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), 20_000)
})

afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  project.remove()
})

const post = (address: string, fields: Record<string, string> = {}) =>
  fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

async function receipt(): Promise<Buffer> {
  const folder = path.join(data, 'mail')
  return vi.waitFor(
    () => {
      const [file] = readdirSync(folder).filter(
        (entry) => entry.includes('receipt') && entry.endsWith('.eml'),
      )
      if (!file) throw new Error('no receipt yet')
      return readFileSync(path.join(folder, file))
    },
    { timeout: 20_000, interval: 100 },
  )
}

test(`"${name}" is sold: hosted page, mail, download page and file carry its name`, async () => {
  const started = await post(url + functions.createCheckout, aBuyer({ name: 'Tomás Łukasz' }))
  expect(started.status).toBe(303)
  const hosted = started.headers.get('location') ?? ''
  expect(await (await fetch(hosted)).text()).toContain(name)
  expect((await post(hosted, { action: 'pay' })).status).toBe(303)

  const raw = await receipt()
  const head = raw.subarray(0, raw.indexOf('\r\n\r\n')).toString('latin1')
  // Headers are ASCII (RFC 5322). Other characters are sent as encoded words (RFC 2047).
  expect(head).toMatch(/^[\x20-\x7e\r\n\t]+$/)
  const mail = await PostalMime.parse(raw)
  expect(mail.subject).toContain(name)
  expect(mail.from?.name).toBe(name)
  expect(mail.text).toContain(name)
  expect(mail.text).toContain('Tomás Łukasz')

  const link = /http:\S+\/functions\/v1\/download\/\S+/.exec(mail.text ?? '')?.[0] ?? ''
  expect(await (await fetch(link)).text()).toContain(name)
  const file = await post(link)
  expect(file.status).toBe(200)
  const disposition = file.headers.get('content-disposition') ?? ''
  expect(disposition).toMatch(/^[\x20-\x7e]+$/)
  const [, encoded = ''] = /filename\*=UTF-8''(\S+)/.exec(disposition) ?? []
  expect(decodeURIComponent(encoded)).toBe(`übersicht-kit-${version}-sample.zip`)
})
