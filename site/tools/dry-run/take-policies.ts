import { textOf } from 'scp-dry-run'
import type { NamedFile } from './chosen-files.ts'
import type { NamedText } from './guardrails.ts'

/** Whoever drops more files drops a trail. Opening 20,000 of them would take a minute. */
const mostFiles = 100

/** Bytes at the start of a file that tell what it is. */
const startBytes = 65_536

/** Names of files that no trail has. Their text says how to get a policy of it. */
const isOfTerraform = (name: string) => /\.(tf|tfvars|hcl|ya?ml)$/i.test(name)

/**
 * Whether a text is a policy, an answer of AWS that holds one, or a plan of Terraform. A trail has these names only inside of events,
 * with escaped quotes or deeper.
 */
function isPolicy(text: string): boolean {
  const start = text.trimStart()
  if (/^%7b/i.test(start)) return true
  // JSON has no comments, and some policies have them all the same.
  return (
    /^([[{]|\/[/*])/.test(start) &&
    !/"eventSource"\s*:/.test(text) &&
    /\\?"(Statement|planned_values|PolicySummary)\\?"\s*:/.test(text)
  )
}

const read = async (content: Blob) => textOf(new Uint8Array(await content.arrayBuffer()))

/** The texts of files that were chosen as policies. One that cannot be read, or is large, is an empty text. */
export const textsOf = (files: readonly NamedFile[]): Promise<NamedText[]> =>
  Promise.all(
    files.slice(0, mostFiles).map(async ({ name, content }) => ({
      name,
      text: await read(content.slice(0, mostBytes)).catch(() => ''),
    })),
  )

/** Bytes. No policy is larger, and a field with more is slow. */
const mostBytes = 1_000_000

interface Dropped {
  files: NamedText[]
  rest: NamedFile[]
}

/** Tells policies from the files of a trail, because both can be dropped anywhere on the page. */
export async function takePolicies(dropped: readonly NamedFile[]): Promise<Dropped> {
  if (dropped.length > mostFiles) return { files: [], rest: [...dropped] }
  const found: Dropped = { files: [], rest: [] }
  for (const file of dropped) {
    const { name, content } = file
    try {
      if (isOfTerraform(name) || isPolicy(await read(content.slice(0, startBytes))))
        found.files.push({ name, text: await read(content) })
      else found.rest.push(file)
    } catch {
      // A file that cannot be read gets its sentence with the others of the trail.
      found.rest.push(file)
    }
  }
  return found
}
