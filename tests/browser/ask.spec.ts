// The page that answers what the policies of the kit allow and deny.

import { expect, type Page, test } from '@playwright/test'
import { cases } from 'kit-reader/policies'
import { drawing } from '#content/home/drawing.ts'
import { labels } from '#content/labels.ts'
import { policies as words } from '#content/policies.ts'
import { pages } from '../../contract/paths.ts'
import { findings, sideways, themes } from './axe.ts'
import { tagOf } from './pairs.ts'

const { fields, verdicts } = words
const status = (page: Page) => page.locator('.ask-answer').getByRole('status')
const field = (page: Page, name: string) =>
  page.getByRole('group', { name: words.spoken.question }).getByLabel(name, { exact: true })
const drawnAccount = (page: Page, id: string) =>
  page.locator(`.plan rect[data-of="${id}"]`).filter({ visible: true })
const code = (page: Page) => page.locator('.ask-answer pre')
const gates = (page: Page) =>
  page
    .getByRole('list', { name: words.spoken.gates })
    .getByRole('listitem')
    .evaluateAll((all) => all.map((gate) => `${gate.dataset.gate} ${gate.dataset.state}`))
const stateNow = async (page: Page) => ({
  status: await status(page).textContent(),
  code: await code(page).textContent(),
  gates: await gates(page),
  marks: await page
    .locator('[data-mark]')
    .evaluateAll((all) => all.map(({ dataset }) => `${dataset.in}/${dataset.of} ${dataset.mark}`)),
  fields: await page
    .locator('.ask-form .field :is(select, input)')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
})

test('a question is answered with the statement that decides, and its link shows the same', async ({
  page,
  context,
}) => {
  await page.goto(pages.policies)
  await field(page, fields.who).selectOption('developer')
  await field(page, fields.account).selectOption('dev')
  await field(page, fields.action).fill('iam:CreateRole')
  await field(page, 'iam:PermissionsBoundary').selectOption('absent')
  await field(page, fields.resource).fill('arn:aws:iam::111122223333:role/app/orders/api')
  await expect(status(page)).toContainText(verdicts.denied)
  await expect(status(page)).toContainText('OnlyRolesWithThisBoundary')
  await expect(status(page)).toContainText('iam-identity-center/permission-boundary.json')
  await expect(code(page)).toContainText('"Sid": "OnlyRolesWithThisBoundary"')
  expect(await gates(page)).toEqual([
    'assignment passes',
    'root passes',
    'unit passes',
    'boundary stops',
    'own not-reached',
  ])
  // The address follows after a pause.
  await expect(page).toHaveURL(/action=iam:CreateRole&.*resource=arn:.*iam:PermissionsBoundary=absent/)

  const sent = await context.newPage()
  await sent.goto(page.url())
  await expect(status(sent)).toContainText('OnlyRolesWithThisBoundary')
  expect(await stateNow(sent)).toEqual(await stateNow(page))
})

test('what the kit’s people may not do is denied at the assignment, with the row of the matrix', async ({
  page,
}) => {
  await page.goto(pages.policies)
  await field(page, fields.action).fill('kms:ScheduleKeyDeletion')
  await field(page, fields.who).selectOption('developer')
  await field(page, fields.account).selectOption('prod')
  await expect(status(page)).toContainText(`${verdicts.denied}Developers have only ViewOnly in prod`)
  await expect(code(page)).toContainText('prod    = ["ViewOnly"]')
  await expect(page.locator('.ask-answer figcaption')).toHaveText(
    'iam-identity-center/terraform.tfvars.example',
  )
  expect((await gates(page))[0]).toBe('assignment stops')
  await expect(page).toHaveTitle('Can a developer delete a key in prod? Denied')

  await field(page, fields.account).selectOption('identity')
  await expect(status(page)).toContainText('Developers have no access to identity.')
  await field(page, fields.who).selectOption('emergency administrator')
  await field(page, fields.account).selectOption('prod')
  await field(page, fields.region).selectOption('eu-central-1')
  await expect(status(page)).toContainText(words.onlyIf['key policy'])
})

