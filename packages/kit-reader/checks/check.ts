// `npm test -- kit`: checks everything about kit/ that can be checked without AWS and Terraform. If something is wrong, it
// exits 1 and prints each problem with its file and what to do.
import { checkCosts } from '../costs-table.ts'
import { checkIndex } from '../kit-index.ts'
import { cases } from '../policy-cases.ts'
import { type KitFile, type Problem, readKit } from '../read-kit.ts'
import { checkAddresses } from './addresses.ts'
import { checkAdoption } from './adopt.ts'
import { checkPolicies } from './check-policies.ts'
import { checkCommands } from './commands.ts'
import { checkDocuments, checkVersion } from './documents.ts'
import { checkEvents } from './events.ts'
import { checkFirstSteps } from './first-steps.ts'
import { checkFormat } from './format.ts'
import { checkLogArchive } from './log-archive.ts'
import { checkProviderFacts } from './provider-facts.ts'
import { checkReferences } from './references.ts'
import { checkResourcePolicies } from './resource-policies.ts'
import { checkRoleArns, checkRoleNames } from './roles.ts'
import { awsSchema, checkSchema } from './schema.ts'
import { checkSwitches } from './switches.ts'
import { takeNoArguments } from './take-no-arguments.ts'
import { checkTemplates } from './templates.ts'
import { checkTrust } from './trust.ts'
import { checkUpgrade } from './upgrade.ts'
import { checkVerified } from './verified.ts'
import { checkWorkflows } from './workflows.ts'

export interface Check {
  name: string
  run: (files: KitFile[]) => Problem[] | Promise<Problem[]>
}

export const checks: Check[] = [
  { name: 'parse', run: (files) => files.flatMap((file) => file.broken ?? []) },
  { name: 'format', run: checkFormat },
  { name: 'version', run: checkVersion },
  { name: 'index', run: checkIndex },
  { name: `schema of AWS provider ${awsSchema.provider}`, run: checkSchema },
  { name: 'references', run: checkReferences },
  { name: 'CloudFormation templates', run: checkTemplates },
  { name: 'names of roles', run: (files) => [...checkRoleNames(files), ...checkRoleArns(files)] },
  { name: 'who may assume a role', run: checkTrust },
  { name: 'log archive', run: checkLogArchive },
  { name: 'event patterns', run: checkEvents },
  { name: `policies, ${cases.length} cases`, run: checkPolicies },
  { name: 'resource control policies', run: checkResourcePolicies },
  { name: 'order, and what does not work', run: checkProviderFacts },
  { name: 'first apply to an existing organization', run: checkAdoption },
  { name: 'switches, and plans that are never empty', run: checkSwitches },
  { name: 'steps in their order', run: checkFirstSteps },
  { name: 'commands in documents', run: checkCommands },
  { name: 'address plan for 16 environments', run: checkAddresses },
  { name: 'workflows', run: checkWorkflows },
  { name: 'costs', run: checkCosts },
  { name: 'names in documents and comments', run: checkDocuments },
  { name: 'upgrade in a scratch repository', run: checkUpgrade },
  { name: 'what was checked by hand', run: checkVerified },
]

const help = 'npm test -- kit    checks kit/ without AWS and without Terraform, and says what is wrong'

async function main(): Promise<void> {
  takeNoArguments(help)
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
