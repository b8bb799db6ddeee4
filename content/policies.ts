/** The page of what the kit's policies allow and deny. Figures of the kit replace the words in braces. */
export const policies = {
  heading: 'What the kit allows and denies',
  description:
    'Every request that we run through the kit’s policies before a release: who asks for what, whether it is allowed, and the statement that decides.',
  lead: 'Before each release, we run {policyCases} requests through the policies you buy. Each one says who asks for what, and which statement decides.',
  /** What the answers are not. */
  not: 'Our program applies IAM’s rules to the kit’s access matrix and policies. It is not AWS: your own session and resource policies are not in it.',
  /** The label of links to the page. */
  name: 'What it allows',
  /** A link to the dry run. */
  another: 'Ask another: try a request of your own',
  /** Beside the name of an account. */
  count: '{denied} denied, {allowed} allowed',
  /** Before the name of an account of the same unit. */
  untested: 'No request is tested here. The guardrails are those of',
  verdicts: { denied: 'Denied', allowed: 'Allowed' },
  /** The verdict where a policy that is not in the kit has to allow the request, too. */
  onlyIf: {
    'trust policy': 'Allowed, if the role’s trust policy lets it',
    'key policy': 'Allowed, if the key policy lets it',
    'resource policy': 'Allowed, if the resource’s own policy lets it',
  },
  /** What decided. `{at}` is a gate, `{sid}` a statement, `{file}` its file, `{group}` a group and `{set}` a permission set. */
  sentences: {
    onlySet: 'In {account}, the group {group} has only {set}, which does not allow this action.',
    noAccess: 'The group {group} has no access to {account}.',
    noRole: 'There is no {holder} in {account}.',
    trust: 'The trust policy in {file} does not let the caller assume the role.',
    rootUser: 'AWS lets no root user do this, whatever the policies say.',
    denied: '{sid} in {file} denies it, at the gate {at}.',
    nothing: 'No statement at the gate {at} allows it.',
    allowed: 'It passes every gate. {sid} in {file} allows it.',
    always: 'AWS answers this request whatever the policies say.',
  },
  /** Before the parts of a request. */
  facts: { region: 'in', on: 'on', with: 'with' },
} as const
