/** The page on which visitors try the kit's guardrails on their own CloudTrail. */
export const dryRunPage = {
  heading: 'Would our guardrails break you?',
  description:
    'Drop a month of CloudTrail and see what the service control policies would have denied, by role and region. Nothing leaves your browser.',
  lead: "Service control policies have no trial mode. Drop a month of CloudTrail here: we run every request through the kit's policies and show what would have been blocked, for whom and where.",
  /** The label of links to it. */
  name: 'Dry-run the guardrails',
  /** Beside regions without us-east-1. */
  keepVirginia:
    'Keep us-east-1. Without it, certificates for CloudFront, public images and other global services are denied.',
  /** The link to the other page. */
  other: 'Try your own policies instead',
  limits: {
    heading: 'What this is, and what it is not',
    texts: [
      'We judge the service control policies of the root and the unit, but not permission boundaries or role, resource and session policies: most of what those ask for is in no log.',
      'This is our own implementation of IAM\'s rules, the one that checks the kit. It is not AWS. If an event lacks a fact, we don\'t guess: we say "cannot tell" and name what is missing.',
      'We judge an event by its own action, plus iam:PassRole where it passes a role to a service. Other actions of the same call, such as the read of a copy, are not judged.',
      'A trail holds management events. Requests for objects in S3 are in it only if you log data events.',
      'A role whose path an event leaves out is decided again when another event has shown it.',
      'Your last result stays in this tab until you close it.',
    ],
  },
}

/** What both pages of the dry run say. Each page holds these words in its script, so they are apart from those around it. */
export const dryRun = {
  closed: {
    heading: 'Nothing leaves your browser',
    text: "Your files are read on this page. The browser enforces it: this page can run only the scripts and styles in it, and can't send a request, a form or an image. It never puts data in its URL.",
    browsers:
      "Chrome and Edge from 152 on block every connection, also navigation to pages not linked here. Safari and Firefox block all but two: navigation, which you would see, and WebRTC, which no script here uses. Browser extensions are outside any page's policy. Our server only counts the page view.",
    /** What the page finds out about the browser that shows it. */
    here: {
      all: 'Your browser runs Chromium {version}, which blocks every connection.',
      most: 'Your browser is not built on Chromium 152 or later. It blocks all but those two.',
    },
    try: 'See for yourself: open the network tab, reload, use the page: one request. Or turn your network off first: the page still works.',
  },

  files: {
    heading: 'Your trail',
    drop: 'Drop files or a folder here',
    kinds:
      "CloudTrail files straight from the bucket (.json.gz or .json, thousands at once), events from EventBridge, CloudWatch Logs, CloudTrail Lake or lookup-events, or the query's result.",
    chooseFiles: 'Choose files',
    chooseFolder: 'Choose a folder',
    example: 'Try it with an example',
  },
  athena: {
    heading: 'Ask Athena instead',
    text: 'A month of a large organization is too much to download. This query counts it in place. Drop its result above, or paste it.',
    table: { before: 'It uses the table cloudtrail_logs', link: 'as AWS describes it', after: '.' },
    partitions:
      'If your table has partitions, add them to the WHERE clause, or Athena reads the whole bucket.',
    query: 'The query',
    copy: 'Copy',
    copied: 'Copied',
    paste: 'The result of the query',
    read: 'Read the result',
  },
  progress: {
    reading: 'Reading file {file} of {files}: {events} events so far.',
    deciding: 'Judging {events} events.',
    done: 'Done: {events} events, {denied} would be denied. Files: {files}.',
    canceled: 'Canceled after {events} events.',
    nothing: 'There was no file to read.',
    cancel: 'Cancel',
  },

  result: {
    heading: 'Your result',
    exampleHeading: 'An example: a made-up month',
    exampleText:
      "Five accounts, {events} events, as the query for Athena returns them. All names and numbers are made up; the decisions come from the kit's policies.",
    denied: 'would be denied',
    unknown: 'cannot tell',
    allowed: 'allowed',
    skipped: 'not judged',
    regions: {
      heading: 'Regions that would be denied',
      only: 'Denied only because of their region: {only} of {denied}.',
      all: 'Allow all regions of this trail',
      allText: 'Judged as if {statements} allowed all regions of this trail.',
      written: 'Judge as the policies are written',
      text: 'Some of these may be work you forgot. To allow one, add it to organization/terraform.tfvars:',
      requests: 'requests',
      allow: 'Allow {region}',
      own: 'Some of these may be work you forgot. Others may be global services, which answer from us-east-1 for every account.',
    },
    rows: 'Requests that would be denied, or that the trail cannot decide',
    columns: { request: 'Request', decision: 'Decision', times: 'Times' },
    verdicts: { denied: 'denied', 'cannot tell': 'cannot tell' },
    by: 'by {sid} in {policy}',
    byLine: 'by {sid} in {policy}, line {line}',
    nothingAt: 'nothing allows it at {level}',
    inside: 'It passes a role, which needs {action}',
    missing: 'The trail does not show {missing}.',
    missingEncrypted:
      'The account may encrypt new volumes by default, and the trail does not show whether it does (ec2:Encrypted).',
    resource: 'the resource',
    missingAction: 'This service is not on our list, so the action is unknown.',
    in: 'in',
    to: 'to',
    filter: 'Filter',
    filterHelp: 'Words of a role, an action, a region or a policy',
    shown: '{shown} of {rows} rows',
    more: 'Show more',
    none: 'No row has all of these words.',
    nothing: 'Nothing would be denied, and nothing is in doubt.',
    notRead: 'There was no request to judge.',
    download: 'Download as CSV',
    file: 'dry-run.csv',
    partition:
      '{events} requests were sent in the partition {partition}. Patterns that begin with arn:aws: match nothing there.',
    notJudged: {
      heading: 'What was not judged',
      service: 'AWS services acting on their own: no policy limits them',
      serviceLinkedRole: 'service-linked roles: no policy limits them',
      management: 'the management account: no policy limits it',
      otherAccount: 'callers from other accounts: their own trail has the event',
      noPrincipal: 'signed by no role or user: Identity Center, SAML, web identity, or anonymous',
      refused: 'already refused for another reason',
      signIn: "console sign-ins and clicks that aren't API requests",
      noRequest: 'records of services, insights and network activity',
      incomplete: 'events without the fields of a request',
      duplicates: 'came twice, and count once',
      beyondLimit: 'too many different requests for one page: run the rest on its own',
    },
    files: {
      heading: 'Files not read to the end',
      skipped: 'Skipped by name: {files} other files of the folder.',
      more: 'and {files} more files',
    },
  },
}

/** The parts of a dry run that only the kit's policies have. */
export const kitDryRun = {
  regions: {
    label: 'Regions you use',
    help: 'Separated by commas. A request to any other region is denied, except to global services.',
    wrong: '"{name}" is not a region name, such as eu-central-1.',
  },
  accounts: {
    heading: 'Accounts',
    text: 'The policies follow the unit of an account. Choose the unit of each; the result follows.',
    account: 'Account',
    unit: 'Unit',
    events: 'Events',
    management: 'management account',
  },
}
