import { setTimeout as pause } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { checkBuyer } from '../../contract/checkout.ts'
import { functions } from '../../contract/paths.ts'
import type { Dependencies } from '../dependencies.ts'
import { ShopError } from '../errors.ts'
import { emailForm, resentPage } from './pages.ts'
import { type LinkRequest, queueLinks } from './queue-links.ts'

const message =
  'If there is an order for that address, a fresh download link is on its way to it. It arrives within minutes; please look into the spam folder too.'

/** No answer comes sooner, in ms: queueing waits for the disk, finding nobody does not, and the difference would tell. */
const answerMs = 300

/** The fields of a request, JSON or form. @throws ShopError 400, 415 */
async function readFields(c: Context): Promise<{ isJson: boolean; fields: Record<string, unknown> }> {
  const type = (c.req.header('content-type') ?? '').toLowerCase()
  if (type.startsWith('application/json')) {
    const body: unknown = await c.req.json().catch(() => null)
    if (typeof body !== 'object' || body === null) {
      throw new ShopError('bad_input', 400, 'The request is not a JSON object.')
    }
    return { isJson: true, fields: { ...body } }
  }
  if (/^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(type)) {
    const fields = await c.req.parseBody().catch((cause) => {
      throw new ShopError('bad_input', 400, 'The form cannot be read.', { cause })
    })
    return { isJson: false, fields }
  }
  throw new ShopError('unsupported_media_type', 415, 'Send JSON or a form.')
}

function readRequest(fields: Record<string, unknown>): LinkRequest {
  const { email, token } = fields
  if (typeof token === 'string' && token) return { token }
  const checked = checkBuyer({ name: 'buyer', email: typeof email === 'string' ? email : '' })
  if (checked.ok) return { email: checked.buyer.email }
  const empty = typeof email !== 'string' || email.trim() === ''
  throw new ShopError(
    'bad_input',
    400,
    empty ? 'Please enter the email address of your order.' : checked.problem.message,
  )
}

/** POST /functions/v1/resend-link: a fresh link, and one answer for all who ask. */
export function resendRoutes(deps: Pick<Dependencies, 'config' | 'database' | 'linkSecret' | 'now'>): Hono {
  return new Hono().post(functions.resendLink, async (c) => {
    const { isJson, fields } = await readFields(c)
    if (!isJson) c.set('formAgain', emailForm(typeof fields.email === 'string' ? fields.email : ''))
    const request = readRequest(fields)
    await Promise.all([queueLinks(deps, request), pause(answerMs)])
    return isJson ? c.json({ message }, 200, { 'cache-control': 'no-store' }) : resentPage(message)
  })
}
