import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../support/server-process.ts'
import { median } from './statistics.ts'

const installed = (command: string) => spawnSync('which', [command]).status === 0

/** The reason why throughput cannot be measured on this machine, or null. */
export function missingPrograms(): string | null {
  const absent = ['wrk', 'nginx', 'taskset'].filter((command) => !installed(command))
  return absent.length ? `not measured, because ${absent.join(' and ')} cannot be found` : null
}

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

export interface Throughput {
  ours: number
  nginx: number
  /** The median of the rounds. */
  ratio: number
}

/**
 * Measures each page on the server at `origin` and on nginx in turn, for 2 s each on the first processor. nginx has the same
 * files and headers. The first round does not count, because V8 has not compiled the code yet.
 */
export async function compare(
  folder: string,
  origin: string,
  pages: Record<string, string>,
  rounds: number,
): Promise<Record<string, Throughput>> {
  const compared: Record<string, Throughput> = {}
  for (const [name, address] of Object.entries(pages)) {
    const { headers } = await fetch(origin + address)
    const port = await freePort()
    const stop = await startNginx(folder, port, headers)
    try {
      // nginx redirects a folder without a slash, so each server gets the address that it answers directly.
      const page = address === '/' ? '/' : `${address}/index.html`
      const round = () => ({
        ours: requestsPerSecond(origin + address),
        nginx: requestsPerSecond(`http://127.0.0.1:${port}${page}`),
      })
      round()
      const results = Array.from({ length: rounds }, round)
      compared[name] = {
        ours: median(results.map(({ ours }) => ours)),
        nginx: median(results.map(({ nginx }) => nginx)),
        ratio: median(results.map(({ ours, nginx }) => ours / nginx)),
      }
    } finally {
      stop()
    }
  }
  return compared
}

/**
 * Starts nginx with one worker, gzip files from disk, and the security headers of our answer.
 * @returns its stop function
 */
async function startNginx(root: string, port: number, headers: Headers): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-nginx-'))
  /** Headers that nginx sets. The others are copied. */
  const setByNginx = /^(content-(length|type|encoding)|date|connection|keep-alive|etag|transfer-encoding)$/
  const lines = [...headers]
    .filter(([name]) => !setByNginx.test(name))
    .map(([name, value]) => `add_header ${name} "${value}";`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder};`,
  )
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  include /etc/nginx/mime.types; access_log off; keepalive_requests 1000000; sendfile on; tcp_nopush on;
  open_file_cache max=1000; etag on; ${temporary.join(' ')}
  server { listen 127.0.0.1:${port} backlog=1024; root ${root}; index index.html; gzip_static on; ${lines.join(' ')} }
}`,
  )
  const args = ['-c', '0', 'nginx', '-c', path.join(folder, 'nginx.conf'), '-p', folder]
  const nginx = spawn('taskset', args, { stdio: 'ignore' })
  await new Promise((resolve) => setTimeout(resolve, 500))
  return () => {
    nginx.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}
