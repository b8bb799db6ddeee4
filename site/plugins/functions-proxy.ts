import type { ServerResponse } from 'node:http'
import type { ProxyOptions } from 'vite'

/**
 * Forwards requests of the development server to the functions. While they do not run, the response says so.
 * @param target such as http://127.0.0.1:3001
 */
export const functionsProxy = (target: string): ProxyOptions => ({
  target,
  configure(proxy) {
    // For WebSockets, the third argument is a socket. The functions have none.
    proxy.on('error', (_error, _request, response) => {
      const { headersSent } = response as ServerResponse
      if (headersSent !== false) return
      ;(response as ServerResponse)
        .writeHead(502, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
        .end(
          'The functions do not answer. The terminal says why. They start again when a file of the server is saved.',
        )
    })
  },
})
