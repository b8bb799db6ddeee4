import { type Context, Hono } from 'hono'
import { functions } from '../../contract/paths.ts'
import type { Download } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { clientIp } from '../http/client.ts'
import { limitLog } from '../log/limited-log.ts'
import { within } from '../timing/within.ts'
import { type Access, accessOf } from './access.ts'
import { closedPage, downloadPage, expiredPage, unknownPage } from './pages.ts'
import { resendRoutes } from './resend-routes.ts'
import { sendKit } from './send-kit.ts'

/** The longest time that a download waits for its record, in ms. While the database is locked, recording takes seconds. */
const recordWithinMs = 250

/** The routes of the download page, the file, and the form for a new link. A link can be used any number of times. */
export function downloadRoutes(deps: Dependencies): Hono {
  const path = functions.download(':token')
  const limited = limitLog(deps.log, deps.now)

  /** Responds with the page for the reason why a link does not work. */
  function refuse(token: string, access: Exclude<Access, { state: 'open' }>): Promise<Response> {
    if (access.state === 'expired') return expiredPage(token)
    limited.info('download.refused', {
      state: access.state,
      ...(access.state === 'closed' && { order: access.order.id }),
    })
    return access.state === 'closed' ? closedPage(access.order) : unknownPage()
  }

  /**
   * Records a view of the page, or a download: the evidence if the buyer disputes the payment. If that fails, for example because the disk is full, it is only logged. The buyer has paid and gets the
   * kit.
   */
  async function record(c: Context, entry: Pick<Download, 'order_id' | 'kind' | 'bytes'>) {
    const row = {
      id: crypto.randomUUID(),
      at: deps.now(),
      ip: clientIp(c, deps.config.trustProxy),
      user_agent: (c.req.header('user-agent') ?? '').slice(0, 500),
      ...entry,
    }
    const recorded = deps.database
      .insertInto('downloads')
      .values(row)
      .execute()
      .catch((error) => deps.log.warn('download.not_noted', { ...row, error }))
    await within(recordWithinMs, recorded, () => new Error('Recording takes longer.')).catch(() => {})
  }

  return new Hono()
    .get(path, async (c) => {
      const token = c.req.param('token') ?? ''
      const access = await accessOf(token, deps)
      if (access.state !== 'open') return refuse(token, access)
      if (c.req.method === 'GET') await record(c, { order_id: access.order.id, kind: 'page', bytes: 0 })
      return downloadPage({ token, kit: deps.kit, ...access })
    })
    .post(path, async (c) => {
      const token = c.req.param('token') ?? ''
      const access = await accessOf(token, deps)
      if (access.state !== 'open') return refuse(token, access)
      const { response, bytes } = await sendKit(deps.kit, c.req.raw.headers)
      await record(c, { order_id: access.order.id, kind: 'file', bytes })
      return response
    })
    .route('/', resendRoutes(deps))
}
