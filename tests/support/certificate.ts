import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Makes a self-signed certificate with OpenSSL.
 * @param folder where OpenSSL writes the files
 * @param days how long the certificate is valid
 * @returns PEM
 */
export function makeCertificate(folder: string, name: string, days: number): { key: string; cert: string } {
  const [key, cert] = [path.join(folder, `${name}.key`), path.join(folder, `${name}.pem`)]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-noenc',
      '-keyout',
      key,
      '-out',
      cert,
    ].concat(['-days', String(days), '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]),
    { stdio: 'pipe' },
  )
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}
