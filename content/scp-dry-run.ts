/** The page on which visitors try policies of their own. */
export const scpDryRunPage = {
  heading: 'What would this policy have stopped?',
  description:
    'Paste a service control policy and drop a month of CloudTrail: see what it would have denied, by role and region. Nothing leaves your browser.',
  lead: 'Service control policies have no trial mode: you attach one, and learn from the outage. Paste yours, drop a month of CloudTrail, and see what it would have stopped, for whom and where.',
  /** The label of links to it. */
  name: 'Dry-run your own policies',
  limits: {
    heading: 'What this is, and what it is not',
    texts: [
      'We judge the service control policies you paste, each for the accounts you name, and resource control policies, for every caller of your resources. Where they only deny, FullAWSAccess is assumed beside them, as AWS attaches it. The management account is left out if the trail shows which one it is. Role, resource and session policies are not judged.',
      "This is our own implementation of IAM's rules, checked with AWS's examples and a second evaluator. It is not AWS. If an event lacks a fact, we don't guess: we say \"cannot tell\" and name what is missing.",
      'We judge an event for every resource type of its action, for the roles it passes and the tags it sets. What a service then does for the caller is judged by its own events.',
      'A trail holds management events. Requests for objects in S3 are in it only if you log data events.',
      'Your last result stays in this tab until you close it.',
    ],
  },
}

/** What the page says around a run. */
export const scpDryRun = {
  policies: {
    heading: 'Your policies',
    text: 'Paste a service or resource control policy as JSON, or drop its file anywhere here. Several are judged together, as AWS does.',
    /** The name of a pasted policy. */
    name: 'Policy {number}',
    accounts: 'Accounts of {name}',
    accountsHelp: 'Separate with commas. Empty: all accounts of the trail.',
    accountsWrong: '"{name}" is not an account number, such as 111122223333.',
    add: 'Add a policy',
    chooseFiles: 'Choose policy files',
    example: 'Try it with an example',
    /** Loads the service control policies of the product. */
    loadKit: "Load the kit's guardrails",
    remove: 'Remove',
    problems: 'Problems in {name}',
    /** `{line}` and `{column}` count from 1. */
    place: 'Line {line}, column {column}',
    ready: 'No problems. Statements: {statements}.',
    /** Where a policy with an error is not part of the result. */
    stale: 'The result below is from before your last change.',
    waiting: 'Your files are read as soon as there is a policy without errors.',
  },
  modes: {
    label: 'Judge',
    trail: 'A trail',
    request: 'One request',
  },
  request: {
    heading: 'One request',
    text: 'No trail at hand? Describe one request. The answer follows as you type.',
    action: 'Action',
    actionHelp: 'A service and an action, such as s3:PutObject.',
    principal: 'Principal (ARN of a role or user)',
    region: 'Region',
    resource: 'Resource (ARN)',
    /** In place of a value. */
    unknown: 'not known',
    absent: 'The request does not have this key',
    keys: 'Keys that still decide',
    answer: 'Answer',
    verdicts: { denied: 'Denied', allowed: 'Allowed', 'cannot tell': 'Cannot tell' },
    by: '{sid} in {policy}, line {line}',
    denied: '{by} denies it.',
    nothing: 'No statement of the level {level} allows it.',
    allowed: "No statement denies it. The role's own policies decide whether it may.",
    /** `{missing}` are condition keys, or the resource. */
    missing: 'It depends on {missing}. {by} asks for it.',
    theResource: 'the resource',
    noPolicy: "Paste a policy first. It can't have errors.",
    noAction: 'Enter an action, such as s3:PutObject.',
  },
  example: {
    heading: 'An example: a region policy, and a made-up month',
    text: 'The policy allows two regions and exempts the global services its author thought of. Route 53 is not among them: it answers from us-east-1, so the next DNS change would have failed. All names and numbers are made up.',
    policy: 'deny-other-regions.json',
  },
  ownExample: {
    heading: 'Your policies on a made-up month',
    text: 'Five accounts, {events} events. Drop your own trail to see what your policies would have stopped for you.',
  },
} as const
