import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, startScript } from '../tests/support/server-process.ts'

const end = async (env: Record<string, string>) => {
  const { ended, output } = startScript(['scripts/dev.mjs'], env)
  return { code: await ended, said: output().trim() }
}

test.each(['PORT', 'FUNCTIONS_PORT'])('nothing starts when %s is not a port', async (variable) => {
  expect(await end({ PORT: String(await freePort()), [variable]: 'abc' })).toEqual({
    code: 1,
    said: `${variable} is "abc", which is not a port number: ${variable}=4000 npm run dev`,
  })
})

test.each(['PORT', 'FUNCTIONS_PORT'])('nothing starts when %s is taken', async (variable) => {
  const other = createServer().listen(0, 'localhost')
  await once(other, 'listening')
  const address = other.address()
  const port = String(address && typeof address === 'object' && address.port)
  const ports = { PORT: String(await freePort()), FUNCTIONS_PORT: String(await freePort()), [variable]: port }
  const { code, said } = await end({ ...ports, HOST: 'localhost' })
  other.close()
  expect(code).toBe(1)
  expect(said).toMatch(`Port ${port} is used by another program. Choose another: ${variable}=`)
  expect(said).not.toContain('\n')
})
