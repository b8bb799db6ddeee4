import { nextClient, type World } from './world.ts'

/** One step of a story. All random choices are made before it runs, so the same seed gives the same steps. */
export interface Step {
  text: string
  /** Whether the step makes requests at the same time. */
  isConcurrent?: boolean
  run(world: World): Promise<unknown>
}

export const post = (world: World, path: string, body: string, headers: Record<string, string>) =>
  world.shopProcess.app.request(path, {
    method: 'POST',
    headers: { 'x-forwarded-for': nextClient(), ...headers },
    body,
  })

/** Reports an error of a step, unless the power is cut. */
export function expectCut(world: World, error: unknown): void {
  if (!world.shopProcess.power.isOff) world.problems.push(`the step failed: ${(error as Error).stack}`)
}
