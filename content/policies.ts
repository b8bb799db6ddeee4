/** The page that answers what the kit's policies allow and deny. Figures of the kit replace the words in braces. */
export const policies = {
  heading: 'Ask the organization',
  description:
    "Ask the kit's policies who can do what, in which account and region. The answer names the file and the statement that decides.",
  lead: 'Who can do what, in which account? The answer comes from the policies you buy, and names the statement that decides.',
  /** What the answers are not. */
  not: "This page applies IAM's rules to the kit's access matrix and policies. It is not AWS: no request goes there, and your own session and resource policies are not in the answer.",
  /** The label of links to it. */
  name: 'Ask the organization',
  /** The parts of a question. Condition keys of AWS follow them. */
  fields: {
    account: 'Account',
    who: 'Who',
    action: 'Action',
    region: 'Region',
    resource: 'Resource (ARN)',
    /** Beside a resource that is not known because it is only a part or a pattern. */
    wholeArn: 'Enter a full ARN without * or ?, such as arn:aws:s3:::bucket.',
  },
  /** Choices, where a request may have a value or none. */
  choices: { unknown: 'not known', absent: 'absent' },
  verdicts: { denied: 'Denied', allowed: 'Allowed', 'cannot tell': 'Cannot tell' },
  /** The verdict where a policy that is not in the kit has to allow the request, too. */
  onlyIf: {
    'trust policy': 'Allowed, if the role’s trust policy lets it',
    'key policy': 'Allowed, if the key policy lets it',
    'resource policy': 'Allowed, if the resource’s own policy lets it',
  },
  /** The title of a link. `{what}` is one of the phrases, or the words of the action's name. */
  title: 'Can {who} {what} in {account}? {verdict}',
  phrases: {
    'cloudtrail:StopLogging': 'stop a trail',
    'dynamodb:GetItem': 'read a table',
    'ec2:CreateVolume': 'create a volume',
    'ec2:DescribeInstances': 'list instances',
    'ec2:RunInstances': 'start an instance',
    'ec2:TerminateInstances': 'terminate an instance',
    'iam:CreateRole': 'create a role',
    'iam:CreateUser': 'create a user',
    'kms:ScheduleKeyDeletion': 'delete a key',
    'bedrock:InvokeModel': 'invoke a model',
    'organizations:LeaveOrganization': 'leave the organization',
    's3:DeleteObject': 'delete an object',
    's3:GetObject': 'read an object',
    's3:PutObject': 'write an object',
    'secretsmanager:GetSecretValue': 'read a secret',
    'sts:AssumeRole': 'assume a role',
  },
  /** Who asks: one of them in a title, and several people at the beginning of a sentence. */
  holders: {
    administrator: { one: 'an administrator', many: 'Administrators' },
    'emergency administrator': { one: 'an emergency administrator', many: 'Emergency administrators' },
    developer: { one: 'a developer', many: 'Developers' },
    'security operator': { one: 'a security operator', many: 'Security operators' },
    'log reader': { one: 'a log reader', many: 'Log readers' },
    'application role': { one: 'an application role' },
    'deploy role': { one: 'a deploy role' },
    'plan role': { one: 'a plan role' },
    'core plan role': { one: 'the core plan role' },
    'role of iam-identity-center': { one: 'the role of iam-identity-center' },
    'break-glass': { one: 'the break-glass role' },
    'management role': { one: 'the management role' },
    'StackSets role': { one: 'a StackSets role' },
    'root user': { one: 'the root user' },
  },
  /** Where roles exist, instead of a list of accounts. */
  places: {
    'every account': 'every account',
    'the management account': 'the management account',
    members: 'member accounts',
  },
  /** `{at}` is a gate, `{sid}` a statement, `{file}` its file, `{set}` a permission set, `{missing}` are condition keys. */
  sentences: {
    onlySet: '{who} have only {set} in {account}. It does not allow this action.',
    noAccess: '{who} have no access to {account}.',
    noRole: 'There is no {who} in {account}. It exists only in {places}.',
    trustsOnly: 'The trust policy in {file} lets only {services} assume the role.',
    trustsOthers: 'The trust policy in {file} does not let the caller assume the role.',
    rootUser: 'AWS lets no root user call {action}, whatever the policies say.',
    statement: 'Statement {number}',
    denied: 'The request stops at {at}. {sid} in {file} denies it.',
    nothing: 'The request stops at {at}. No statement there allows it. This one is missing:',
    allowed: 'The request passes every gate. {sid} in {file} allows it.',
    always: 'AWS answers this request whatever the policies say.',
    unclear: 'It depends on {missing}. {sid} in {file} asks for it.',
    noAction: "AWS's list of {date} has no action with this name.",
    /** `{call}` is a name of an API, which has no action of the same name. */
    apiCall: '{call} is an API call. For it, IAM checks {action}.',
    noService: "AWS's list of {date} has no service with this prefix.",
    noName: 'Enter an action, such as s3:GetObject.',
    unchecked: 'We could not check the action’s name.',
    notLoaded: "AWS's policies could not be loaded. Reload the page to ask this.",
    resource: 'the resource',
  },
  /** The gates on the way of a request: in the drawing's title block, and in a sentence. */
  gates: {
    assignment: { name: 'Assignment', at: 'the assignment' },
    root: { name: 'Root', at: 'the root' },
    unit: { name: 'Unit {unit}', at: 'the unit {unit}' },
    buckets: { name: 'State buckets', at: 'the policy of the state bucket' },
    boundary: { name: 'Boundary', at: 'the permission boundary' },
    own: { name: 'Own policies', at: 'its own policies' },
    trust: { name: 'Trust policy', at: 'the trust policy' },
  },
  states: {
    passes: 'passes',
    stops: 'stops here',
    unclear: 'cannot tell',
    'not-reached': 'not reached',
    none: 'no gate',
  },
  /** Requests of the checks beside the form, by who asks and their title. The first one is shown without scripts. */
  examples: [
    ['developer', 'invoke a model in Oregon'],
    ['developer', 'delete a key in prod'],
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
    gates: 'The request’s path',
  },
  copy: { link: 'Share link', done: 'Copied', failed: 'Copy the address above' },
  noScript: 'Without scripts, this page shows one question and all test requests.',
  table: {
    heading: 'All {policyCases} test requests',
    lead: 'Before each release, we run these requests through the policies. Each row says who asks, for what, and which statement decides. Choose one to ask it above.',
  },
} as const
