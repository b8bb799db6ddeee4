import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseFile } from '../../read-kit.ts'
import { fitKit, leftOut } from './fit.ts'
import type { Call, Fields } from './front.ts'
import { answer } from './services.ts'

/** The fitted copy of a kit, by path. */
function fitted(provider: string): { changes: string[]; files: Record<string, string> } {
  const folder = mkdtempSync(path.join(tmpdir(), 'kit-fit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(path.join(import.meta.dirname, '../../../../kit'), folder, { recursive: true })
  const changes = fitKit(folder, provider)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(organization|iam-identity-center|networking)\/.*\.(tf|tfvars)$/.test(name),
  )
  return {
    changes,
    files: Object.fromEntries(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')])),
  }
}

test('the kit fits provider 5, and says what was left out', async () => {
  const { changes, files } = fitted('5.100.0')
  const verified = readFileSync(path.join(import.meta.dirname, '../../../../kit/docs/verified.md'), 'utf8')
  for (const { what, why } of leftOut) {
    expect(changes).toContain(`left out: ${what}, because ${why}`)
    expect(verified, 'the row of the emulated apply').toContain(what)
  }
  for (const [name, text] of Object.entries(files)) {
    expect((await parseFile(name, text)).broken, name).toBeUndefined()
    expect(text, name).not.toMatch(/aws_organizations_aws_service_access\.this|aws_securityhub_\w+\./)
  }
  expect(files['organization/guardduty.tf']).not.toMatch(/^ {2}region +=/m)
  expect(files['organization/terraform.tfvars']).toMatch(/^regions +=\s*\["us-east-1"\]$/m)
})

test('with version 6, resources keep their region', () => {
  const { files } = fitted('6.70.0')
  expect(files['organization/guardduty.tf']).toMatch(/^ {2}region +=/m)
  expect(files['organization/organization.tf']).toContain('aws_organizations_aws_service_access')
})

const call = (service: string, rest: Partial<Call>): Call => ({
  method: 'POST',
  path: '/',
  query: new URLSearchParams(),
  region: 'us-east-1',
  action: '',
  form: new URLSearchParams(),
  json: {},
  account: async () => '111122223333',
  ask: async () => ({}),
  askQuery: async () => '',
  ...rest,
  service,
})
const organizations = (action: string, json: Fields) => answer(call('organizations', { action, json }))

test('a service is delegated after it has access, and not before', async () => {
  const delegation = { ServicePrincipal: 'config.amazonaws.com', AccountId: '222233334444' }
  await expect(organizations('RegisterDelegatedAdministrator', delegation)).rejects.toThrow('is off')
  await organizations('EnableAWSServiceAccess', delegation)
  expect(await organizations('RegisterDelegatedAdministrator', delegation)).toEqual({})
})

test('GuardDuty adds agents to RUNTIME_MONITORING that nobody sent, and keeps what was sent', async () => {
  const made = await answer(call('guardduty', { path: '/detector', json: { enable: true } }))
  const detector = `/detector/${made?.detectorId}`
  const features = [{ name: 'EKS_AUDIT_LOGS', status: 'DISABLED' }]
  await answer(call('guardduty', { path: detector, json: { features } }))
  const read = await answer(call('guardduty', { path: detector, method: 'GET' }))
  const found = new Map(((read?.features ?? []) as { name: string }[]).map((one) => [one.name, one]))
  expect(found.get('RUNTIME_MONITORING')).toMatchObject({
    status: 'DISABLED',
    additionalConfiguration: [{ status: 'DISABLED' }, { status: 'DISABLED' }, { status: 'DISABLED' }],
  })
  expect(found.get('EKS_AUDIT_LOGS')).toMatchObject({ status: 'DISABLED' })
  const members = answer(call('guardduty', { path: `${detector}/admin`, method: 'GET' }))
  await expect(members).rejects.toThrow('not the delegated administrator')
})

test('moto answers what it knows', async () => {
  expect(await organizations('ListAccounts', {})).toBeNull()
  expect(await answer(call('s3', { path: '/' }))).toBeNull()
})

test('a machine without Terraform skips it, and says what is missing', () => {
  const { status, stdout } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'apply.ts')], {
    env: { PATH: '/nowhere', HOME: '/nowhere' },
    encoding: 'utf8',
  })
  expect(status).toBe(77)
  expect(stdout).toMatch(/^Skipped, because this machine lacks terraform or tofu, and moto_server/)
})
