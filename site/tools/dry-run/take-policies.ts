import type { NamedFile } from './chosen-files.ts'

/** Whoever drops more files drops a trail. Opening 20,000 of them would take a minute. */
const mostFiles = 100

/** Bytes at the start of a file that tell what it is. */
const startBytes = 65_536

/** Names of files that no trail has. Their text says how to get a policy of it. */
const isOfTerraform = (name: string) => /\.(tf|tfvars|hcl|ya?ml)$/i.test(name)

/** Whether a text is a policy or a plan of Terraform. A trail has these names only inside of events, with escaped quotes or deeper. */
function isPolicy(text: string): boolean {
  const start = text.replace(/^\ufeff/, '').trimStart()
  if (start.startsWith('%7B') || start.startsWith('%7b')) return true
  return (
    /^[[{]/.test(start) && !/"eventSource"\s*:/.test(text) && /"(Statement|planned_values)"\s*:/.test(text)
  )
}

interface Dropped {
  files: { name: string; text: string }[]
  rest: NamedFile[]
}

/** Tells policies from the files of a trail, because both can be dropped anywhere on the page. */
export async function takePolicies(dropped: readonly NamedFile[]): Promise<Dropped> {
  if (dropped.length > mostFiles) return { files: [], rest: [...dropped] }
  const found: Dropped = { files: [], rest: [] }
  for (const file of dropped) {
    const { name, content } = file
    try {
      if (isOfTerraform(name) || isPolicy(await content.slice(0, startBytes).text()))
        found.files.push({ name, text: await content.text() })
      else found.rest.push(file)
    } catch {
      // A file that cannot be read gets its sentence with the others of the trail.
      found.rest.push(file)
    }
  }
  return found
}