test('what is chosen before the page is hydrated is asked then', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(pages.policies, { waitUntil: 'commit' })
  await field(page, fields.who).selectOption('administrator')
  await field(page, fields.action).fill('organizations:LeaveOrganization')
  await drawnAccount(page, 'network').click({ position: { x: 4, y: 4 } })
  held.resolve()
  await expect(status(page)).toContainText('DenyLeavingOrganization')
  await expect(field(page, fields.who)).toHaveValue('administrator')
  await expect(field(page, fields.account)).toHaveValue('network')
  await expect(page).toHaveURL(/account=network&who=administrator&action=organizations:LeaveOrganization/)
})

test('a link shows no other answer while AWS’s policies load', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  const isAsked = page.waitForRequest('**/kit/policies.json')
  await page.route('**/kit/policies.json', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(
    `${pages.policies}?account=prod&who=developer&action=ec2:DescribeInstances&region=eu-central-1`,
  )
  await isAsked
  await expect(page.locator('.ask-verdict')).toBeHidden()
  held.resolve()
  await expect(status(page)).toContainText(verdicts.allowed)
  await expect(status(page)).toContainText('ViewOnlyAccess')
})

test('without AWS’s policies, the page says what it lacks, and answers the rest', async ({ page }) => {
  await page.route('**/kit/policies.json', (route) => route.abort())
  const query = 'who=developer&action=ec2:DescribeInstances&region=eu-central-1'
  await page.goto(`${pages.policies}?account=prod&${query}`)
  await expect(status(page)).toContainText(verdicts['cannot tell'] + words.sentences.notLoaded)
  await expect(code(page)).toBeHidden()
  await field(page, fields.account).selectOption('dev')
  await expect(status(page)).toContainText(verdicts.allowed)
})

test('a press on the page of a link is not lost either', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`${pages.policies}?account=dev&who=administrator&action=organizations:LeaveOrganization`, {
    waitUntil: 'commit',
  })
  // The example is hidden, and its boxes can be pressed by a program only.
  await drawnAccount(page, 'network')
    .or(page.locator('.plan rect[data-of="network"]'))
    .first()
    .dispatchEvent('click')
  held.resolve()
  await expect(field(page, fields.account)).toHaveValue('network')
})

test('the page asks for what could decide, and says what it lacks', async ({ page }) => {
  await page.goto(pages.policies)
  await field(page, fields.who).selectOption('administrator')
  await expect(field(page, 'ec2:Encrypted')).toBeHidden()
  await expect(field(page, 'identitystore:userId')).toBeHidden()
  await field(page, fields.action).fill('ec2:CreateVolume')
  await field(page, fields.region).selectOption('eu-central-1')
  await expect(status(page)).toContainText(verdicts['cannot tell'])
  await expect(status(page)).toContainText('ec2:Encrypted')
  await field(page, 'ec2:Encrypted').selectOption('true')
  await expect(status(page)).toContainText(verdicts.allowed)
  await field(page, fields.region).selectOption('ap-south-1')
  await expect(status(page)).toContainText('DenyOtherRegions')
  await expect(page.locator('[data-of="region-allowlist"][data-in="workloads"]').first()).toHaveAttribute(
    'data-mark',
    'stops',
  )
})

test('a name that AWS does not have is said to be unknown, in any case of its letters', async ({ page }) => {
  await page.goto(pages.policies)
  const action = field(page, fields.action)
  for (const name of ['s3:GetObjct', 'constructor:toString', '__proto__:x', 's3', 's3:GetObject:foo']) {
    await action.fill(name)
    await expect(status(page)).toContainText(verdicts['cannot tell'])
    await expect(code(page)).toBeHidden()
  }
  await action.fill('DYNAMODB:getitem')
  await field(page, fields.region).selectOption('eu-west-1')
  await expect(status(page)).not.toContainText(verdicts['cannot tell'])
  await expect(page.locator('#ask-actions option[value="dynamodb:GetItem"]')).toBeAttached()
})

test('without the list of names, the page answers and says that it did not check the name', async ({
  page,
}) => {
  await page.route('**/kit/actions/*', (route) => route.abort())
  await page.goto(pages.policies)
  await field(page, fields.action).fill('organizations:LeaveOrganization')
  await expect(status(page)).toContainText('DenyLeavingOrganization')
  await expect(status(page)).toContainText(words.sentences.unchecked)
})

