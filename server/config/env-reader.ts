import { checkEmail } from '../../contract/checkout.ts'
import { withoutSecrets } from '../log/redact.ts'

/** What is wrong with one variable, and what to do about it. */
export interface EnvProblem {
  variable: string
  problem: string
  remedy: string
}

/** The address if it has one of the protocols and a host, or null. */
export function parseUrl(text: string, protocols: string[]): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  return url && protocols.includes(url.protocol) && url.hostname ? url : null
}

/** An origin and nothing else, or null. */
export function parseOrigin(text: string): string | null {
  const url = parseUrl(text, ['http:', 'https:'])
  const bare = url && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  return bare ? url.origin : null
}

/** Reads variables one by one and collects every problem with them. */
export class EnvReader {
  readonly problems: EnvProblem[] = []
  readonly #env: Record<string, string | undefined>

  constructor(env: Record<string, string | undefined>) {
    this.#env = env
  }

  /** As it is; an empty variable counts as unset, as deployment tools often cannot unset one. */
  text(variable: string): string | null {
    return this.#env[variable]?.trim() || null
  }

  /** Notes a problem. It may quote the variable, so a key that stands in the wrong one is taken out. */
  reject(variable: string, problem: string, remedy: string): null {
    this.problems.push({ variable, problem: withoutSecrets(problem), remedy })
    return null
  }

  /** The parsed variable; null when it is unset or, with the problem noted, when it does not parse. */
  parse<T>(variable: string, how: (text: string) => T | null, problem: string, remedy: string): T | null {
    const text = this.text(variable)
    return text === null ? null : (how(text) ?? this.reject(variable, problem, remedy))
  }

  integer(variable: string, min: number, max: number): number | null {
    return this.parse(
      variable,
      (text) => (/^\d{1,5}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : null),
      `"${this.text(variable)}" is not a whole number from ${min} to ${max}`,
      'Set it to such a number, or leave it out.',
    )
  }

  /** Without invisible characters that came with it out of some document, as a buyer's address is taken. */
  email(variable: string): string | null {
    return this.parse(
      variable,
      (text) => {
        const checked = checkEmail(text)
        return checked.ok ? checked.email : null
      },
      `"${this.text(variable)}" is not one plain email address`,
      'Write a single address without a name, such as shop@yourdomain.com.',
    )
  }
}
