// A policy that is ready to judge, and the document that it comes from.

import type { Request, Values } from '../judge/request.ts'
import type { Truth } from '../judge/truth.ts'
import type { Condition } from './conditions.ts'

export const policyTypes = ['scp', 'rcp', 'boundary', 'identity', 'session', 'resource'] as const
/** `resource`: the policy of a resource, such as a bucket's, or a role's trust policy. */
export type PolicyType = (typeof policyTypes)[number]

/** A statement as the document has it. */
export interface StatementDocument {
  Sid?: string
  Effect: 'Allow' | 'Deny'
  Action?: string | string[]
  NotAction?: string | string[]
  Resource?: string | string[]
  NotResource?: string | string[]
  Principal?: unknown
  NotPrincipal?: unknown
  Condition?: Record<string, Record<string, string | string[]>>
}
export interface PolicyDocument {
  Version?: string
  Statement: StatementDocument[]
}

/** A part of a statement that this package does not know. Where it could decide, the answer is "cannot tell". */
export interface Unknown {
  field: string
  why: string
}

export interface Resources {
  negated: boolean
  /** One of the patterns is `*`. */
  isAny: boolean
  patterns: readonly string[]
  /** Keys of the variables in the patterns. */
  keys: readonly string[]
  /** Whether a resource matches a pattern, before it is negated. */
  isAmong(resource: string, request: Request): Truth
}

export interface Statement {
  /** The name of its policy. */
  policy: string
  /** Its Sid, or its number in the policy, from 1. */
  sid: string
  hasSid: boolean
  /** From 1. Null if the policy was not read from a text. */
  line: number | null
  /** Null if the document does not say. */
  effect: 'Allow' | 'Deny' | null
  /** @param action in lower case. @returns null for a name that AWS does not have, if the action behind it decides */
  namesAction(action: string): boolean | null
  /** Null if the statement has neither Resource nor NotResource, which only the policies of resources may do. */
  resources: Resources | null
  /** Null if the statement has neither Principal nor NotPrincipal. */
  principal: ((request: Request) => Truth) | null
  conditions: readonly Condition[]
  unknown: readonly Unknown[]
  document: StatementDocument
}

export interface Policy {
  /** The name that the caller gave, such as a file, or the address in a plan. */
  name: string
  type: PolicyType
  statements: readonly Statement[]
  document: PolicyDocument
  /** Policies with other regions keep the policy that they were made of, so that a reading recognizes it. */
  origin: Policy | null
}

export const listOf = (values: Values): readonly string[] => (typeof values === 'string' ? [values] : values)
