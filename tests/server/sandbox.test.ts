import { afterEach, expect, test } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import { tableMemory } from '../../server/payments/sandbox/table.ts'
import { onBothDatabases } from '../support/databases.ts'

onBothDatabases('the sandbox', (newDatabase) => {
  let close = async () => {}
  afterEach(() => close())

  test.each(['cs_sandbox_other', 'a\0b', '\ud800', "' or 1=1 --"])('finds no checkout %j', async (id) => {
    const database = openDatabase(await newDatabase())
    close = () => database.destroy()
    await migrate(database)
    const memory = tableMemory(database)
    expect(await memory.find(id)).toBeNull()
    expect(await memory.change(id, () => null)).toBeNull()
  })
})
