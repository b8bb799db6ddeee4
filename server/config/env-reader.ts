import { checkEmail } from '../../contract/checkout.ts'
import { withoutSecrets } from '../log/redact.ts'

/** What is wrong with one variable, and what to do about it. */
export interface EnvProblem {
  variable: string
  problem: string
  remedy: string
}

/** The URL if it has one of the protocols and a host, or null. */
export function parseUrl(text: string, protocols: string[]): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  return url && protocols.includes(url.protocol) && url.hostname ? url : null
}

/** An origin and nothing else, or null. */
export function parseOrigin(text: string): string | null {
  const url = parseUrl(text, ['http:', 'https:'])
  const isBareOrigin =
    url && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  return isBareOrigin ? url.origin : null
}

/** Reads variables one by one and collects every problem with them. */
export class EnvReader {
  readonly problems: EnvProblem[] = []
  readonly #env: Record<string, string | undefined>

  constructor(env: Record<string, string | undefined>) {
    this.#env = env
  }

  /** The trimmed value; null if unset. An empty variable counts as unset, because many deployment tools cannot unset one. */
  text(variable: string): string | null {
    return this.#env[variable]?.trim() || null
  }

  /** Adds a problem. Its text may quote the value, so keys in it are redacted. */
  reject(variable: string, problem: string, remedy: string): null {
    this.problems.push({ variable, problem: withoutSecrets(problem), remedy })
    return null
  }

  /** The parsed value; null if the variable is unset. A value that does not parse adds a problem and is null, too. */
  parse<T>(variable: string, parser: (text: string) => T | null, problem: string, remedy: string): T | null {
    const text = this.text(variable)
    return text === null ? null : (parser(text) ?? this.reject(variable, problem, remedy))
  }

  integer(variable: string, min: number, max: number): number | null {
    return this.parse(
      variable,
      (text) => (/^\d{1,5}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : null),
      `"${this.text(variable)}" is not a whole number from ${min} to ${max}`,
      'Set it to such a number, or leave it out.',
    )
  }

  /** An email address, without invisible characters around it, as for buyers. */
  email(variable: string): string | null {
    return this.parse(
      variable,
      (text) => {
        const checked = checkEmail(text)
        return checked.ok ? checked.email : null
      },
      `"${this.text(variable)}" is not a single email address`,
      'Write a single address without a name, such as shop@yourdomain.com.',
    )
  }
}
