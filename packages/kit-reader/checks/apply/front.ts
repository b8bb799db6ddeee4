// Stands in front of moto on loopback: services.ts answers what moto lacks, and moto answers the rest.
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { answer, corrected, Refused } from './services.ts'

export type Fields = Record<string, unknown>

/** A request to AWS: who, where, what. */
export interface Call {
  method: string
  path: string
  query: URLSearchParams
  service: string
  region: string
  /** The operation, of the protocols that name one. */
  action: string
  /** The parameters of the query protocol. */
  form: URLSearchParams
  json: Fields
  /** The account of the credentials. */
  account(): Promise<string>
  /** Asks moto for an operation of the JSON protocol, with the credentials of this call. */
  ask(service: string, target: string, body: Fields): Promise<Fields>
  /** Asks moto for an operation of the query protocol. */
  askQuery(service: string, parameters: Record<string, string>): Promise<string>
}

interface Reply {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

const reading = async (message: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const send = (
  port: number,
  method: string,
  path: string,
  headers: Record<string, string | string[] | undefined>,
  body: Buffer,
) =>
  new Promise<Reply>((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', method, path, headers }, async (response) => {
      resolve({
        status: response.statusCode ?? 500,
        headers: response.headers,
        body: await reading(response),
      })
    })
    asked.on('error', reject).end(body)
  })

const jsonOf = (body: Buffer): Fields => {
  try {
    return JSON.parse(body.toString() || '{}')
  } catch {
    return {}
  }
}

/** The account of each access key. */
const owners = new Map<string, string>()

function callOf(message: IncomingMessage, body: Buffer, moto: number): Call {
  const url = new URL(message.url ?? '/', 'http://moto')
  const authorization = message.headers.authorization ?? ''
  const [, key = '', region = 'us-east-1', service = ''] =
    /Credential=([^/]+)\/[^/]+\/([^/]+)\/([^/]+)\//.exec(authorization) ?? []
  const target = String(message.headers['x-amz-target'] ?? '')
  const form = new URLSearchParams(body.includes('Action=') ? body.toString() : '')
  const token = message.headers['x-amz-security-token']
  const signed = (to: string, type: string) => ({
    authorization: authorization.replace(`/${service}/`, `/${to}/`),
    'content-type': type,
    host: `${to}.${region}.amazonaws.com`,
    // Of the keys of a role. Node refuses a header without a value.
    ...(token && { 'x-amz-security-token': token }),
  })
  return {
    method: message.method ?? 'GET',
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    service,
    region,
    action: form.get('Action') ?? target.slice(target.lastIndexOf('.') + 1),
    form,
    json: jsonOf(body),
    async account() {
      const known = owners.get(key)
      if (known) return known
      const text = await this.askQuery('sts', { Action: 'GetCallerIdentity', Version: '2011-06-15' })
      const id = /<Account>(\d+)/.exec(text)?.[1] ?? ''
      owners.set(key, id)
      return id
    },
    async askQuery(to, parameters) {
      const headers = signed(to, 'application/x-www-form-urlencoded')
      const asking = Buffer.from(new URLSearchParams(parameters).toString())
      return (await send(moto, 'POST', '/', headers, asking)).body.toString()
    },
    async ask(to, operation, wanted) {
      const headers = { ...signed(to, 'application/x-amz-json-1.1'), 'x-amz-target': operation }
      return jsonOf((await send(moto, 'POST', '/', headers, Buffer.from(JSON.stringify(wanted)))).body)
    },
  }
}

const xml = (value: unknown): string => {
  if (Array.isArray(value)) return value.map((one) => `<member>${xml(one)}</member>`).join('')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, one]) => (one === undefined ? '' : `<${key}>${xml(one)}</${key}>`))
      .join('')
  return String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** @returns status, type and body of an answer of our own, or null if moto has to answer */
async function own(call: Call): Promise<[number, Record<string, string>, string] | null> {
  const isXml = call.form.has('Action')
  const type = { 'content-type': isXml ? 'text/xml' : 'application/x-amz-json-1.1' }
  try {
    const result = await answer(call)
    if (!result) return null
    const name = call.action
    return [
      200,
      type,
      isXml
        ? `<${name}Response><${name}Result>${xml(result)}</${name}Result></${name}Response>`
        : JSON.stringify(result),
    ]
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { code, message } = error
    return [
      400,
      { ...type, 'x-amzn-errortype': code },
      isXml
        ? `<ErrorResponse>${xml({ Error: { Type: 'Sender', Code: code, Message: message } })}</ErrorResponse>`
        : JSON.stringify({ __type: code, message }),
    ]
  }
}

/** Starts the front of the moto on a port. @returns a server that listens on loopback */
export function startFront(moto: number): Promise<Server> {
  const server = createServer(async (message, response) => {
    try {
      const body = await reading(message)
      const call = callOf(message, body, moto)
      const answered = await own(call)
      if (answered) {
        const [status, headers, text] = answered
        response.writeHead(status, headers).end(text)
        return
      }
      const { connection, 'transfer-encoding': _, 'content-length': __, ...headers } = message.headers
      const { sent, receive } = corrected(call)
      const given = sent ? Buffer.from(sent) : body
      const length = { 'content-length': String(given.length) }
      const reply = await send(
        moto,
        call.method,
        message.url ?? '/',
        { ...headers, 'accept-encoding': 'identity', ...length },
        given,
      )
      const { 'transfer-encoding': ___, connection: ____, ...kept } = reply.headers
      const text = reply.status === 200 ? receive?.(reply.body.toString()) : undefined
      const changed = text === undefined ? reply.body : Buffer.from(text)
      const isHead = call.method === 'HEAD'
      response.writeHead(reply.status, isHead ? kept : { ...kept, 'content-length': changed.length })
      response.end(isHead ? undefined : changed)
    } catch (error) {
      // Terraform would only try again.
      console.error(`${message.method} ${message.url}: ${error}`)
      response.writeHead(500).end(String(error))
    }
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}