test('every request of the checks can be asked from the table, and is answered the same', async ({
  page,
}) => {
  test.slow()
  await page.goto(pages.policies)
  const rows = page.locator('.ask-policy tbody tr')
  await expect(rows).toHaveCount(cases.length)
  const links = await rows.evaluateAll((all) =>
    all.map((row) => [row.querySelector('th a')?.getAttribute('href'), row.querySelector('td')?.innerText]),
  )
  for (const [query, decision] of links.filter((_, index) => index % 10 === 0)) {
    await page.goto(`${pages.policies}${query}`)
    const [verdict = '', ...why] = (decision ?? '').split('\n')
    await expect(status(page)).toContainText(verdict, { ignoreCase: true })
    const sid = /^(\w+) in /.exec(why.at(-1) ?? '')?.[1]
    if (sid) await expect(status(page)).toContainText(sid)
  }
})

test('an example is a step in the history; a choice is none', async ({ page }) => {
  await page.goto('/')
  await page.goto(pages.policies)
  const before = await stateNow(page)
  const [, example] = await page
    .getByRole('navigation', { name: words.spoken.examples })
    .getByRole('link')
    .all()
  await example?.click()
  await expect(status(page)).not.toHaveText(before.status ?? '')
  await field(page, fields.account).selectOption('dev')
  await expect(page).toHaveURL(/account=dev/)
  const after = await stateNow(page)
  await page.goBack()
  await expect(status(page)).toHaveText(before.status ?? '')
  expect(await stateNow(page)).toEqual(before)
  await page.goForward()
  await expect(page).toHaveURL(/account=dev/)
  expect(await stateNow(page)).toEqual(after)
})

test('a role is denied at the assignment where it does not exist', async ({ page }) => {
  await page.goto(`${pages.policies}?account=dev&who=core+plan+role&action=ec2:DescribeInstances`)
  await expect(field(page, fields.account)).toHaveValue('dev')
  await expect(status(page)).toContainText('It exists only in the management account.')
  await field(page, fields.account).selectOption('management')
  expect((await gates(page))[0]).toBe('assignment passes')
})

test('an account is also chosen by a click in the drawing', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(pages.policies)
  await drawnAccount(page, 'audit').click({ position: { x: 4, y: 4 } })
  await expect(field(page, fields.account)).toHaveValue('audit')
  await drawnAccount(page, 'this').click({ position: { x: 4, y: 4 } })
  await expect(field(page, fields.account)).toHaveValue('management')
})

test('hostile text in the address stays text, and names are only from the lists', async ({ page }) => {
  const problems: string[] = []
  page.on('dialog', (dialog) => problems.push(dialog.message()))
  page.on('pageerror', (error) => problems.push(error.message))
  const hostile = '"><img src=x onerror=alert(1)><script>alert(2)</script>'
  const query = new URLSearchParams({
    account: hostile,
    who: '__proto__',
    action: `s3:${hostile}`,
    resource: hostile,
  })
  query.append('region', 'constructor')
  query.append('ec2:Encrypted', hostile)
  await page.goto(`${pages.policies}?${query}&${'x=%25&'.repeat(2000)}%E0%A4%A`)
  await expect(field(page, fields.action)).toHaveValue(`s3:${hostile}`)
  await expect(status(page)).toContainText(verdicts['cannot tell'])
  await expect(field(page, fields.region)).toHaveValue('')
  await expect(page.locator('main :is(img, script)', { hasText: 'alert' })).toHaveCount(0)
  await expect(page.locator('main img')).toHaveCount(0)
  expect(problems).toEqual([])
})

test('a long text of stars is answered at once', async ({ page }) => {
  await page.goto(pages.policies)
  await field(page, fields.action).fill('iam:PassRole')
  await field(page, fields.resource).fill(`arn:aws:iam::1:role/${'*a?'.repeat(330)}`)
  await expect(status(page)).toContainText(words.sentences.resource)
})

