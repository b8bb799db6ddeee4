import type { IncomingMessage } from 'node:http'
import { request as requestHttp } from 'node:http'
import { type RequestOptions, request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import { reasonOf } from '../../server/errors.ts'
import { error, type Finding, warning } from '../../server/examine/finding.ts'

/** How the check reaches the public address. Only tests change it. */
export interface Route {
  /** Replaces the system's DNS lookup. */
  lookup?: LookupFunction
  /** A PEM certificate of an authority to trust in addition to the system's. */
  ca?: string
}

/** The time limit for an answer, in ms. A visitor would leave by then. */
const timeLimit = 10_000
/** Certificates are renewed about 30 days before they expire. If fewer days than this are left, the renewal has failed. */
const renewalDays = 14

const day = 86_400_000

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: string
  /** Why the certificate is not trusted, such as CERT_HAS_EXPIRED; null if it is trusted or there is none. */
  certificateProblem: string | null
  /** ms since 1970 */
  certificateEnds: number | null
}

/** Gets an address as a visitor does. @throws if there is no answer */
function getPage(url: URL, route: Route): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const options: RequestOptions = {
    agent: false,
    timeout: timeLimit,
    // Read the answer despite a bad certificate, which is reported separately.
    rejectUnauthorized: false,
    headers: { 'user-agent': 'shop-doctor' },
    ...(route.lookup && { lookup: route.lookup }),
    ...(route.ca && { ca: route.ca }),
  }
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const request = send(url, options, (response) => {
    const socket = response.socket as TLSSocket
    const isTls = url.protocol === 'https:'
    const certificate = isTls ? socket.getPeerCertificate() : null
    const certificateProblem = isTls && !socket.authorized ? String(socket.authorizationError) : null
    text(response).then(
      (body) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body,
          certificateProblem,
          certificateEnds: certificate?.valid_to ? Date.parse(certificate.valid_to) : null,
        }),
      reject,
    )
  })
  request.on('timeout', () => request.destroy(new Error(`no answer within ${timeLimit / 1000} s`)))
  request.on('error', reject)
  request.end()
  return promise
}

function* certificateFindings(host: string, answer: Answer, now: number): Generator<Finding> {
  if (answer.certificateProblem) {
    yield error(
      `The certificate of ${host} is not trusted: ${answer.certificateProblem}.`,
      'Let the proxy get a certificate for this name, for example from Let’s Encrypt, and send the whole chain.',
    )
  } else if (answer.certificateEnds !== null && answer.certificateEnds - now < renewalDays * day) {
    const days = Math.floor((answer.certificateEnds - now) / day)
    yield warning(
      `The certificate of ${host} expires in ${days} days.`,
      'Find out why the proxy has not renewed it: read the log of Caddy, or run certbot renew --dry-run.',
    )
  }
}

const unreachable = (publicUrl: string, failure: unknown): Finding =>
  error(
    `${publicUrl} cannot be reached from this machine: ${reasonOf(failure)}.`,
    'See whether the server runs: systemctl status shop. Then check the DNS record, the proxy and the firewall. Some networks cannot reach their own public address. In that case, try from another network.',
  )

/**
 * Checks that plain HTTP redirects to the encrypted pages. No answer to plain HTTP is fine, too.
 * @param plainUrl the same address with http://
 */
export async function redirectFindings(
  plainUrl: string,
  publicUrl: string,
  route: Route,
): Promise<Finding[]> {
  const answer = await getPage(new URL(plainUrl), route).catch(() => null)
  if (!answer || answer.headers.location?.startsWith('https://')) return []
  return [
    warning(
      `${plainUrl} does not redirect to ${publicUrl}. It answers ${answer.status} without encryption.`,
      'Let the proxy redirect http:// to https://; the files in deploy/ do.',
    ),
  ]
}

/**
 * Checks that visitors reach this shop at its public address with a trusted certificate.
 * @param publicUrl with https://
 * @param home the built home page; null if there is none to compare with
 * @param now ms since 1970
 */
export async function publicAddressFindings(
  publicUrl: string,
  home: string | null,
  { route = {}, now = Date.now() }: { route?: Route; now?: number } = {},
): Promise<Finding[]> {
  const { host } = new URL(publicUrl)
  let answer: Answer
  try {
    answer = await getPage(new URL('/', publicUrl), route)
  } catch (failure) {
    return [unreachable(publicUrl, failure)]
  }
  const findings = [...certificateFindings(host, answer, now)]
  // With a custom port, the port of plain HTTP is unknown.
  if (new URL(publicUrl).port === '')
    findings.push(...(await redirectFindings(`http://${host}`, publicUrl, route)))
  if (answer.status !== 200) {
    findings.push(
      error(
        `${publicUrl} answers ${answer.status} instead of the home page.`,
        'Check that the shop runs, and that the proxy forwards requests to HOST and PORT.',
      ),
    )
  } else if (home !== null && answer.body !== home) {
    findings.push(
      warning(
        `${publicUrl} does not show the home page of the last build.`,
        'Restart the shop: it reads the pages when it starts. If the site is on a CDN, upload build/client again.',
      ),
    )
  }
  return findings
}
