import { expect, test } from 'vitest'
import { createSharedSync } from './shared-sync.ts'

/** Creates a shared sync. The test ends each sync itself. */
function openSyncs() {
  const syncs: PromiseWithResolvers<void>[] = []
  const synced = createSharedSync(() => {
    const sync = Promise.withResolvers<void>()
    syncs.push(sync)
    return sync.promise
  })
  return { syncs, synced }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('calls that wait at the same time share one sync', async () => {
  const { syncs, synced } = openSyncs()
  const all = Promise.all([synced(), synced(), synced()])
  await settled()
  expect(syncs).toHaveLength(1)
  syncs[0]?.resolve()
  await all
})

test('a call during a sync waits for the next sync, which begins when the first has ended', async () => {
  const { syncs, synced } = openSyncs()
  const first = synced()
  await settled()
  let isSecondSynced = false
  const second = synced().then(() => {
    isSecondSynced = true
  })
  await settled()
  expect(syncs).toHaveLength(1)
  syncs[0]?.resolve()
  await first
  await settled()
  expect(syncs).toHaveLength(2)
  expect(isSecondSynced).toBe(false)
  syncs[1]?.resolve()
  await second
})

test('a failed sync fails only the calls that waited for it', async () => {
  const { syncs, synced } = openSyncs()
  const first = synced()
  await settled()
  const second = synced()
  syncs[0]?.reject(new Error('the disk is gone'))
  await expect(first).rejects.toThrow('the disk is gone')
  await settled()
  syncs[1]?.resolve()
  await second
})
