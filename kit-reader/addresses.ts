// Computes the subnets of 16 environments from the numbers in networking/addresses.tf, and checks that all are in
// the pool and none overlap.
import { attributeOf, attributesIn, blocksIn, readHcl } from './hcl.ts'
import type { KitFile, Problem } from './read-kit.ts'

interface Range {
  name: string
  first: number
  last: number
}

function rangeOf(name: string, cidr: string): Range {
  const [address = '', bits = '32'] = cidr.split('/')
  const first = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  return { name, first, last: first + 2 ** (32 - Number(bits)) - 1 }
}

/**
 * Terraform's cidrsubnet().
 * @throws RangeError if the number does not fit, as in Terraform
 */
function cidrSubnet(cidr: string, newBits: number, number: number): string {
  const bits = Number(cidr.split('/')[1]) + newBits
  if (number >= 2 ** newBits || bits > 32) throw new RangeError(`${cidr} has no part ${number} of /${bits}`)
  const first = rangeOf('', cidr).first + number * 2 ** (32 - bits)
  return `${[24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join('.')}/${bits}`
}

const overlap = (a: Range, b: Range) => a.first <= b.last && b.first <= a.last

function defaultOf(files: KitFile[], variable: string): string {
  const body = files.find((file) => file.path === 'networking/variables.tf')?.hcl ?? []
  const block = blocksIn(body, 'variable').find((found) => found.labels[0] === variable)
  return attributeOf(block?.body ?? [], 'default')?.expression.replaceAll('"', '') ?? ''
}

/** @returns newbits and first of each tier, from local.tiers */
function tiersOf(files: KitFile[]): { name: string; newBits: number; first: number }[] {
  const body = files.find((file) => file.path === 'networking/addresses.tf')?.hcl ?? []
  const found = blocksIn(body, 'locals').map((block) => attributeOf(block.body, 'tiers'))
  const expression = found.find((attribute) => attribute)?.expression ?? '{}'
  return attributesIn(readHcl(expression.trim().slice(1, -1))).map(({ name, expression: tier }) => ({
    name,
    newBits: Number(/newbits = (\d+)/.exec(tier)?.[1]),
    first: Number(/first = (\d+)/.exec(tier)?.[1]),
  }))
}

export function checkAddresses(files: KitFile[]): Problem[] {
  const path = 'networking/addresses.tf'
  if (!files.some((file) => file.path === path)) return []
  const report = (message: string): Problem[] => [{ file: path, line: 0, message }]
  const pool = defaultOf(files, 'pool_cidr')
  const tiers = tiersOf(files)
  if (tiers.length === 0 || !pool) return report('local.tiers or the default of var.pool_cidr is missing')
  const ranges: Range[] = [rangeOf('the egress VPC', defaultOf(files, 'egress_cidr'))]
  const inside = rangeOf('pool', pool)
  try {
    for (let number = 0; number < 16; number++) {
      const vpc = cidrSubnet(pool, 16 - Number(pool.split('/')[1]), number)
      for (const { name, newBits, first } of tiers)
        for (let zone = 0; zone < 3; zone++) {
          const range = rangeOf(
            `${name} ${zone} of environment ${number}`,
            cidrSubnet(vpc, newBits, first + zone),
          )
          if (range.first < inside.first || range.last > inside.last)
            return report(`${range.name} is outside of the pool`)
          const other = ranges.find((found) => overlap(found, range))
          if (other) return report(`${range.name} overlaps ${other.name}`)
          ranges.push(range)
        }
    }
  } catch (error) {
    return report(error instanceof Error ? error.message : String(error))
  }
  return []
}
