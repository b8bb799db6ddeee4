// Checks that the subnets of 16 environments, as networking/addresses.tf plans them, are in the pool and none overlap.
import { compileModules } from 'terraform/compile'
import { EvaluationError, rangeOf } from 'terraform/expression'
import { defaultOf, localOf } from 'terraform/module'
import type { KitFile, Problem } from '../read-kit.ts'

interface Range {
  name: string
  first: number
  last: number
}

const overlap = (a: Range, b: Range) => a.first <= b.last && b.first <= a.last

export async function checkAddresses(files: KitFile[]): Promise<Problem[]> {
  const path = 'networking/addresses.tf'
  if (!files.some((file) => file.path === path)) return []
  const report = (message: string): Problem[] => [{ file: path, line: 0, message }]
  const networking = (await compileModules(files.filter((file) => file.path.startsWith('networking/'))))
    .networking
  if (!networking) return report('has no variables.tf beside it')
  const inputs = {
    zone_ids: ['zone 0', 'zone 1', 'zone 2'],
    environments: Object.fromEntries(Array.from({ length: 16 }, (_, number) => [`${number}`, number])),
  }
  try {
    const subnets = localOf(networking, inputs, 'subnets') as Record<string, { cidr: string }>
    const pool = rangeOf(String(defaultOf(networking, 'pool_cidr')))
    const ranges: Range[] = [
      { name: 'the egress VPC', ...rangeOf(String(defaultOf(networking, 'egress_cidr'))) },
    ]
    for (const [key, { cidr }] of Object.entries(subnets)) {
      const [environment, tier, zone] = key.split('/')
      const range: Range = { name: `${tier} in ${zone} of environment ${environment}`, ...rangeOf(cidr) }
      if (range.first < pool.first || range.last > pool.last)
        return report(`${range.name} is outside of the pool`)
      const other = ranges.find((found) => overlap(found, range))
      if (other) return report(`${range.name} overlaps ${other.name}`)
      ranges.push(range)
    }
  } catch (error) {
    if (error instanceof EvaluationError) return report(error.message)
    throw error
  }
  return []
}
