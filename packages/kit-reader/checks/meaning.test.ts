// Twelve changes that keep every name and still break what the kit is for. A check of the meaning has to find each and name the file:
// "what was checked by hand" only says that some file is another one, which it does for a comment, too.
import { beforeAll, expect, test } from 'vitest'
import { type KitFile, readKit } from '../read-kit.ts'
import { checks } from './check.ts'
import { plant } from './plant.ts'
import { checkVerified } from './verified.ts'

const bootstrap = 'team-infrastructure/environments/bootstrap.yaml'
const baseline = 'organization/account-baseline.yaml'

let kit: KitFile[]
beforeAll(async () => {
  kit = await readKit()
})

// biome-ignore format: a table, with a row for each line
const changes: [change: string, path: string, original: string, replacement: string, check: string, message: string][] = [
  ['the region policy exempts every role', 'organization/scp-region-allowlist.json', '"arn:aws:iam::*:role/stacksets-exec-*"', '"arn:aws:iam::*:role/*"', 'policies', '"start a server in Mumbai" is allowed, and should be denied: neither scp-deny-leave.json, scp-deny-root.json, scp-protect-security.json, scp-deny-departed-user.json, scp-region-allowlist.json nor scp-require-encryption.json denies it'],
  ['the deploy role trusts pull requests', bootstrap, ':environment:${Environment}', ':pull_request', 'who may assume a role', `${bootstrap} a pull request may assume DeployRole`],
  ['the core plan runs as a deploy role', 'core-plan.yml', 'role/plan/core', 'role/deploy/organization', 'workflows', 'core-plan.yml the job plan assumes the deploy role without an environment'],
  ['the break-glass role needs no MFA', baseline, '              Bool: { "aws:MultiFactorAuthPresent": "true" }\n              NumericLessThan: { "aws:MultiFactorAuthAge": "3600" }\n', '', 'who may assume a role', 'organization/account-baseline.yaml a break-glass user without MFA may assume BreakGlassRole'],
  ['bucket and key let in the trail of another region', 'organization/cloudtrail.tf', ':cloudtrail:${var.home_region}:', ':cloudtrail:us-east-1:', 'log archive', 'organization/log-archive.tf lets in'],
  ['a route leads from one environment to the others', 'networking/transit-gateway.tf', 'blackhole                      = true', 'transit_gateway_attachment_id  = aws_ec2_transit_gateway_vpc_attachment.egress[0].id', 'order, and what does not work', 'networking/transit-gateway.tf aws_ec2_transit_gateway_route.not_to_each_other has no true in blackhole: environments reach each other'],
  ['answers from the internet find no way back', 'networking/egress.tf', '"aws_route" "egress_back"', '"aws_route" "egress_other"', 'order, and what does not work', 'networking has no aws_route.egress_back: answers from the internet find no way back'],
  ['log files expire after 30 days', 'organization/log-archive.tf', 'days = var.log_retention_days + 1', 'days = 30', 'log archive', 'organization/log-archive.tf lets files expire after 30 days'],
  ['every region records global types', baseline, '!If [InHomeRegion, true, false]', 'true', 'log archive', 'organization/account-baseline.yaml does not record global types in the home region'],
  ['recorders start before the bucket lets them in', 'organization/account-baseline.tf', '  depends_on = [aws_s3_bucket_policy.config]\n', '', 'order, and what does not work', 'organization/account-baseline.tf aws_cloudformation_stack_set.baseline may be made before aws_s3_bucket_policy'],
  ['an alarm waits for an event with a typo', 'organization/alarms.tf', '"StopLogging"', '"StopLoging"', 'event patterns', 'waits for "StopLoging"'],
  ['a command has an option that AWS does not know', 'docs/getting-started.md', '--stack-set-name account-baseline', '--stack-set-names account-baseline', 'commands in documents', 'docs/getting-started.md "aws cloudformation list-stack-instances" has no option --stack-set-names'],
]

test.each(changes)('%s', async (_, path, original, replacement, name, message) => {
  const check = checks.find((one) => one.name.startsWith(name))
  expect(check?.run).not.toBe(checkVerified)
  const problems = (await check?.run(await plant(kit, path, original, replacement))) ?? []
  const sentences = problems.map((problem) => `${problem.file} ${problem.message}`)
  expect(sentences.join('\n')).toContain(message)
})
