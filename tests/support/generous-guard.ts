import { createGuard } from '../../server/http/guard.ts'
import { silentLog } from '../../server/log/log.ts'

/** For a test that is not about the guard, or a measurement from one address. It counts like the shop's, and refuses nobody. */
export const generousGuard = createGuard({
  trustProxy: 0,
  now: Date.now,
  log: silentLog,
  allowance: { burst: 1e9, intervalMs: 1, connections: 1e9, unanswered: 1e9 },
})
