// Checks that AWS has each event that the alarms wait for: EventBridge takes any name, and an alarm with a typo is never raised. What raises
// them is in the tests of Terraform (kit/**/*.tftest.hcl).
import { knownActions } from 'scp-dry-run/names'
import type { KitFile, Problem } from '../read-kit.ts'

const operations: Readonly<Record<string, readonly string[]>> = {
  ...knownActions.services,
  // No service of IAM's, so not in its reference: https://docs.aws.amazon.com/singlesignon/latest/userguide/scim-logging-using-cloudtrail.html
  'identitystore-scim': [
    'CreateGroup',
    'CreateUser',
    'DeleteGroup',
    'DeleteUser',
    'PatchGroup',
    'PatchUser',
    'PutUser',
  ],
}

const textsIn = (list: string) => [...list.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text)

export function checkEvents(files: KitFile[]): Problem[] {
  return files
    .filter(({ path }) => path.endsWith('/alarms.tf'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\beventSource\s*=\s*\[(.*)\]\n\s*eventName\s*=\s*\[(.*)\]/g)].flatMap(
        ([, sources = '', events = '']) => {
          const services = textsIn(sources).map((source) => source.replace('.amazonaws.com', ''))
          const names = services.flatMap((service) => operations[service] ?? [])
          const prefixes = [...events.matchAll(/prefix = "([^"]+)"/g)].map(([, prefix = '']) => prefix)
          const isKnown = (event: string) =>
            prefixes.includes(event) ? names.some((name) => name.startsWith(event)) : names.includes(event)
          return textsIn(events)
            .filter((event) => !isKnown(event))
            .map((event) => ({
              file: path,
              line: 0,
              message: `waits for ${event}, which ${services.join(' and ')} does not have`,
            }))
        },
      ),
    )
}
