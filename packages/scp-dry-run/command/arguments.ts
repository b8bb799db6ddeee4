// The arguments of the command. --type and --level change what the documents after them are, and --accounts belongs to the --policy
// before it, so the order of the arguments counts.
import { parseArgs } from 'node:util'
import type { PolicyType } from '../index.ts'

/** A mistake in the use of the command. The message says what to do. Exit code 2. */
export class UsageError extends Error {}

export interface PolicyArgument {
  /** `-`: standard input. */
  file: string
  type: PolicyType
  /** The name of its level. The levels are in order, the root first. */
  level: string
  /** Null: all accounts. */
  accounts: readonly string[] | null
  /** The files after it that belong to no option, as a shell's glob puts them there. */
  next: string[]
}

export type Format = 'text' | 'json' | 'csv'
const failures = ['denied', 'unknown'] as const
type Failure = (typeof failures)[number]

export interface JudgeArguments {
  name: 'judge'
  policies: readonly PolicyArgument[]
  /** Files and folders. `-`: standard input. */
  trail: readonly string[]
  /** Keys that hold for all requests of the organization's own principals, where an event does not hold them. */
  facts: Readonly<Record<string, readonly string[]>>
  format: Format
  failOn: readonly Failure[]
}
export interface AskArguments {
  name: 'ask'
  policies: readonly PolicyArgument[]
  action: string
  principal: string | null
  region: string | null
  /** Empty: unknown. */
  resources: readonly string[]
  /** The values of condition keys. Null: the request does not have the key. */
  keys: Readonly<Record<string, readonly string[] | null>>
  format: Format
  failOn: readonly Failure[]
}
export interface CheckArguments {
  name: 'check'
  documents: readonly Pick<PolicyArgument, 'file' | 'type'>[]
  format: Format
}
export type Arguments =
  | JudgeArguments
  | AskArguments
  | CheckArguments
  | { name: 'help'; of: CommandName | null }
  | { name: 'version' }

const commandNames = ['judge', 'ask', 'check'] as const
export type CommandName = (typeof commandNames)[number]

const types: readonly PolicyType[] = ['scp', 'rcp', 'boundary', 'identity', 'session']

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const many = { type: 'string', multiple: true } as const
const help = { ...flag, short: 'h' } as const
const policyOptions = { policy: many, type: many, level: many, accounts: many, json: flag, help } as const
const options = {
  judge: { ...policyOptions, csv: flag, fact: many, 'fail-on': many },
  ask: {
    ...policyOptions,
    ...{ action: text, principal: text, region: text, resource: many, key: many, 'fail-on': many },
  },
  check: { type: many, json: flag, help },
} as const

/** The options whose place among the others does not count. Each command has some of them. */
type Given = { [option in 'json' | 'csv' | 'help']?: boolean } & {
  [option in 'action' | 'principal' | 'region']?: string
} & { [option in 'fail-on' | 'resource' | 'key' | 'fact']?: string[] }

/** One argument as `parseArgs` saw it. */
type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number]

/** @throws UsageError in the words of Node */
function readTokens(name: CommandName, args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: options[name],
      allowPositionals: true,
      tokens: true,
    })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // The rest is advice about positional arguments that begin with a dash, which no file here does.
    throw new UsageError(`${error.message.split('. ')[0]?.replace(/\.$/, '')}.`)
  }
}

function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value)
  if (!found) throw new UsageError(`--${option} ${value}: use one of ${allowed.join(', ')}.`)
  return found
}

function accountsIn(value: string): string[] {
  const accounts = value.split(',').filter(Boolean)
  const wrong = accounts.find((account) => !/^\d{12}$/.test(account))
  if (accounts.length === 0 || wrong)
    throw new UsageError(`--accounts ${value}: an account is a number of 12 digits. Commas separate several.`)
  return accounts
}

