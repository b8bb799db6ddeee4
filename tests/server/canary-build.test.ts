import { globSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startScript } from '../support/server-process.ts'

/** Each secret has its usual form, because the build could refuse another form. */
const secrets = {
  STRIPE_SECRET_KEY: 'sk_live_canary7f3a1',
  STRIPE_WEBHOOK_SECRET: 'whsec_canary7f3a2',
  SMTP_URL: 'smtps://canary7f3a3:canary7f3a4@mail.kit.works',
  DATABASE_URL: 'postgres://canary7f3a5:canary7f3a6@db.kit.works/shop?sslmode=verify-full',
  LINK_SECRET: 'canary7f3a-0123456789-0123456789-abcdef',
  MAIL_FROM: 'canary7f3a@kit.works',
  SELLER_EMAIL: 'canary7f3a-seller@kit.works',
  KIT_FILE: '/srv/canary7f3a.zip',
}

const directory = `build/next-canary-${process.pid}`
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('the built site and the build’s output contain the public address, but no other variable of the shop @long', async () => {
  const env = { ...secrets, PUBLIC_URL: 'https://kit.works', BUILD_DIRECTORY: directory }
  const build = startScript(['scripts/build.mjs'], env)
  expect([await build.ended, build.output()]).toEqual([0, expect.not.stringContaining('canary7f3a')])
  const files = globSync('**/*', { cwd: directory, withFileTypes: true }).filter((entry) => entry.isFile())
  const texts = files.map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
  expect(texts.filter((text) => text.includes('https://kit.works/')).length).toBeGreaterThan(5)
  expect(texts.filter((text) => text.includes('canary7f3a'))).toEqual([])
}, 240_000)
