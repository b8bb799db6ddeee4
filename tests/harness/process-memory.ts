import { execFileSync } from 'node:child_process'

/** The memory that a process uses now, in MB (resident set size). */
export function residentMegabytes(pid: number): number {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Math.round(Number(kilobytes.trim()) / 1024)
}
