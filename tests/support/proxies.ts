import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './server-process.ts'
import { send } from './stranger.ts'

const deployed = (file: string) =>
  readFileSync(path.resolve(import.meta.dirname, '../../deploy', file), 'utf8')
export const isInstalled = (program: string) => spawnSync('which', [program]).status === 0
/** The name of the shop in the files of `deploy/`. */
export const servedName = 'kit.example.com'

/** Makes a self-signed certificate for the shop's name in `folder`, with OpenSSL. */
function makeCertificate(folder: string): void {
  const key =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -keyout key.pem -out cert.pem -days 30'
  const name = ['-subj', `/CN=${servedName}`, '-addext', `subjectAltName=DNS:${servedName}`]
  execFileSync('openssl', [...key.split(' '), ...name], { cwd: folder, stdio: 'pipe' })
}

export interface Proxy {
  /** Writes the proxy's configuration to `folder`. @returns its access log, all of its logs, and the command that starts it */
  configure(options: { folder: string; upstream: number; http: number; https: number }): {
    log: string
    logs: string[]
    args: string[]
  }
}

/** @param http what is in its `http` block @returns the command that starts nginx with its files in `folder` */
export function nginxWith(folder: string, http: string): string[] {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n')
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(file, `pid ${folder}/pid;\nevents {}\nhttp {\n${temporary}\n${http}\n}\n`)
  return ['nginx', '-c', file, '-e', path.join(folder, 'error.log'), '-g', 'daemon off;']
}

const nginx: Proxy = {
  configure({ folder, upstream, http, https }) {
    makeCertificate(folder)
    const log = path.join(folder, 'access.log')
    const conf = deployed('nginx.conf')
      .replace(/listen \[::\].*\n/g, '')
      .replace('listen 80;', `listen 127.0.0.1:${http};`)
      .replace('listen 443 ', `listen 127.0.0.1:${https} `)
      .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${folder}/cert.pem;`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${folder}/key.pem;`)
      .replace('/var/log/nginx/shop.log', log)
      .replace('/var/log/nginx/shop-error.log', path.join(folder, 'shop-error.log'))
    const logs = [log, path.join(folder, 'error.log'), path.join(folder, 'shop-error.log')]
    return { log, logs, args: nginxWith(folder, conf) }
  },
}

const caddy: Proxy = {
  configure({ folder, upstream, http, https }) {
    const log = path.join(folder, 'access.log')
    const options = `{
  admin off
  http_port ${http}
  https_port ${https}
  local_certs
  skip_install_trust
  storage file_system ${folder}/caddy
`
    const [, minor = '0'] = /2\.(\d+)/.exec(String(spawnSync('caddy', ['version']).stdout)) ?? []
    const site = deployed('Caddyfile')
      // The spelling for Debian 12 (Caddy 2.6), as the file's comment says.
      .replace(
        /^\t\trequest_buffers (.*)$/m,
        Number(minor) < 7 ? '\t\tbuffer_requests\n\t\tmax_buffer_size $1' : '$&',
      )
      .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`)
      .replace('log {', `log {\n    output file ${log}`)
      .replace(/^\{\n/m, options)
    const file = path.join(folder, 'Caddyfile')
    writeFileSync(file, site)
    return { log, logs: [log], args: ['caddy', 'run', '--adapter', 'caddyfile', '--config', file] }
  },
}

/** Starts a proxy in front of `upstream`, and waits until it answers with its certificate. */
export async function startProxy(proxy: Proxy, folder: string, upstream: number) {
  const [http, https] = [await freePort(), await freePort()]
  mkdirSync(path.join(folder, 'home'))
  const { log, logs, args: command } = proxy.configure({ folder, upstream, http, https })
  const [file = '', ...args] = command
  const env = { ...process.env, HOME: path.join(folder, 'home') }
  const child = spawn(file, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (bytes) => {
    errors += bytes
  })
  const ended = once(child, 'close')
  const door = { port: https, tlsName: servedName }
  // Caddy listens before it has a certificate.
  while ((await send(door, '127.0.0.1', '/')).status === 0) {
    if (child.exitCode !== null) throw new Error(`${file} ended:\n${errors}`)
    await pause(50)
  }
  return {
    http,
    https,
    log,
    logs,
    door,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The proxies with a file in `deploy/`, by the name of their program. */
export const proxies = [
  ['nginx', nginx],
  ['caddy', caddy],
] as const

export type RunningProxy = Awaited<ReturnType<typeof startProxy>>