/** The documents, in their order, with what the arguments around them say. */
function readDocuments(tokens: readonly Token[], areNamed: boolean) {
  const documents: PolicyArgument[] = []
  const levels = ['root']
  let isInRow = false
  let type: PolicyType = 'scp'
  for (const token of tokens) {
    const isDocument = areNamed
      ? token.kind === 'option' && token.name === 'policy'
      : token.kind === 'positional'
    if (isDocument && 'value' in token && token.value !== undefined)
      documents.push({ file: token.value, type, level: levels.at(-1) ?? 'root', accounts: null, next: [] })
    else if (areNamed && isInRow && token.kind === 'positional') documents.at(-1)?.next.push(token.value)
    isInRow = isDocument || (isInRow && token.kind === 'positional')
    if (token.kind !== 'option' || token.value === undefined) continue
    const { name, value } = token
    if (name === 'type') type = oneOf(name, value, types)
    if (name === 'level') {
      if (levels.includes(value) && documents.length > 0)
        throw new UsageError(
          `--level ${value}: there is a level of this name already. List its policies together.`,
        )
      // Before the first policy, it names the root.
      if (documents.length === 0) levels.length = 0
      else if (documents.at(-1)?.level !== levels.at(-1))
        throw new UsageError(`--level ${levels.at(-1)} has no policy. Name one with --policy after it.`)
      levels.push(value)
    }
    if (name === 'accounts') {
      const last = documents.at(-1)
      if (!last) throw new UsageError('--accounts belongs to the --policy before it, and there is none.')
      last.accounts = [...(last.accounts ?? []), ...accountsIn(value)]
    }
  }
  if (documents.length > 0 && documents.at(-1)?.level !== levels.at(-1))
    throw new UsageError(`--level ${levels.at(-1)} has no policy. Name one with --policy after it.`)
  return documents
}

/** The keys of --key name=value. A name alone: the request does not have the key. A name twice: the key has both values. */
function readKeys(texts: readonly string[], option = 'key'): AskArguments['keys'] {
  const keys: Record<string, string[] | null> = {}
  for (const given of texts) {
    const equals = given.indexOf('=')
    const name = equals < 0 ? given : given.slice(0, equals)
    if (!/^[\w-]+:./.test(name) || (option === 'fact' && equals < 0))
      throw new UsageError(
        option === 'key'
          ? `--key ${given}: write it as --key aws:SecureTransport=false.`
          : `--fact ${given}: write it as --fact aws:PrincipalOrgID=o-abc123.`,
      )
    const values = equals < 0 ? null : [...(keys[name] ?? []), given.slice(equals + 1)]
    keys[name] = values
  }
  return keys
}

/**
 * Reads the arguments after the name of the program.
 * @throws UsageError
 */
export function readArguments([first, ...args]: readonly string[]): Arguments {
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    const of = commandNames.find((name) => name === args[0])
    return { name: 'help', of: of ?? null }
  }
  if (first === '--version') return { name: 'version' }
  const name = commandNames.find((one) => one === first)
  if (!name)
    throw new UsageError(`There is no command "${first}". The commands are ${commandNames.join(', ')}.`)
  const { values, positionals, tokens } = readTokens(name, args)
  const given = values as Given
  if (given.help) return { name: 'help', of: name }
  if (given.json && given.csv) throw new UsageError('Use --json or --csv, not both.')
  const format = given.json ? 'json' : given.csv ? 'csv' : 'text'
  const documents = readDocuments(tokens, name !== 'check')
  if (documents.length === 0)
    throw new UsageError(
      name === 'check'
        ? 'Name the policies to check, such as scp-dry-run check *.json.'
        : 'Name a policy with --policy, such as --policy deny-regions.json.',
    )
  if (name === 'check') return { name, documents, format }
  const failOn = (given['fail-on'] ?? []).map((value) => oneOf('fail-on', value, failures))
  if (name === 'judge') {
    if (positionals.length === 0)
      throw new UsageError('Name the files of the trail, a folder, or - for standard input.')
    if (positionals.includes('-') && documents.some(({ file }) => file === '-'))
      throw new UsageError('Standard input can be a policy or the trail, not both.')
    const facts = readKeys(given.fact ?? [], 'fact') as JudgeArguments['facts']
    return { name, policies: documents, trail: positionals, facts, format, failOn }
  }
  const globs = documents.flatMap(({ next }) => next)
  const extra = positionals.find((one) => !globs.includes(one))
  if (extra !== undefined)
    throw new UsageError(`"${extra}" belongs to no option. Put each value after its option.`)
  const { action, principal = null, region = null, resource = [], key = [] } = given
  if (!action || !/^[\w-]+:\w+$/.test(action))
    throw new UsageError('Name one action with --action, such as --action s3:PutObject.')
  if (principal !== null && !/^arn:[\w-]+:/.test(principal))
    throw new UsageError(`--principal ${principal}: write the whole ARN of the role or user.`)
  const keys = readKeys(key)
  const policies = documents.flatMap((one) => [one, ...one.next.map((file) => ({ ...one, file, next: [] }))])
  return { name, policies, action, principal, region, resources: resource, keys, format, failOn }
}
