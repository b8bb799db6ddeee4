import { execFileSync, spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isInstalled, nginxWith } from '../support/proxies.ts'
import { freePort, temporaryDirectory } from '../support/server-process.ts'
import type { Served } from './bench.ts'
import { type Figure, median } from './limits.ts'
import { measured } from './measured-site.ts'

/** The requests a second for one URL. wrk sends them from the second processor, with `Accept-Encoding: gzip` as browsers do. */
function requestsPerSecond(url: string): number {
  const args = ['-c', '1', 'wrk', '-t1', '-c64', '-d2s', '-H', 'Accept-Encoding: gzip', url]
  const out = execFileSync('taskset', args, { encoding: 'utf8' })
  if (/Non-2xx/.test(out)) throw new Error(`${url} answered with errors:\n${out}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(out)?.[1])
}

/**
 * Measures each page on the measured server and on nginx in turn, for 2 s each on the first processor. nginx has one worker, the
 * same files and the headers of our home page. The first round does not count, because V8 has not compiled the code yet.
 */
export async function requests({ folder, origin, runs }: Served): Promise<Figure[]> {
  const missing = ['wrk', 'nginx', 'taskset'].filter((program) => !isInstalled(program))
  if (missing.length > 0) {
    console.log(`Not measured, because ${missing.join(' and ')} cannot be found.`)
    return []
  }
  const own = temporaryDirectory()
  const port = await freePort()
  const setByNginx = /^(content-(length|type|encoding)|date|connection|keep-alive|etag|transfer-encoding)$/
  const headers = [...(await fetch(origin)).headers]
    .filter(([name]) => !setByNginx.test(name))
    .map(([name, value]) => `add_header ${name} "${value}";`)
  const http = `include /etc/nginx/mime.types; access_log off; keepalive_requests 1000000; sendfile on; tcp_nopush on;
    open_file_cache max=1000; etag on; gzip_static on; ${headers.join(' ')}
    server { listen 127.0.0.1:${port} backlog=1024; root ${folder}; index index.html; }`
  const nginx = spawn('taskset', ['-c', '0', ...nginxWith(own.path, http)], { stdio: 'ignore' })
  try {
    await pause(500)
    return Object.entries(measured).map(([name, address]) => {
      // nginx redirects a folder without a slash, so each server gets the address that it answers directly.
      const onNginx = `http://127.0.0.1:${port}${path.join(address, 'index.html')}`
      const round = () => requestsPerSecond(origin + address) / requestsPerSecond(onNginx)
      round()
      return [name, 'requests a second, × nginx', median(Array.from({ length: runs }, round))]
    })
  } finally {
    nginx.kill('SIGTERM')
    own.remove()
  }
}
