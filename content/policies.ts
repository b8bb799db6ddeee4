/** The page that answers what the kit's policies allow and deny. Figures of the kit replace the words in braces. */
export const policies = {
  heading: 'Ask the organization',
  description:
    'Ask the policies of the kit who may do what, in which account and region. The answer names the file and the statement that decides.',
  lead: 'Who may do what, in which account? The answer comes from the policies that you buy, and names the statement that decides.',
  /** What the answers are not. */
  not: 'The page applies the rules of IAM to the policies of the kit. It is not AWS: no request goes there, and session policies and resource policies of your own are not in the answer.',
  /** On the home page, above the file tree. */
  link: 'Ask the organization what it allows: {policyCases} requests, or your own',
  /** The parts of a question. Condition keys of AWS follow them. */
  fields: {
    account: 'Account',
    who: 'Who',
    action: 'Action',
    region: 'Region',
    resource: 'Resource (ARN)',
    /** Beside a resource that is not known because it is only a part or a pattern. */
    wholeArn: 'Write a whole ARN without * or ?, such as arn:aws:s3:::bucket.',
  },
  /** Choices, where a request may have a value or none. */
  choices: { unknown: 'not known', absent: 'absent' },
  verdicts: { denied: 'Denied', allowed: 'Allowed', 'cannot tell': 'Cannot tell' },
  /** `{at}` is a gate, `{sid}` a statement, `{file}` its file, `{missing}` are condition keys. */
  sentences: {
    denied: 'The request stops at {at}. {sid} in {file} denies it.',
    nothing: 'The request stops at {at}. No statement there allows it. This one is missing:',
    allowed: 'The request passes every gate. {sid} in {file} allows it.',
    always: 'AWS answers this request whatever the policies say.',
    unclear: 'It depends on {missing}. {sid} in {file} asks for it.',
    reads: 'AWS’s own policy {file} is attached, too, and this page does not have its text.',
    noAction: 'AWS has no action of this name in its list of {date}.',
    noService: 'AWS has no service with this prefix in its list of {date}.',
    noName: 'Write an action, such as s3:GetObject.',
    unchecked: 'The name of the action could not be checked.',
    resource: 'the resource',
  },
  /** The gates on the way of a request: in the drawing's title block, and in a sentence. */
  gates: {
    root: { name: 'Root', at: 'the root' },
    unit: { name: 'Unit {unit}', at: 'the unit {unit}' },
    buckets: { name: 'State buckets', at: 'the policy of the state bucket' },
    boundary: { name: 'Boundary', at: 'the permission boundary' },
    own: { name: 'Own policies', at: 'its own policies' },
  },
  states: {
    passes: 'passes',
    stops: 'stops here',
    unclear: 'cannot tell',
    'not-reached': 'not reached',
    none: 'no gate here',
  },
  /** Requests of the checks beside the form, by who asks and their title. The first one is shown without scripts. */
  examples: [
    ['developer', 'invoke a model in Oregon'],
    ['administrator', 'leave the organization'],
    ['developer', 'make a role without the boundary'],
    ['application role', "read another team's secret"],
    ['deploy role', 'write its state'],
    ['administrator', 'make an unencrypted volume'],
  ],
  spoken: {
    question: 'Question',
    answer: 'Answer',
    examples: 'Examples',
    gates: 'The way of the request',
  },
  copy: { link: 'Share link', done: 'Copied', failed: 'Copy the address above' },
  noScript: 'Without scripts, this page shows one question and every request of the checks.',
  notLoaded: 'The policies could not be loaded. Reload the page to ask.',
  table: {
    heading: 'The requests of the checks',
    lead: 'Before each release, the checks run these {policyCases} requests through the policies. Each row says who asks, for what, and which statement decides. Choose one to ask it above.',
  },
} as const