test('a resource that is no whole ARN is not known, and its field says so', async ({ page }) => {
  await page.goto(`${pages.policies}?account=dev&who=administrator&action=iam:DeleteRole&resource=*`)
  const resource = field(page, fields.resource)
  await expect(status(page)).toContainText(verdicts['cannot tell'])
  await expect(resource).toHaveAttribute('aria-invalid', 'true')
  await expect(resource).toHaveAccessibleDescription(fields.wholeArn)
  await resource.fill('arn:aws:iam::111122223333:role/baseline/x')
  await expect(status(page)).toContainText(verdicts.denied)
  await expect(page.getByText(fields.wholeArn)).toBeHidden()
})

test('the link is copied with its title', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const query = '?account=dev&who=root+user&action=s3:%3Cb%3E'
  await page.goto(`${pages.policies}${query}`)
  await page.getByRole('button', { name: words.copy.link }).click()
  await expect(page.getByRole('button', { name: words.copy.done })).toBeVisible()
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    const textOf = async (type: string) => (await item?.getType(type))?.text()
    return [await textOf('text/plain'), await textOf('text/html')]
  })
  expect(copied[0]).toContain(`${pages.policies}?account=dev&who=root+user&action=s3:`)
  expect(copied[1]).toContain('>Can the root user &lt;b&gt; in dev? Cannot tell</a>')
})

test('where the browser refuses to copy, the button says where the link is', async ({ page }) => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  await page.addInitScript(() => {
    navigator.clipboard.write = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await page.goto(pages.policies)
  await page.getByRole('button', { name: words.copy.link }).click()
  await expect(page.getByRole('button', { name: words.copy.failed })).toBeVisible()
  expect(problems).toEqual([])
})

test('the keyboard alone asks', async ({ page }) => {
  await page.goto(pages.policies)
  await field(page, fields.action).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('organizations:LeaveOrganization')
  await page.keyboard.press('Tab')
  await expect(field(page, fields.who)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(field(page, fields.account)).toBeFocused()
  await expect(status(page)).toContainText('DenyLeavingOrganization')
  await expect(page).toHaveURL(/LeaveOrganization/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the page shows one question with its answer, and every request', async ({ page }) => {
    await page.goto(pages.policies)
    await expect(status(page)).toContainText(verdicts.denied)
    await expect(code(page)).toContainText('"Sid": "DenyOtherRegions"')
    expect(await gates(page)).toEqual([
      'assignment passes',
      'root passes',
      'unit stops',
      'boundary not-reached',
      'own not-reached',
    ])
    await expect(page.locator('.ask-route').filter({ visible: true })).toHaveCount(1)
    await expect(page.getByText(words.noScript)).toBeVisible()
    await page.locator('.ask-policy summary').first().click()
    await expect(page.getByRole('cell', { name: labels.policies.denied }).first()).toBeVisible()
  })
})

for (const [themeIndex, theme] of themes.entries())
  for (const [widthIndex, width] of [320, 768, 1440].entries()) {
    const tag = tagOf(themeIndex, widthIndex)
    test(`each verdict has no axe findings: ${theme}, ${width}px`, tag, async ({ page }) => {
      test.slow()
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      const questions = {
        [verdicts.allowed]: '?account=prod&who=deploy+role&action=ecs:DescribeServices&region=eu-central-1',
        [verdicts.denied]: '?account=prod&who=developer&action=kms:ScheduleKeyDeletion',
        [words.onlyIf['key policy']]: '?account=dev&who=administrator&action=kms:Decrypt&region=eu-central-1',
        [verdicts['cannot tell']]: '?account=dev&who=deploy+role&action=ec2:CreateTags&region=eu-central-1',
      }
      for (const [verdict, query] of Object.entries(questions)) {
        await page.goto(`${pages.policies}${query}`)
        await expect(status(page)).toContainText(verdict)
        // The rest of the page does not depend on the question.
        expect(await findings(page, theme, '.ask-body')).toEqual([])
        expect(await sideways(page)).toBe(0)
      }
    })
  }

test('the drawing is named, and its list has the same', async ({ page }) => {
  await page.goto(pages.policies)
  await expect(page.getByRole('img', { name: drawing.spoken.drawing })).toHaveCount(1)
  await expect(page.getByRole('list', { name: drawing.spoken.list })).toBeAttached()
})
