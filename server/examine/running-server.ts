import * as v from 'valibot'
import type { Config } from '../config/env.ts'

/** How long the server may take, in ms. */
const limit = 2000

/** The part of the answer of `/readyz` on this machine that says whether the kit is the one of the start. */
const answerShape = v.object({ checks: v.object({ kit: v.object({ ok: v.boolean() }) }) })

/** Whether the server on this machine finds the kit changed; false if no server answers. */
export async function findsKitChanged({ port }: Pick<Config, 'port'>): Promise<boolean> {
  try {
    const response = await fetch(`http://localhost:${port}/readyz`, { signal: AbortSignal.timeout(limit) })
    const answer = v.safeParse(answerShape, await response.json())
    return answer.success && !answer.output.checks.kit.ok
  } catch {
    return false
  }
}
