import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Buyer, buyerFields, checkBuyer } from '../../contract/checkout.ts'
import { functions } from '../../contract/paths.ts'
import { createApp } from '../../server/app.ts'
import type { Order } from '../../server/database/schema.ts'
import { BuyerForm } from '../../site/checkout/buyer-form.tsx'
import { createCheckout, typedBuyer } from '../../site/checkout/create-checkout.ts'
import type { CheckoutControl } from '../../site/checkout/use-checkout.tsx'
import { NoScriptForm } from '../../site/home/pricing/no-script-form.tsx'
import { aBuyer } from '../support/a-buyer.ts'
import { openShop, type TestShop } from '../support/shop.ts'

const typed = aBuyer()

const dataDir = mkdtempSync(path.join(tmpdir(), 'shop-'))
let shop: TestShop
let app: ReturnType<typeof createApp>

beforeEach(async () => {
  shop = await openShop({ dataDir, databaseUrl: null })
  shop.config = { ...shop.config, trustProxy: 1 }
  app = createApp(shop)
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await shop.database.destroy()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The inputs of a page, with the values that they have. */
function inputsOf(html: string): Map<string, string> {
  const inputs = new Map<string, string>()
  const visit = (node: DefaultTreeAdapterTypes.Node) => {
    if ('attrs' in node && node.tagName === 'input') {
      const attribute = (name: string) => node.attrs.find((one) => one.name === name)?.value ?? ''
      inputs.set(attribute('name'), attribute('value'))
    }
    if ('childNodes' in node) for (const child of node.childNodes) visit(child)
  }
  visit(parseFragment(html, { scriptingEnabled: false }))
  return inputs
}

/** Types into every input of a form that is for a field of the buyer. */
function fill(form: Map<string, string>, values: Partial<Buyer> = typed): FormData {
  const data = new FormData()
  for (const [name, value] of form) data.set(name, values[name as keyof Buyer] ?? value)
  return data
}

const sendForm = (form: FormData, client: string) =>
  app.request(functions.createCheckout, {
    method: 'POST',
    headers: { 'x-forwarded-for': client },
    body: new URLSearchParams(Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))),
  })

/** The order of the newest payment page. Each client has an order of its own. */
async function orderAt(url: string | null): Promise<Order> {
  return shop.database
    .selectFrom('orders')
    .selectAll()
    .where('checkout_url', '=', url)
    .executeTakeFirstOrThrow()
}

async function buyInDialog(client: string): Promise<Order> {
  const checkout = { busy: false } as CheckoutControl
  const form = inputsOf(renderToStaticMarkup(createElement(BuyerForm, { checkout })))
  const checked = checkBuyer(typedBuyer(fill(form)))
  if (!checked.ok) throw new Error(checked.problem.problem)
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    app.request(url, { ...init, headers: { ...init.headers, 'x-forwarded-for': client } }),
  )
  return orderAt(await createCheckout(checked.buyer))
}

async function buyWithoutScripts(client: string): Promise<Order> {
  const form = inputsOf(renderToStaticMarkup(createElement(NoScriptForm)))
  return orderAt((await sendForm(fill(form), client)).headers.get('location'))
}

/** The server repeats the form on the page of an error, with what was typed. */
async function buyAfterMistake(client: string): Promise<Order> {
  const form = inputsOf(renderToStaticMarkup(createElement(NoScriptForm)))
  const refused = await sendForm(fill(form, { ...typed, email: 'ada' }), client)
  expect(refused.status).toBe(400)
  const again = fill(inputsOf(await refused.text()), { email: typed.email })
  return orderAt((await sendForm(again, client)).headers.get('location'))
}

/** The columns of an order that may differ between two purchases of the same buyer. */
const own = ['id', 'client_key', 'idempotency_key', 'session_id', 'checkout_url'] as const

function comparable(order: Order) {
  const request = JSON.parse(order.request.replaceAll(order.id, 'the order'))
  return { ...order, ...Object.fromEntries(own.map((column) => [column, null])), request }
}

test('the dialog, the form without scripts and the repeated form store the same order, with every field of the buyer', async () => {
  const inDialog = await buyInDialog('203.0.113.1')
  const withoutScripts = await buyWithoutScripts('203.0.113.2')
  const afterMistake = await buyAfterMistake('203.0.113.3')
  expect(new Set([inDialog.id, withoutScripts.id, afterMistake.id]).size).toBe(3)
  for (const { name } of Object.values(buyerFields))
    expect([name, inDialog[name]]).toEqual([name, typed[name]])
  expect(comparable(withoutScripts)).toEqual(comparable(inDialog))
  expect(comparable(afterMistake)).toEqual(comparable(inDialog))
})
