/**
 * The files of the kit that everybody may read in full and download before buying. The sandbox and Stripe's test mode
 * deliver the same archive. Ten whole files say more than excerpts of a hundred.
 */
export const sample = {
  files: [
    'README.md',
    'LICENSE.md',
    'docs/getting-started.md',
    'docs/costs.md',
    'docs/verified.md',
    'organization/service-control-policies.tf',
    'organization/scp-protect-security.json',
    'organization/scp-region-allowlist.json',
    'iam-identity-center/assignments.tf',
    'team-infrastructure/plan.yml',
  ],
}
