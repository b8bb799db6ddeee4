import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { builtPages } from '../../checks/site/built-pages.ts'
import { parsePage } from '../../server/http/html-elements.ts'
import { closedPageHeaders } from '../../server/http/page-policy.ts'

/** Opens a closed page, and holds back its end, which has the module. @returns sends the end */
export async function openWithoutItsEnd(page: Page, address: string): Promise<() => void> {
  const html = readFileSync(builtPages(path.resolve('build/client')).get(address) ?? '')
  const middle = html.indexOf('</main>')
  const end = Promise.withResolvers<void>()
  const server = createServer(async (_, response) => {
    response.writeHead(200, {
      'content-type': 'text/html',
      ...closedPageHeaders(parsePage(String(html)), 'http://x'),
    })
    response.write(html.subarray(0, middle))
    await end.promise
    response.end(html.subarray(middle))
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}`, { waitUntil: 'commit' })
  return end.resolve
}
