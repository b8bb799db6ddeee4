// What policies read of a request, so that a reading groups requests that every statement treats alike.

import type { Policy, Statement } from '../policy/policy.ts'
import { keysIn, readsResource } from './evaluate.ts'

export interface ReadBy {
  keys: readonly string[]
  readsResource: boolean
  readsPassedRole: boolean
  /**
   * Gives the objects of a bucket one name if no statement tells them apart: a group for each of millions would fill the memory.
   * @param arn of a resource
   */
  fold(arn: string): string
}

const isObject = /^(arn:[\w-]+:s3:::[^/]+\/)./

/** Which of the statements' patterns match an object. Null if a pattern has a variable. */
function signatureOf(arn: string, statements: readonly Statement[]): string | null {
  let signature = ''
  for (const { resources } of statements) {
    if (!resources || resources.isAny) continue
    if (resources.keys.length > 0) return null
    signature += resources.isAmong(arn, { action: '', context: {} }).is === 'true' ? '1' : '0'
  }
  return signature
}

/** More buckets than these are not remembered. */
const mostFolded = 100_000

/** @returns a function that gives, for an action, what the policies read */
export function readBy(policies: Iterable<Policy>): (action: string, passesRole: boolean) => ReadBy {
  const all = [...policies].flatMap(({ statements }) => statements)
  const naming = (action: string) => {
    const lower = action.toLowerCase()
    return all.filter((statement) => statement.namesAction(lower))
  }
  const ofPassRole = naming('iam:PassRole')
  const read = (action: string, passesRole: boolean): ReadBy => {
    const own = naming(action)
    const folded = new Map<string, string>()
    const fold = (arn: string): string => {
      const [, bucket] = isObject.exec(arn) ?? []
      if (bucket === undefined) return arn
      const signature = signatureOf(arn, own)
      if (signature === null) return arn
      const id = bucket + signature
      const first = folded.get(id)
      if (first === undefined && folded.size < mostFolded) folded.set(id, arn)
      return first ?? arn
    }
    return {
      keys: [...new Set([...own, ...(passesRole ? ofPassRole : [])].flatMap(keysIn))],
      readsResource: own.some(readsResource),
      readsPassedRole:
        passesRole &&
        ofPassRole.some((statement) => readsResource(statement) || statement.conditions.length > 0),
      fold,
    }
  }
  const remembered = new Map<string, ReadBy>()
  return (action, passesRole) => {
    const id = `${action} ${passesRole}`
    const before = remembered.get(id) ?? read(action, passesRole)
    remembered.set(id, before)
    return before
  }
}
