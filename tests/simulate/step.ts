import { nextClient, type World } from './world.ts'

/** One thing that happens. It is chosen completely before it runs, so the same seed gives the same steps. */
export interface Step {
  text: string
  /** Parts of it happen at once. */
  isConcurrent?: boolean
  run(world: World): Promise<void>
}

/** Something at the provider that the shop does not notice yet. */
export const outside = (text: string, run: (world: World) => void): Step => ({
  text,
  run: async (world) => run(world),
})

export const post = (world: World, path: string, body: string, headers: Record<string, string>) =>
  world.life.app.request(path, {
    method: 'POST',
    headers: { 'x-forwarded-for': nextClient(), ...headers },
    body,
  })

/** A step may fail only because of a power cut. */
export function expectCut(world: World, error: unknown): void {
  if (!world.life.power.isOff) world.problems.push(`it failed: ${(error as Error).stack}`)
}
