// What the command promises, for its source and for the installed package.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'

const statement = (sid: string, regions: string[]) => ({
  ...{ Sid: sid, Effect: 'Deny', NotAction: ['iam:*'], Resource: '*' },
  Condition: { StringNotEquals: { 'aws:RequestedRegion': regions } },
})
const policy = (...statements: object[]) =>
  JSON.stringify({ Version: '2012-10-17', Statement: statements }, null, 2)
const event = (account: string, region: string, name = 'DescribeInstances') => ({
  ...{ eventID: `${account} ${region} ${name}`, eventType: 'AwsApiCall', eventTime: '2026-10-01T08:00:00Z' },
  ...{ eventSource: 'ec2.amazonaws.com', eventName: name, awsRegion: region, recipientAccountId: account },
  userIdentity: {
    ...{ type: 'AssumedRole', accountId: account, arn: `arn:aws:sts::${account}:assumed-role/app/i-1` },
    sessionContext: { sessionIssuer: { arn: `arn:aws:iam::${account}:role/app` } },
  },
})
const [one, two] = ['111122223333', '222233334444']
const records = (...events: object[]) => JSON.stringify({ Records: events })
const trail = records(event(one, 'us-west-2'), event(one, 'eu-west-1'), event(two, 'us-west-2'))

const files: Record<string, string | Buffer> = {
  'deny-regions.json': policy(statement('OnlyIreland', ['eu-west-1'])),
  'a.json': policy({
    ...{ Sid: 'OnlyTls', Effect: 'Deny', Action: 's3:*', Resource: '*' },
    Condition: { Bool: { 'aws:SecureTransport': 'false' } },
  }),
  'b.json': policy(statement('OnlyIreland', ['eu-west-1'])),
  'boundary.json': policy({ Sid: 'Reads', Effect: 'Allow', Action: 'ec2:Describe*', Resource: '*' }),
  'perimeter.json': policy({
    ...{ Sid: 'Ours', Effect: 'Deny', Action: '*', Resource: '*' },
    Condition: { StringNotEquals: { 'aws:PrincipalOrgID': 'o-abc123' } },
  }),
  'utf16.json': Buffer.from(`\ufeff${policy(statement('OnlyIreland', ['eu-west-1']))}`, 'utf16le'),
  'trail.json.gz': gzipSync(trail),
  'AWSLogs/111122223333/01.json.gz': gzipSync(records(event(one, 'us-west-2'), event(one, 'eu-west-1'))),
  'AWSLogs/222233334444/02.json': records(event(two, 'us-west-2')),
  'AWSLogs/222233334444/03.log': JSON.stringify(event(two, 'eu-west-1')),
  'AWSLogs/read-me.md': 'not a trail',
  'cut.json': trail.slice(0, -100),
  'none.json': records(),
}
const faulty: Record<string, string> = {
  'typo.json': policy(statement('A', ['eu-west-1'])).replace('"Deny"', '"Denied"'),
  '../large.json': policy(statement('A', ['eu-west-1'])).padEnd(11_000, ' '),
  'warned.json': policy({ Effect: 'Deny', Action: 's3:PutObjekt', Resource: '*' }),
}

interface Ran {
  code: number | null
  out: string
  err: string
}

