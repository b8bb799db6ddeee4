// What an apply of the kit's examples makes. Only Terraform can say it: `npm test -- kit-terraform --write-facts` counts it.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { KitFile, Problem } from './read-kit.ts'

/** `all` resources, and those that AWS bills, by address without a key, such as `aws_eip.vpc`. */
export type Counts = { all: number } & Record<string, number>

interface Facts {
  /** The day of the run. */
  date: string
  /** The programs of the run. */
  run: string
  /** Of the files that decide what an apply makes. */
  hash: string
  counts: Record<string, Counts>
}

/** The path is from the project's folder, because the build moves this module. */
export const facts: Facts = JSON.parse(readFileSync(path.resolve('packages/kit-reader/facts.json'), 'utf8'))

/** A hash of the Terraform files and of the examples' values. */
export function hashOf(files: readonly KitFile[]): string {
  const hash = createHash('sha256')
  for (const { path: name, text } of files)
    if (/\.(?:tf|tfvars|tfvars\.example)$/.test(name)) hash.update(`${name}\n${text}\n`)
  return hash.digest('hex').slice(0, 16)
}

/** Counts of files that have changed may be wrong. */
export function checkFacts(files: KitFile[]): Problem[] {
  if (hashOf(files) === facts.hash) return []
  const message = `changed since their resources were counted on ${facts.date}: run npm test -- kit-terraform --write-facts`
  return [{ file: '**/*.tf', line: 0, message }]
}
