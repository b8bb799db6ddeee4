// Checks that the first apply of docs/existing-organization.md changes no account: with the values of its step 3, the folder
// organization makes nothing that acts on one, and step 5 turns each value on.
import { compileModules, exampleOf } from 'terraform/compile'
import { readHcl } from 'terraform/hcl'
import { countInstances, total } from 'terraform/module'
import type { KitFile, Problem } from '../read-kit.ts'

const document = 'docs/existing-organization.md'

/** Resources that change, limit, bill or watch the accounts of the organization. */
const acting = [
  'aws_organizations_policy_attachment',
  'aws_guardduty_detector',
  'aws_guardduty_organization_admin_account',
  'aws_guardduty_organization_configuration',
  'aws_guardduty_organization_configuration_feature',
  'aws_securityhub_account',
  'aws_securityhub_organization_admin_account',
  'aws_securityhub_configuration_policy_association',
  'aws_cloudformation_stack_instances',
]

export async function checkAdoption(files: KitFile[]): Promise<Problem[]> {
  const text = files.find(({ path }) => path === document)?.text
  if (text === undefined) return []
  const report = (message: string): Problem => ({ file: document, line: 0, message })
  const [, importing = '', turning = ''] =
    /^## 3\. ([\s\S]*?)^## 4\. [\s\S]*?^## 5\. ([\s\S]*)/m.exec(text) ?? []
  const values = /```hcl\n([^`]*?)```/.exec(importing)?.[1] ?? ''
  const held: KitFile = { path: 'held.tfvars', text: values, hcl: readHcl(values) }
  const rows = turning.split('\n').filter((line) => line.startsWith('| '))
  const example = await exampleOf(files, 'organization/terraform.tfvars.example')
  const inputs = await exampleOf([held], held.path)
  const modules = await compileModules(files.filter(({ path }) => path.startsWith('organization/')))
  const counts = countInstances(modules, 'organization', { ...example, ...inputs })
  return [
    ...acting
      .filter((type) => total(counts, type) > 0)
      .map((type) => report(`step 3 says "everything held back", and its values make ${type}`)),
    ...Object.keys(inputs)
      .filter((name) => !rows.some((row) => row.includes(`\`${name} =`)))
      .map((name) => report(`step 3 holds back ${name}, and step 5 does not turn it on`)),
  ]
}
