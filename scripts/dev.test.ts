import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, startScript } from '../tests/support/server-process.ts'

const runToEnd = async (env: Record<string, string>) => {
  const { ended, output } = startScript(['scripts/dev.mjs'], env)
  return { code: await ended, output: output().trim() }
}

test.each(['PORT', 'FUNCTIONS_PORT'])('nothing starts when %s is not a port', async (variable) => {
  expect(await runToEnd({ PORT: String(await freePort()), [variable]: 'abc' })).toEqual({
    code: 1,
    output: `${variable} is "abc", which is not a port number: ${variable}=4000 npm run dev`,
  })
})

test.each(['PORT', 'FUNCTIONS_PORT'])('nothing starts when %s is taken', async (variable) => {
  const other = createServer().listen(0, 'localhost')
  await once(other, 'listening')
  const address = other.address()
  const port = String(address && typeof address === 'object' && address.port)
  const ports = { PORT: String(await freePort()), FUNCTIONS_PORT: String(await freePort()), [variable]: port }
  const { code, output } = await runToEnd({ ...ports, HOST: 'localhost' })
  other.close()
  expect(code).toBe(1)
  expect(output).toMatch(`Port ${port} is taken by another program. Choose another: ${variable}=`)
  expect(output).not.toContain('\n')
})
