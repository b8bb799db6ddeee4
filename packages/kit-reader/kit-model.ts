// Reads at build what organization.ts computes with in the browser.
import path from 'node:path'
import { compileModules, exampleOf } from 'terraform/compile'
import { folders, type KitModel } from './organization.ts'
import type { KitFile } from './read-kit.ts'

export async function kitModel(files: readonly KitFile[]): Promise<KitModel> {
  const modules = await compileModules(files)
  const example = (layer: 'organization' | 'identity' | 'networking') =>
    exampleOf(files, `${folders[layer]}/terraform.tfvars.example`)
  const teams: KitModel['examples']['teams'] = {}
  for (const file of files)
    if (path.posix.dirname(file.path) === folders.team && file.path.endsWith('.tfvars'))
      teams[path.posix.basename(file.path, '.tfvars')] = await exampleOf(files, file.path)
  return {
    version: files.find((file) => file.path === 'VERSION')?.text.trim() ?? '',
    modules,
    examples: {
      organization: await example('organization'),
      identity: await example('identity'),
      networking: await example('networking'),
      teams,
    },
  }
}
