import type { CommandName } from './arguments.ts'

const documents = `  --policy <file>      a policy as JSON; several are judged together. Files
                       in a row may follow it, as of a*.json. - is standard input.
  --type <type>        what the policies after it are: scp (the default), rcp, boundary,
                       identity or session
  --level <name>       begins the next level of the organization, the root first. Every
                       level must allow a request.
  --accounts <ids>     the accounts that the policy before it is for. Commas separate
                       several. Without it, the policy is for all accounts.
`
const failOn = `  --fail-on <verdict>  exits with 1 if a request is denied, or unknown. May be repeated.
`

const helpOf: Record<CommandName, string> = {
  judge: `scp-dry-run judge --policy <file> [options] <files and folders>

Lists the requests of a CloudTrail trail that the policies would have denied.

The trail is files as they are in the bucket (.json.gz), folders of them, the answer of
aws cloudtrail lookup-events, one event a line, and more. - is standard input.

${documents}  --fact <key>=<value> the value of a condition key for all requests of your own principals,
                       where the event does not hold it, such as
                       aws:PrincipalOrgID=o-abc123. May be repeated.
${failOn}                       Also if a file could not be read, or AWS would not attach the
                       policies.
  --json               prints totals, rows and files as JSON
  --csv                prints the rows as comma-separated values

  scp-dry-run judge --policy deny-regions.json AWSLogs/
  scp-dry-run judge --policy a.json --policy b.json --accounts 111122223333 \\
    --fail-on denied trail.json.gz

Ctrl-C stops the reading and judges what was read. Exit code: 130.
`,
  ask: `scp-dry-run ask --policy <file> --action <action> [options]

Judges one request, which needs no trail.

${documents}  --action <action>    such as s3:PutObject
  --principal <arn>    of the role or user that sends the request
  --region <region>    the region that the request goes to
  --resource <arn>     a resource of the request. May be repeated.
  --key <key>=<value>  the value of a condition key. Repeat it for a key with several
                       values. Without "=", the request does not have the key.
${failOn}  --json               prints the verdict as JSON

What you leave out is unknown, and the answer may be "cannot tell".

  scp-dry-run ask --policy a.json --action s3:PutObject \\
    --principal arn:aws:iam::111122223333:role/app --region eu-west-1 \\
    --key aws:SecureTransport=false
`,
  check: `scp-dry-run check [options] <files>

Checks policies: syntax, names of actions and condition keys, and sizes. Exits with 1 if
one has an error. Warnings do not change the exit code.

  --type <type>        what the files after it are: scp (the default), rcp, boundary,
                       identity or session
  --json               prints the problems as JSON

  scp-dry-run check *.json
`,
}

const general = `scp-dry-run: what would this AWS policy have stopped?

  scp-dry-run judge    judges the requests in CloudTrail files
  scp-dry-run ask      judges one request
  scp-dry-run check    checks policies, for a pull request

scp-dry-run <command> --help prints the options of a command.
Exit codes: 0; 1 for --fail-on and for a failed check; 2 for a wrong use.
Nothing is sent anywhere.
`

/** @param name null for all commands */
export const helpFor = (name: CommandName | null): string => (name ? helpOf[name] : general)
