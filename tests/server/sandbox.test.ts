import { afterEach, expect, test } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import { sandboxStore } from '../../server/payments/sandbox/store.ts'
import { onBothDatabases } from '../support/databases.ts'

onBothDatabases('the sandbox', (newDatabase) => {
  let close = async () => {}
  afterEach(() => close())

  test.each(['cs_sandbox_other', 'a\0b', '\ud800', "' or 1=1 --"])('finds no checkout %j', async (id) => {
    const database = openDatabase(await newDatabase())
    close = () => database.destroy()
    await migrate(database)
    const store = sandboxStore(database)
    expect(await store.find(id)).toBeNull()
    expect(await store.change(id, () => null)).toBeNull()
  })
})
