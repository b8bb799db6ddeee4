// The commands of AWS CLI 2 that documents and comments name, with their options.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { KitFile } from '../read-kit.ts'

export interface Options {
  optional: string[]
  required: string[]
}

/** By command, such as `cloudtrail get-trail`. */
export const listed: { source: string; commands: Record<string, Options> } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'aws-options.json'), 'utf8'),
)

/** Commands that are no request of an API (https://docs.aws.amazon.com/cli/latest/reference/), with the options that the kit uses. */
export const custom: Record<string, Options> = {
  'cloudformation deploy': {
    optional: ['capabilities', 'parameter-overrides'],
    required: ['stack-name', 'template-file'],
  },
  'cloudtrail validate-logs': { optional: [], required: [] },
  configure: { optional: [], required: [] },
  'configure sso': { optional: [], required: [] },
  'logs tail': { optional: ['follow'], required: [] },
  'sso login': { optional: [], required: [] },
}

/** https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-options.html */
export const globalOptions = ['endpoint-url', 'no-cli-pager', 'output', 'profile', 'query', 'region']

interface Command {
  file: string
  name: string
  options: string[]
}

/** Each command that a document or a comment shows. A command goes on in the next line after a backslash. */
export function commandsIn(files: readonly KitFile[]): Command[] {
  return files
    .filter(({ path }) => !path.endsWith('.json'))
    .flatMap(({ path: file, text }) =>
      [
        ...text
          .replaceAll(/\\\n[# ]*/g, ' ')
          .matchAll(/(?:^|[`"# ])aws ([a-z0-9-]+)(?: ([a-z][a-z0-9-]+))?(?=[\s`])([^`\n]*)/gm),
      ].flatMap(([, service = '', operation = '', rest = '']) => {
        // Words of a sentence, such as "aws sets this".
        if (!operation && !rest.includes('--')) return []
        // What is quoted is a value.
        const options = [...rest.replaceAll(/'[^']*'/g, '').matchAll(/(?<=\s)--([a-z0-9-]+)/g)]
        const name = [service, operation].filter(Boolean).join(' ')
        return [{ file, name, options: options.map(([, option = '']) => option) }]
      }),
    )
}
