import { format } from '@cdktn/hcl-tools'
import type { KitFile, Problem } from '../read-kit.ts'

/** Reports the files that `terraform fmt` would change. */
export async function checkFormat(files: KitFile[]): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const file of files) {
    if (!file.hcl) continue
    const formatted = await format(file.text)
    if (formatted === file.text) continue
    const original = file.text.split('\n')
    const line = formatted.split('\n').findIndex((text, index) => text !== original[index]) + 1
    problems.push({ file: file.path, line, message: 'is not formatted: run terraform fmt -recursive in kit' })
  }
  return problems
}
