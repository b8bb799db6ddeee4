import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { kitFolder } from '../../kit-folder.ts'
import { parseFile } from '../../read-kit.ts'
import { fitMoto, fitProvider } from './fit.ts'

/** The fitted copy of a kit, by path. */
function fitted(provider: string): Record<string, string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kit-fit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(kitFolder, folder, { recursive: true })
  fitProvider(folder, provider)
  fitMoto(folder)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(tf|tfvars)$/.test(name),
  )
  return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]))
}

test('the kit fits provider 5', async () => {
  const files = fitted('5.100.0')
  for (const [name, text] of Object.entries(files)) {
    expect((await parseFile(name, text)).broken, name).toBeUndefined()
    expect(text, name).not.toContain('aws_organizations_aws_service_access')
  }
  expect(files['organization/guardduty.tf']).not.toMatch(/^ {2}region +=/m)
  expect(files['networking/terraform.tfvars']).toContain('us-east-1')
})

test('with version 6, resources keep their region', () => {
  const files = fitted('6.70.0')
  expect(files['organization/guardduty.tf']).toMatch(/^ {2}region +=/m)
  expect(files['organization/organization.tf']).toContain('aws_organizations_aws_service_access')
})

test.each([
  ['apply.ts', 'terraform or tofu, and moto_server'],
  ['terraform.ts', 'terraform or tofu, and make'],
])('a machine without Terraform skips %s, and says what is missing', (program, missing) => {
  const { status, stdout } = spawnSync(process.execPath, [path.join(import.meta.dirname, program)], {
    env: { PATH: '/nowhere', HOME: '/nowhere' },
    encoding: 'utf8',
  })
  expect(status).toBe(77)
  expect(stdout).toMatch(new RegExp(`^Skipped, because this machine lacks ${missing}`))
})