/** @param command the words that start the command */
export function testCommand(title: string, command: () => readonly string[]): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'scp-dry-run-command-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries({ ...files, ...mapKeys(faulty) })) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }

  /** @param onStart gets the process, to write into it or to stop it */
  const run = (
    line: string,
    onStart: (child: ChildProcess) => unknown = (child) => child.stdin?.end(),
  ): Promise<Ran> =>
    new Promise((resolve) => {
      const [file = '', ...args] = command()
      const child = spawn(file, [...args, ...line.split(' ')], { cwd: folder })
      const ran: Ran = { code: null, out: '', err: '' }
      child.stdout.setEncoding('utf8').on('data', (text) => {
        ran.out += text
      })
      child.stderr.setEncoding('utf8').on('data', (text) => {
        ran.err += text
      })
      child.on('close', (code) => resolve({ ...ran, code }))
      onStart(child)
    })

  test(`${title}: judges folders as a table`, async () => {
    const { code, out } = await run('judge --policy deny-regions.json AWSLogs/')
    expect(code).toBe(0)
    expect(out).toContain('4 events in 3 files\n')
    expect(out).toMatch(/^2 +would be denied, 2 of them only because of their region$/m)
    expect(out).toMatch(
      /^denied +1 +ec2:DescribeInstances +role\/app +111122223333 +us-west-2 +OnlyIreland \(deny-regions\.json:4\)$/m,
    )
    expect(out).toContain('At root, FullAWSAccess is assumed beside the policies that only deny.')
    expect(out).toContain('1 file of other kinds in the folders were left out.')
  })

  test(`${title}: policies for some accounts, and a failure`, async () => {
    const line = '--policy a.json --policy b.json --accounts 111122223333'
    const { code, out } = await run(`judge ${line} --fail-on denied trail.json.gz --json`)
    expect(code).toBe(1)
    const result = JSON.parse(out)
    expect(result.totals).toEqual({ denied: 1, unknown: 0, allowed: 2, skipped: 0 })
    expect(result.rows).toEqual([
      {
        ...{ verdict: 'denied', times: 1, action: 'ec2:DescribeInstances' },
        principal: 'arn:aws:iam::111122223333:role/app',
        ...{
          account: one,
          region: 'us-west-2',
          level: 'root',
          policy: 'b.json',
          sid: 'OnlyIreland',
          line: 4,
        },
        ...{ inside: '', missing: [], first: '2026-10-01', last: '2026-10-01' },
      },
    ])
    expect(Object.keys(result.rows[0])).toEqual(
      'verdict times action principal account region level policy sid line inside missing first last'.split(
        ' ',
      ),
    )
    expect(result.files).toEqual([{ file: 'trail.json.gz', events: 3, problem: null }])
    expect((await run(`judge ${line} --fail-on unknown trail.json.gz`)).code).toBe(0)
  })

  test(`${title}: rows as comma-separated values`, async () => {
    const { out } = await run('judge --policy b.json --csv trail.json.gz')
    expect(out.split('\r\n')).toEqual([
      'verdict,times,action,principal,account,region,level,policy,sid,line,inside,missing,first,last',
      expect.stringMatching(/^"denied",1,"ec2:DescribeInstances",.*,"root","b\.json","OnlyIreland",4,"","",/),
      expect.stringMatching(/^"denied",1,.*"222233334444"/),
      '',
    ])
  })

  test(`${title}: the trail on standard input`, async () => {
    const { code, out } = await run('judge --policy b.json --json -', (child) => child.stdin?.end(trail))
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ totals: { denied: 2 }, files: [{ file: '-', events: 3 }] })
    const piped = await run('judge --policy - trail.json.gz', (child) => child.stdin?.end(files['b.json']))
    expect(piped.out).toMatch(/^2 +would be denied/m)
  })

  test(`${title}: levels and types`, async () => {
    const levels = '--policy deny-regions.json --level prod --policy boundary.json'
    const { totals } = JSON.parse((await run(`judge ${levels} --json trail.json.gz`)).out)
    expect(totals).toEqual({ denied: 2, unknown: 0, allowed: 1, skipped: 0 })
    const asked = await run(`ask ${levels} --action ec2:RunInstances --region eu-west-1 --json`)
    expect(JSON.parse(asked.out)).toEqual({ verdict: 'denied', by: null, missing: [] })
    const typed = await run('ask --type boundary --policy boundary.json --action ec2:RunInstances')
    expect(typed.out).toBe('denied: nothing allows it at permission boundary\n')
  })

  test(`${title}: asks one request`, async () => {
    const who = '--principal arn:aws:iam::111122223333:role/app --region eu-west-1'
    const ask = `ask --policy a.json --action s3:PutObject ${who}`
    expect(await run(`${ask} --key aws:SecureTransport=false`)).toEqual({
      ...{ code: 0, out: 'denied: by OnlyTls (a.json:4)\n', err: '' },
    })
    expect(JSON.parse((await run(`${ask} --key aws:SecureTransport=false --json`)).out)).toEqual({
      ...{ verdict: 'denied', by: { policy: 'a.json', sid: 'OnlyTls', line: 4 }, missing: [] },
    })
    expect(JSON.parse((await run(`${ask} --json`)).out)).toEqual({
      verdict: 'cannot tell',
      by: { policy: 'a.json', sid: 'OnlyTls', line: 4 },
      missing: ['aws:SecureTransport'],
    })
    expect(await run(`${ask} --key aws:SecureTransport --fail-on denied --fail-on unknown`)).toMatchObject({
      ...{ code: 0, out: 'allowed: no statement denies it\n' },
    })
    expect((await run(`${ask} --fail-on unknown`)).code).toBe(1)
  })

  test(`${title}: checks policies`, async () => {
    const good = Object.keys(files).filter((name) => /^\w[\w-]*\.json$/.test(name) && !/cut|none/.test(name))
    expect(await run(`check ${good.join(' ')}`)).toEqual({
      ...{ code: 0, out: `${good.length} files: 0 errors, 0 warnings\n`, err: '' },
    })
    const { code, out } = await run('check faulty/typo.json faulty/warned.json')
    expect(code).toBe(1)
    expect(out).toMatch(/^faulty\/typo\.json:6:\d+: error: /m)
    expect(out).toMatch(/^faulty\/warned\.json:6:\d+: warning: .*s3:PutObject/m)
    const warned = await run('check faulty/warned.json --json')
    expect(warned.code).toBe(0)
    expect(JSON.parse(warned.out)).toEqual([
      {
        ...{ file: 'faulty/warned.json', line: 6, column: expect.any(Number), level: 'warning' },
        message: expect.stringContaining('s3:PutObject'),
      },
    ])
  })

  test(`${title}: a shell's glob of policies, and facts`, async () => {
    const { code, out } = await run('judge --policy a.json b.json --json trail.json.gz')
    expect([code, JSON.parse(out).totals.denied]).toEqual([0, 2])
    const perimeter = await run('judge --policy perimeter.json trail.json.gz --json')
    expect(JSON.parse(perimeter.out).totals).toMatchObject({ unknown: 3 })
    const facts = 'judge --policy perimeter.json --fact aws:PrincipalOrgID=o-abc123 trail.json.gz --json'
    expect(JSON.parse((await run(facts)).out).totals).toMatchObject({ allowed: 3 })
    const asked = await run('ask --policy a.json b.json --action ec2:RunInstances --region us-west-2 --json')
    expect(JSON.parse(asked.out)).toMatchObject({ verdict: 'denied', by: { policy: 'b.json' } })
  })

  test(`${title}: a policy in UTF-16, and names that AWS does not have`, async () => {
    const utf16 = await run('ask --policy utf16.json --action ec2:RunInstances --region us-west-2')
    expect(utf16.out).toMatch(/^denied: by OnlyIreland/)
    const { out, err } = await run('ask --policy b.json --action s3:PutObjekt --key aws:usernam=a')
    expect(out).toMatch(/^cannot tell/)
    expect(err).toMatch(/^warning: AWS has no action s3:PutObjekt\. Is it s3:PutObject\?$/m)
    expect(err).toMatch(/^warning: No service has the condition key aws:usernam\./m)
  })

  test(`${title}: a gate is red where it could not read everything, or AWS would refuse`, async () => {
    expect((await run('judge --policy a.json --fail-on denied cut.json')).code).toBe(1)
    const eleven = Array.from({ length: 11 }, () => '--policy a.json').join(' ')
    const { code, err } = await run(`judge ${eleven} --fail-on denied trail.json.gz`)
    expect([code, err]).toEqual([1, expect.stringContaining('AWS attaches at most 10')])
    expect(await run('check large.json')).toMatchObject({ code: 1, out: expect.stringContaining('jq -c') })
  })

  test(`${title}: a damaged file costs what is damaged`, async () => {
    const { code, out } = await run('judge --policy b.json cut.json trail.json.gz')
    expect(code).toBe(0)
    expect(out).toMatch(/^cut\.json is damaged or cut off\. The 2 events/m)
    expect(out).toContain('2  came twice, and count once')
  })

  test.each([
    ['judge --policy nowhere.json trail.json.gz', 'nowhere.json: there is no such file or folder.'],
    ['judge --policy b.json nowhere/', 'nowhere/: there is no such file or folder.'],
    [
      'judge --policy faulty/typo.json trail.json.gz',
      'Nothing was judged, because of errors in faulty/typo.json.',
    ],
    ['judge --policy b.json none.json', 'There is no event in 1 file.'],
    ['judge --policy AWSLogs trail.json.gz', 'AWSLogs: it is a folder. Name a file.'],
    ['judge trail.json.gz', 'Name a policy with --policy'],
  ])(`${title}: "%s" says what to do`, async (line, message) => {
    const { code, out, err } = await run(line)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(message)
  })

  test(`${title}: Ctrl-C says what was counted`, async () => {
    // The input has no end, and is larger than a pipe: when all of it is written, the command has read a part.
    const many = Array.from({ length: 5000 }, (_, at) => event(one, 'us-west-2', `Get${at}`))
    const ran = await run('judge --policy b.json trail.json.gz -', (child) => {
      child.stdin?.write(records(...many).slice(0, -2), () => child.kill('SIGINT'))
    })
    expect(ran.code).toBe(130)
    expect(ran.err).toMatch(/^Stopped\. Counted: [\d,]+ events in 2 of 2 files\.$/m)
    expect(ran.out).toMatch(/would be denied/)
    expect(ran.out).toContain('- was not read to its end.')
  })

  test(`${title}: help and version`, async () => {
    expect((await run('--help')).out).toContain('scp-dry-run judge')
    expect((await run('judge --help')).out).toContain('--fail-on')
    expect((await run('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
}

const mapKeys = (named: Record<string, string>) =>
  Object.fromEntries(Object.entries(named).map(([name, content]) => [`faulty/${name}`, content]))
