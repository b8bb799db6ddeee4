import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { commonHeaders } from '../../server/http/security-headers.ts'
import { freePort } from '../support/server-process.ts'
import { median } from './statistics.ts'

export interface Throughput {
  /** Requests per second. */
  rate: number
  /** Milliseconds. */
  p99: number
}

const installed = (command: string) => spawnSync('which', [command]).status === 0

/** Why throughput can't be measured here, or null. */
export function missing(): string | null {
  const absent = ['wrk', 'nginx', 'taskset'].filter((command) => !installed(command))
  return absent.length ? `not measured: ${absent.join(', ')} not installed` : null
}

/** wrk on a processor of its own against one address, as a browser that takes brotli would ask. */
function hammer(url: string, seconds: number): Throughput {
  const out = execFileSync(
    'taskset',
    ['-c', '1', 'wrk', '-t1', '-c64', `-d${seconds}s`, '--latency', '-H', 'Accept-Encoding: br', url],
    { encoding: 'utf8' },
  )
  const unit: Record<string, number> = { us: 0.001, ms: 1, s: 1000 }
  const [, p99 = '', p99Unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(out) ?? []
  const [, rate = ''] = /Requests\/sec:\s+([\d.]+)/.exec(out) ?? []
  if (/Non-2xx/.test(out)) throw new Error(`${url} answered with errors:\n${out}`)
  return { rate: Number(rate), p99: Number(p99) * (unit[p99Unit] ?? Number.NaN) }
}

/** The server pinned to the first processor and asked for one page without pause. @returns its stop function */
export function hammering(url: string, serverPid: number): () => void {
  execFileSync('taskset', ['-a', '-cp', '0', String(serverPid)], { stdio: 'ignore' })
  const wrk = spawn(
    'taskset',
    ['-c', '1', 'wrk', '-t1', '-c64', '-d600s', '-H', 'Accept-Encoding: br', url],
    { stdio: 'ignore' },
  )
  return () => wrk.kill('SIGTERM')
}

/** How often the two servers are asked in turn, 2 s each. */
export const rounds = 9

/**
 * Each page asked for in turn of the server at `origin` and of nginx on the same files, after a round that does not
 * count: the first requests of a new process run uncompiled. Many short rounds, since a neighbour on the machine takes
 * a second from one server and not from the other; `timesNginx` is the median of each round's own.
 */
export async function compare(
  folder: string,
  origin: string,
  pages: Record<string, string>,
): Promise<{ name: string; ours: Throughput; nginx: Throughput; timesNginx: number }[]> {
  const port = await freePort()
  const stop = await startNginx(folder, port)
  try {
    return Object.entries(pages).map(([name, address]) => {
      // nginx redirects a folder without a slash; ask each server for the address that it answers.
      const page = address === '/' ? '/' : `${address}/index.html`
      const round = () => ({
        ours: hammer(origin + address, 2),
        nginx: hammer(`http://127.0.0.1:${port}${page}`, 2),
      })
      round()
      const taken = Array.from({ length: rounds }, round)
      const middle = (who: 'ours' | 'nginx') => ({
        rate: median(taken.map((one) => one[who].rate)),
        p99: median(taken.map((one) => one[who].p99)),
      })
      const timesNginx = median(taken.map(({ ours, nginx }) => ours.rate / nginx.rate))
      return { name, ours: middle('ours'), nginx: middle('nginx'), timesNginx }
    })
  } finally {
    stop()
  }
}

/**
 * nginx, one worker on the first processor, brotli files from disk where its module is installed, with the same
 * security headers.
 * @returns its stop function
 */
async function startNginx(root: string, port: number): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-nginx-'))
  const modules = spawnSync('sh', ['-c', 'ls /usr/lib/nginx/modules/ngx_http_brotli_static_module.so'], {
    encoding: 'utf8',
  })
  const brotli = modules.status === 0
  const headers = Object.entries(commonHeaders({ publicUrl: 'https://example.com' }))
    .map(([name, value]) => `add_header ${name} "${value}";`)
    .join(' ')
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `${brotli ? `load_module ${modules.stdout.trim()};` : ''}
worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  include /etc/nginx/mime.types; access_log off; keepalive_requests 1000000; sendfile on; tcp_nopush on;
  open_file_cache max=1000; etag on;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server { listen 127.0.0.1:${port} backlog=1024; root ${root}; index index.html; ${headers} ${brotli ? 'brotli_static on;' : 'gzip_static on;'} }
}`,
  )
  const nginx = spawn('taskset', ['-c', '0', 'nginx', '-c', path.join(folder, 'nginx.conf'), '-p', folder], {
    stdio: 'ignore',
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  return () => {
    nginx.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}
