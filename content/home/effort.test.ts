import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { effort, hoursOf, inHours, setups } from './effort.ts'

const post = readFileSync(new URL('../posts/terraform-vs-manual-aws-setup.md', import.meta.url), 'utf8')

const duration = (minutes: number) =>
  minutes === 0 ? 'none' : minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`

test('the post has the estimates from which the home page takes its figures', () => {
  for (const { name, console, terraform } of effort.steps) {
    const cells = [console.first, console.further, terraform.first, terraform.further].map(duration)
    expect(post).toContain(`| ${[name, ...cells].join(' | ')} |`)
  }
  for (const { name, byHand, withKit, saved } of Object.values(setups))
    expect(post).toContain(`| ${name} | ${inHours(byHand)} | ${inHours(withKit)} | ${saved}% |`)
  const [byConsole, byTerraform] = [hoursOf('console'), hoursOf('terraform')].map(Math.round)
  expect(post).toContain(`${byConsole} hours against ${byTerraform}`)
})
