import { execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isInstalled } from '../support/proxies.ts'
import { freePort, temporaryDirectory } from '../support/server-process.ts'
import type { Served } from './bench.ts'
import { type Figure, median } from './limits.ts'
import { measured } from './measured-site.ts'

/**
 * Measures the requests per second for one URL. wrk sends them from the second processor, with `Accept-Encoding: gzip` as
 * browsers do.
 */
function requestsPerSecond(url: string): number {
  const args = ['-c', '1', 'wrk', '-t1', '-c64', '-d2s', '-H', 'Accept-Encoding: gzip', url]
  const out = execFileSync('taskset', args, { encoding: 'utf8' })
  if (/Non-2xx/.test(out)) throw new Error(`${url} answered with errors:\n${out}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(out)?.[1])
}

/**
 * Measures each page on the measured server and on nginx in turn, for 2 s each on the first processor. nginx has the same files and
 * headers. The first round does not count, because V8 has not compiled the code yet.
 */
export async function requests({ folder, origin, runs }: Served): Promise<Figure[]> {
  const missing = ['wrk', 'nginx', 'taskset'].filter((program) => !isInstalled(program))
  if (missing.length > 0) {
    console.log(`Not measured, because ${missing.join(' and ')} cannot be found.`)
    return []
  }
  const figures: Figure[] = []
  for (const [name, address] of Object.entries(measured)) {
    const { headers } = await fetch(origin + address)
    const port = await freePort()
    const stop = await startNginx(folder, port, headers)
    try {
      // nginx redirects a folder without a slash, so each server gets the address that it answers directly.
      const onNginx = `http://127.0.0.1:${port}${path.join(address, 'index.html')}`
      const round = () => requestsPerSecond(origin + address) / requestsPerSecond(onNginx)
      round()
      figures.push([name, 'requests a second, × nginx', median(Array.from({ length: runs }, round))])
    } finally {
      stop()
    }
  }
  return figures
}

/**
 * Starts nginx with one worker, gzip files from disk, and the security headers of our answer.
 * @returns its stop function
 */
async function startNginx(root: string, port: number, headers: Headers): Promise<() => void> {
  const folder = temporaryDirectory()
  /** Headers that nginx sets. The others are copied. */
  const setByNginx = /^(content-(length|type|encoding)|date|connection|keep-alive|etag|transfer-encoding)$/
  const lines = [...headers]
    .filter(([name]) => !setByNginx.test(name))
    .map(([name, value]) => `add_header ${name} "${value}";`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder.path};`,
  )
  const file = path.join(folder.path, 'nginx.conf')
  writeFileSync(
    file,
    `worker_processes 1; daemon off; pid ${folder.path}/pid; error_log ${folder.path}/error.log;
events { worker_connections 1024; }
http {
  include /etc/nginx/mime.types; access_log off; keepalive_requests 1000000; sendfile on; tcp_nopush on;
  open_file_cache max=1000; etag on; ${temporary.join(' ')}
  server { listen 127.0.0.1:${port} backlog=1024; root ${root}; index index.html; gzip_static on; ${lines.join(' ')} }
}`,
  )
  const nginx = spawn('taskset', ['-c', '0', 'nginx', '-c', file], { stdio: 'ignore' })
  await pause(500)
  return () => {
    nginx.kill('SIGTERM')
    folder.remove()
  }
}
