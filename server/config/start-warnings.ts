import { type Config, isThisMachine } from './env.ts'

/** A setting that works but is probably wrong. */
export interface StartWarning {
  what: string
  remedy: string
}

const loopbackHosts = ['127.0.0.1', '::1', 'localhost']

/**
 * Warnings about the proxy in front of the shop. Limits per client need the client's address.
 * The server logs them when it starts, and doctor reports them.
 */
export function* proxyWarnings({
  publicUrl,
  host,
  trustProxy,
}: Pick<Config, 'publicUrl' | 'host' | 'trustProxy'>): Generator<StartWarning> {
  if (isThisMachine(publicUrl)) return
  const isLocalHost = loopbackHosts.includes(host)
  // The server has no certificate, so a proxy must be in front of it.
  if (trustProxy === 0 && (publicUrl.startsWith('https:') || isLocalHost)) {
    yield {
      what: 'TRUST_PROXY is not set, but a proxy is in front, so all visitors count as one client. Together they may hold only three unpaid early-bird seats, and all downloads have the same address.',
      remedy: 'Set TRUST_PROXY to the number of proxies, and let them set X-Forwarded-For.',
    }
  }
  if (trustProxy > 0 && !isLocalHost) {
    yield {
      what: `HOST=${host} lets anybody reach the shop without the proxy, and with TRUST_PROXY=${trustProxy} they can pretend to be any client.`,
      remedy: 'Set HOST=127.0.0.1, or let a firewall admit only the proxy.',
    }
  }
}
