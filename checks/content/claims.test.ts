// Figures that texts write out in words, beside the file that each comes from. The build fills in all the others.
import { readFileSync } from 'node:fs'
import { kit } from 'virtual:kit'
import { readKitFolder } from 'kit-reader/files'
import { expect, test } from 'vitest'
import { drawing } from '#content/home/drawing.ts'
import { effort } from '#content/home/effort.ts'
import { features } from '#content/home/features.ts'
import { hero } from '#content/home/hero.ts'
import { included } from '#content/home/included.ts'
import { faq } from '#content/home/questions.ts'

const files = readKitFolder().map(({ path, bytes }) => ({ path, text: Buffer.from(bytes).toString() }))
const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? ''
const read = (name: string) => readFileSync(new URL(`../../content/${name}`, import.meta.url), 'utf8')
const { accounts } = kit
const hours = [...textOf('iam-identity-center/variables.tf').matchAll(/^ +(\w+) += \{ hours = (\d+)/gm)].map(
  ([, set, number]) => [set, Number(number)] as const,
)
const words = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen'.split(
  ' ',
)
const home = JSON.stringify([features, included, faq])

test('the estimate is for the accounts of the example', () => {
  expect(effort.accounts).toBe(accounts.length)
  expect(read('posts/terraform-vs-manual-aws-setup.md')).toContain(
    `${words[effort.accounts]} member accounts`,
  )
})

test('the core setup takes the longer time of the answer, in days of eight hours', () => {
  expect(home).toContain(`1-${effort.kitHours.first / 8} days`)
  expect(hero.lead).toContain(`one or ${words[effort.kitHours.first / 8]} days`)
})

test('the strategy lists the accounts of the example, each in its unit', () => {
  const rows = read('posts/aws-multi-account-strategy.md').matchAll(/^\| ([a-z-]+) +\| ([a-z]+) +\|/gm)
  const listed = [...rows].map(([, name, unit]) => `${name} in ${unit}`)
  expect(listed.toSorted()).toEqual(
    ['management in root', ...accounts.map(({ name, unit }) => `${name} in ${unit}`)].toSorted(),
  )
})

test('sessions are as long as the permission sets say', () => {
  expect(Object.fromEntries(hours).Administrator).toBe(1)
  expect(home).toContain('Administrator sessions end after an hour')
  expect(home).toContain(`up to ${words[Math.max(...hours.map(([, number]) => number))]} hours`)
})

test('the trail is locked for a year', () => {
  expect(textOf('organization/variables.tf')).toMatch(/"log_retention_days" \{[^}]*default += 365\n/)
  expect(home).toContain('in a bucket locked for a year')
})

test('the versions are those that the kit asks for', () => {
  const versions = textOf('organization/versions.tf')
  expect(versions).toMatch(/required_version = ">= 1\.11"[\s\S]*version = "~> 6\./)
  expect(home).toContain('Terraform 1.11 or newer')
  expect(home).toContain('version 6 of the AWS provider')
})

test('the number of guardrails and of steps is that of the files', () => {
  const policies = files.filter(({ path }) => /^organization\/scp-.*\.json$/.test(path)).length
  const attached = new Set(Object.values(kit.attachments).flat()).size
  expect(read('pages/compare.md')).toContain(`${words[policies]} SCPs, ${words[attached]} on at first`)
  const steps = textOf('docs/getting-started.md').match(/^## \d+\. /gm)?.length ?? 0
  expect(textOf('index.json')).toContain(`in ${words[steps]} steps`)
})

test('the index tells how many mistakes each test file makes', () => {
  const texts = JSON.parse(textOf('index.json')).files as Record<string, { details: string }>
  for (const { path, text } of files.filter(({ path }) => path.endsWith('.tftest.hcl'))) {
    const mistakes = text.match(/expect_failures/g)?.length ?? 0
    expect(texts[path]?.details, path).toMatch(
      mistakes === 1 ? /\ba mistake\b/ : new RegExp(`\\b${words[mistakes]} mistakes\\b`),
    )
  }
})

test('the log names resources that the kit has', () => {
  for (const line of drawing.log.flatMap(({ lines }) => lines.map(({ text }) => text))) {
    const [, type = '', name = ''] = /^(\w+)\.(\w+)/.exec(line) ?? []
    expect(
      files.some(({ text }) => text.includes(`resource "${type}" "${name}" {`)),
      line,
    ).toBe(true)
  }
})
