import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Says that the orders of this SQLite database were copied to Postgres, and that no server has used it since. */
const mark = (dataDir: string): string => path.join(dataDir, 'moved-to-postgres')

export const hasMoved = (dataDir: string): boolean => existsSync(mark(dataDir))

export function noteMove(dataDir: string): void {
  writeFileSync(
    mark(dataDir),
    'npm run shop refuses to work on the database beside this file until a server starts on it.\n',
  )
}

/** The shop went back to SQLite. */
export function forgetMove(dataDir: string): void {
  rmSync(mark(dataDir), { force: true })
}
