import { docs } from './kit/docs.ts'
import { iamIdentityCenter } from './kit/iam-identity-center.ts'
import { networking } from './kit/networking.ts'
import { file } from './kit/node.ts'
import { organization } from './kit/organization.ts'
import { teamInfrastructure } from './kit/team-infrastructure.ts'
import type { FileNode } from './kit-file.ts'

/** Everything in the kit, as the tree on the home page shows it: folders first. */
export const kitFiles: FileNode[] = [
  organization,
  iamIdentityCenter,
  networking,
  teamInfrastructure,
  docs,
  file(
    'README.md',
    'What is in the kit and in which order to apply it.',
    'One page. Start here, then go to docs/getting-started.md.',
  ),
  file(
    'CHANGELOG.md',
    'What changed in each release, and what you have to do about it.',
    'A release that would replace a resource says so in its first line, with the moved blocks to avoid it.',
  ),
  file(
    'LICENSE.md',
    'What you may do with the kit.',
    'Use and change it inside your company without limit; do not resell or publish it. The full text is in the Terms of Service.',
  ),
  file(
    'Makefile',
    'The commands: accounts, plan, apply, check.',
    'Thin wrappers, so that your pipeline and your laptop run the same thing. Set the state bucket at the top.',
    'bash',
    `
accounts: ## create the accounts first: providers need their ids
	terraform -chdir=organization apply -target=aws_organizations_account.this

plan:
	terraform -chdir=$(LAYER) plan -out=plan.bin

apply: plan
	terraform -chdir=$(LAYER) apply plan.bin

check:
	terraform fmt -check -recursive
	tflint --recursive`,
  ),
  file(
    '.tflint.hcl',
    'The linter and its AWS rules.',
    'Catches instance types that do not exist, which validate does not.',
    'hcl',
    `
plugin "aws" {
  enabled = true
  version = "0.40.0"
  source  = "github.com/terraform-linters/tflint-ruleset-aws"
}`,
  ),
  file(
    '.terraform-version',
    'The Terraform release that the kit is tested with.',
    'Read by tfenv, tenv and mise. Raise it when the changelog says so.',
    'bash',
    '1.11.4',
  ),
  file(
    '.gitignore',
    'Keeps state and plans out of git.',
    'Plans can hold secrets in clear text, so they are ignored as state is. Your tfvars files hold none and belong in git: they are what a pull request changes.',
  ),
]
