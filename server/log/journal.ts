import { fstatSync } from 'node:fs'

export type Level = 'info' | 'warn' | 'error'

/** systemd takes these characters from the beginning of a line as its priority (sd-daemon(3)). */
const prefixes: Record<Level, string> = { info: '<6>', warn: '<4>', error: '<3>' }

/**
 * Whether an output goes straight to systemd's journal (systemd.exec(5), JOURNAL_STREAM). A redirected one does not.
 * @param fd 1: standard output, 2: standard error
 */
export function isJournal(fd: 1 | 2): boolean {
  const stream = process.env.JOURNAL_STREAM
  if (!stream) return false
  const { dev, ino } = fstatSync(fd)
  return stream === `${dev}:${ino}`
}

/** Gives each line its priority, so that `journalctl -p err` finds it. */
export const withPriority = (text: string, level: Level): string => text.replace(/^(?=.)/gm, prefixes[level])
