/**
 * The files of the kit that everybody may read in full and download before buying. The sandbox and Stripe's test mode
 * deliver the same archive. Every policy is among them: they are the proof. A few whole files say more than excerpts of a hundred.
 */
export const sample = {
  files: [
    'README.md',
    'LICENSE.md',
    'docs/getting-started.md',
    'docs/costs.md',
    'docs/verified.md',
    'organization/service-control-policies.tf',
    'organization/scp-deny-all.json',
    'organization/scp-deny-departed-user.json',
    'organization/scp-deny-leave.json',
    'organization/scp-deny-root.json',
    'organization/scp-protect-log-archive.json',
    'organization/scp-protect-security.json',
    'organization/scp-region-allowlist.json',
    'organization/scp-require-encryption.json',
    'iam-identity-center/permission-boundary.json',
    'iam-identity-center/assignments.tf',
    'team-infrastructure/plan.yml',
  ],
  /** A whole module that runs, in the archive alone. "make test" in the unpacked folder needs Terraform and no account. */
  module: [
    'Makefile',
    'VERSION',
    'team-infrastructure/ecs-service/alarms.tf',
    'team-infrastructure/ecs-service/autoscaling.tf',
    'team-infrastructure/ecs-service/ecs-service.tftest.hcl',
    'team-infrastructure/ecs-service/iam.tf',
    'team-infrastructure/ecs-service/load-balancer.tf',
    'team-infrastructure/ecs-service/outputs.tf',
    'team-infrastructure/ecs-service/security-groups.tf',
    'team-infrastructure/ecs-service/service.tf',
    'team-infrastructure/ecs-service/task.tf',
    'team-infrastructure/ecs-service/variables.tf',
    'team-infrastructure/ecs-service/versions.tf',
  ],
}
