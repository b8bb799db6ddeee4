import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import { downloads } from '#content/downloads.ts'
import { inputProblems, messages } from '#content/messages.ts'
import { checkEmail } from '../../contract/checkout.ts'
import { functions, pages } from '../../contract/paths.ts'
import { checkWrites } from '../database/check-writes.ts'
import type { Dependencies } from '../dependencies.ts'
import { ShopError } from '../errors.ts'
import { type Fields, isJson, readFields, textField } from '../http/read-fields.ts'
import { emailForm, resentPage } from './pages.ts'
import { type LinkRequest, queueLinks } from './queue-links.ts'

/**
 * The shortest time until the answer, in ms. Queueing a mail waits for the disk. Without this limit, a quick answer would show
 * that an address is unknown.
 */
const leastAnswerMs = 300

/** @throws ShopError `bad_input` with what to change */
function readRequest(fields: Fields): LinkRequest {
  const token = textField(fields, 'token')
  if (token) return { token }
  const email = textField(fields, 'email')
  const checked = checkEmail(email)
  if (checked.ok) return { email: checked.email }
  const message = email.trim() ? inputProblems[checked.problem].message : messages.orderEmail
  throw new ShopError('bad_input', message)
}

/**
 * POST /functions/v1/resend-link: mails a new link. The answer is the same for everybody. GET redirects to the page with the
 * form.
 */
export function resendRoutes(deps: Dependencies): Hono {
  const routes = new Hono()
  routes.get(functions.resendLink, (c) => c.redirect(`${deps.config.siteUrl}${pages.lostLink}`, 303))
  return routes.post(functions.resendLink, async (c) => {
    const fields = await readFields(c)
    if (!isJson(c)) c.set('formAgain', () => emailForm(fields.token ? undefined : String(fields.email ?? '')))
    const request = readRequest(fields)
    // Write to the database for every address. Otherwise, only known addresses would get an error while the disk is full.
    const queued = checkWrites(deps.database, deps.now()).then(() => queueLinks(deps, request))
    await Promise.all([queued, pause(leastAnswerMs)])
    return isJson(c)
      ? c.json({ message: downloads.sent.text }, 200, { 'cache-control': 'no-store' })
      : resentPage()
  })
}
