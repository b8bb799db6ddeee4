// `npm test -- kit`: checks everything about kit/ that can be checked without AWS and Terraform. If something is wrong, it
// exits 1 and prints each problem with its file and what to do.
import { checkCosts } from '../costs.ts'
import { checkFacts } from '../facts.ts'
import { checkIndex } from '../kit-index.ts'
import { cases } from '../policy-cases.ts'
import { type KitFile, type Problem, readKit } from '../read-kit.ts'
import { checkPolicies } from './check-policies.ts'
import { checkDocuments, checkVersion } from './documents.ts'
import { checkEvents } from './events.ts'
import { checkFormat } from './format.ts'
import { checkProviderFacts } from './provider-facts.ts'
import { checkReferences } from './references.ts'
import { checkResourcePolicies } from './resource-policies.ts'
import { checkRoleArns, checkRoleNames } from './roles.ts'
import { awsSchema, checkSchema } from './schema.ts'
import { checkTemplates } from './templates.ts'
import { checkTrust } from './trust.ts'
import { checkUpgrade } from './upgrade.ts'
import { checkWorkflows } from './workflows.ts'

interface Check {
  name: string
  run: (files: KitFile[]) => Problem[] | Promise<Problem[]>
}

const checks: Check[] = [
  { name: 'parse', run: (files) => files.flatMap((file) => file.broken ?? []) },
  { name: 'format', run: checkFormat },
  { name: 'version', run: checkVersion },
  { name: 'index', run: checkIndex },
  { name: `schema of AWS provider ${awsSchema.provider}`, run: checkSchema },
  { name: 'references', run: checkReferences },
  { name: 'CloudFormation templates', run: checkTemplates },
  { name: 'names of roles', run: (files) => [...checkRoleNames(files), ...checkRoleArns(files)] },
  { name: 'who may assume a role', run: checkTrust },
  { name: 'names of events', run: checkEvents },
  { name: `policies, ${cases.length} cases`, run: checkPolicies },
  { name: 'resource control policies', run: checkResourcePolicies },
  { name: 'order, and what does not work', run: checkProviderFacts },
  { name: 'workflows', run: checkWorkflows },
  { name: 'facts', run: checkFacts },
  { name: 'costs', run: checkCosts },
  { name: 'files and links in documents and comments', run: checkDocuments },
  { name: 'upgrade in a scratch repository', run: checkUpgrade },
]

async function main(): Promise<void> {
  const files = await readKit()
  let count = 0
  const summary: string[] = []
  for (const check of checks) {
    const problems = await check.run(files)
    count += problems.length
    summary.push(`${check.name}: ${problems.length === 0 ? 'fine' : `${problems.length} wrong`}`)
    for (const { file, line, message } of problems)
      console.error(`kit/${file}${line > 0 ? `:${line}` : ''} ${message}`)
  }
  const lines = files.reduce((sum, file) => sum + file.text.split('\n').length - 1, 0)
  console.log(`${summary.join('\n')}\n\nkit: ${files.length} files, ${lines} lines, ${count} problems`)
  process.exit(count > 0 ? 1 : 0)
}

if (import.meta.main) await main()
