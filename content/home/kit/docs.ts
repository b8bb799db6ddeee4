import { file, folder } from './node.ts'

export const docs = folder(
  'docs',
  'How to set it up, how to run it, and why it is built this way.',
  'Plain Markdown, meant to move into your own wiki or to stay in the repository. Runbooks start with runbook-, decisions with decision-.',
  [
    file(
      'docs/getting-started.md',
      'From an empty management account to a first sign-in, step by step.',
      'Lists what to have ready: email addresses, a name prefix, a state bucket, quotas. Each step ends with a command that shows it worked.',
      'bash',
      `
make accounts
make apply LAYER=organization
make apply LAYER=iam-identity-center
make apply LAYER=networking
aws organizations list-accounts --query 'Accounts[].[Name,Status]' --output table`,
    ),
    file(
      'docs/existing-organization.md',
      'How to bring in an organization and accounts that already exist.',
      'Import blocks for each resource, in an order where every plan can be read. Guardrails are attached last, after a week of looking at what they would have denied.',
      'hcl',
      `
import {
  to = aws_organizations_organization.this
  id = "o-exampleorgid"
}`,
    ),
    file(
      'docs/architecture.md',
      'The whole picture: accounts, trust between them, and where data flows.',
      'Diagrams with a page of text each. Hand it to a new colleague or to an auditor.',
    ),
    file(
      'docs/costs.md',
      'What the organization costs before anything runs in it.',
      'Line by line, with the switch that turns each line off. NAT gateways, transit gateway attachments and Config items are most of it.',
    ),
    file(
      'docs/runbook-new-account.md',
      'Add an account: one entry, one pull request, three applies.',
      'Includes the checks afterwards: trail, findings, budget and a sign-in by the owning team.',
      'bash',
      `
terraform -chdir=organization plan -out=plan.bin
terraform -chdir=organization apply plan.bin
terraform -chdir=organization output -json account_ids`,
    ),
    file(
      'docs/runbook-close-account.md',
      'Close an account, or let it leave the organization, without losing what you must keep.',
      'Export, move to the suspended unit, wait, close, and take it out of the state. AWS deletes what is left in it after 90 days.',
    ),
    file(
      'docs/runbook-people.md',
      'Somebody joins, changes team or leaves.',
      'Includes how to end running sessions at once, which removing an assignment alone does not do.',
    ),
    file(
      'docs/runbook-break-glass.md',
      'Identity Center is down, root access is lost, or everybody is locked out.',
      'Where the keys are, who may use them, which alarm will ring, and what to write down after. Practice it twice a year.',
    ),
    file(
      'docs/runbook-state.md',
      'A lock that stays, a state that is lost, a resource that moved.',
      'Restores an earlier version from the bucket and shows how to compare it with what is there before anything is applied.',
      'bash',
      `
aws s3api list-object-versions --bucket acme-terraform-state --prefix networking/
terraform -chdir=networking force-unlock LOCK_ID`,
    ),
    file(
      'docs/decision-state-per-layer.md',
      'Why each folder has its own state.',
      'Small plans, and rights that can differ by layer. Says what would make us change our mind.',
    ),
    file(
      'docs/decision-no-control-tower.md',
      'Why plain Organizations, and when AWS Control Tower is the better choice.',
      'A fair comparison by task, with the way across in both directions.',
    ),
    file(
      'docs/decision-shared-subnets.md',
      'Why subnets are shared instead of a VPC for each account.',
      'Fewer gateways and attachments to pay for, against a wider reach of a routing mistake. Shows the variable that turns it round.',
    ),
  ],
)
