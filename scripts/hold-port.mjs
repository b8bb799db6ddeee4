import { once } from 'node:events'
import { createServer } from 'node:net'
import { ScriptError } from './run.mjs'

/**
 * Takes a port before long work starts, so that a port in use is reported first.
 * @param {string} variable the variable that sets the port @param {string} value @param {string} host
 * @param {string} command the command that the person typed
 * @returns the listener; close it before another process listens on the port
 * @throws {ScriptError} when this process cannot listen on it
 */
export async function holdPort(variable, value, host, command) {
  const port = Number(value)
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new ScriptError(
      `${variable} is "${value}", which is not a port number: ${variable}=4000 ${command}`,
    )
  const probe = createServer().listen(port, host)
  await once(probe, 'listening').catch((error) => {
    // A name that nobody knows, or a DNS server that does not answer, gives the last two.
    if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(error.code))
      throw new ScriptError(`${host} is not an address of this machine.`)
    if (error.code === 'EACCES') {
      throw new ScriptError(
        `This user may not listen on port ${port}. Choose one above 1023: ${variable}=3000 ${command}`,
      )
    }
    const reason =
      error.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${error.code})`
    throw new ScriptError(`Port ${port} ${reason}. Choose another: ${variable}=${port + 10} ${command}`)
  })
  return probe
}
