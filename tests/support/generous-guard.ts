import { createGuard } from '../../server/http/limits.ts'
import { silentLog } from '../../server/log/log.ts'

/** For a test that is not about the guard, or a measurement from one address. It counts like the shop's, and refuses nobody. */
export const generousGuard = createGuard(0, Date.now, silentLog, {
  burst: 1e9,
  intervalMs: 1,
  connections: 1e9,
  unanswered: 1e9,
})
