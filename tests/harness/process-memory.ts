import { execFileSync } from 'node:child_process'

/** What a process holds in memory now, in MB (resident set size). */
export function residentMegabytes(pid: number): number {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Math.round(Number(kilobytes.trim()) / 1024)
}
