// Checks the kit's GitHub Actions workflows: actions are pinned, permissions are minimal, and only a job that waits for the
// approval of an environment can write to AWS.
import { parse } from 'yaml'
import type { KitFile, Problem } from '../read-kit.ts'

interface Step {
  uses?: string
  run?: string
  with?: Record<string, unknown>
}

interface Job {
  uses?: string
  environment?: unknown
  permissions?: Record<string, string>
  'timeout-minutes'?: number
  steps?: Step[]
}

interface Workflow {
  on?: Record<string, unknown>
  permissions?: Record<string, string>
  jobs: Record<string, Job>
}

const allowedPermissions: Record<string, string> = { contents: 'read', 'id-token': 'write' }

function checkStep(step: Step, job: Job, terraform: string, text: string): string[] {
  const problems: string[] = []
  const protectedJob = job.environment !== undefined
  if (step.uses) {
    const [action = '', version = ''] = step.uses.split('@')
    if (!/^[0-9a-f]{40}$/.test(version)) problems.push(`${action} is not pinned by a commit`)
    else if (!new RegExp(`${version} # v\\d`).test(text))
      problems.push(`${action} does not name its version after the commit`)
    if (action === 'actions/checkout' && step.with?.['persist-credentials'] !== false)
      problems.push('checkout keeps its token in the work tree: set persist-credentials to false')
    if (action === 'hashicorp/setup-terraform' && step.with?.terraform_version !== terraform)
      problems.push(`terraform_version is not ${terraform}, as in .terraform-version`)
    const role = String(step.with?.['role-to-assume'] ?? '')
    if (role.includes('role/deploy/') && !protectedJob)
      problems.push('assumes the deploy role without an environment')
    if (role.includes('role/plan/') && protectedJob)
      problems.push('plans in an environment: the plan waits for approval')
  }
  const run = step.run ?? ''
  if (run.includes('${{')) problems.push('puts an expression into a script: pass it by env')
  if (/terraform apply/.test(run)) {
    if (!protectedJob) problems.push('applies without an environment')
    if (!/terraform apply (?:-\S+ )*plan\.bin/.test(run))
      problems.push('applies something other than the reviewed plan')
  }
  return problems
}

export function checkWorkflows(files: KitFile[]): Problem[] {
  const problems: Problem[] = []
  const terraform = files.find((file) => file.path === '.terraform-version')?.text.trim() ?? ''
  for (const { path, text } of files) {
    if (!path.endsWith('.yml')) continue
    const report = (message: string) => problems.push({ file: path, line: 0, message })
    let workflow: Workflow
    try {
      workflow = parse(text)
    } catch (error) {
      report(`is not valid YAML: ${error instanceof Error ? error.message : error}`)
      continue
    }
    if (workflow.on && 'pull_request_target' in workflow.on)
      report('runs on pull_request_target, which gives a fork this repository’s rights')
    if (!workflow.permissions || Object.keys(workflow.permissions).length > 0)
      report('gives permissions to all jobs: write "permissions: {}" and give each job its own')
    for (const [name, job] of Object.entries(workflow.jobs)) {
      if (!job.permissions) report(`the job ${name} does not list its permissions`)
      for (const [permission, level] of Object.entries(job.permissions ?? {}))
        if (allowedPermissions[permission] !== level)
          report(`the job ${name} has ${permission}: ${level}, which it does not need`)
      if (job.uses) {
        const called = /^\.\/\.github\/workflows\/(.+)$/.exec(job.uses)?.[1]
        if (!files.some((file) => file.path === `team-infrastructure/${called}` || file.path === called))
          report(`the job ${name} calls ${job.uses}, which the kit does not have`)
        continue
      }
      if (!job['timeout-minutes']) report(`the job ${name} has no timeout-minutes`)
      for (const step of job.steps ?? [])
        for (const message of checkStep(step, job, terraform, text)) report(`the job ${name} ${message}`)
    }
  }
  return problems
}
