/** The band below the drawing of the home page: three crops of the pages that answer. The build computes every number and word in braces. */
export const tryIt = {
  heading: 'Try it before you buy',
  policies: {
    /** A request of packages/kit-reader/policy-cases.ts, by who asks and its title. Its verdict and sentence are those of /kit/policies. */
    example: ['developer', 'delete a key in prod'],
    question: 'Can a developer delete a key in prod?',
    link: 'See what the kit allows and denies',
  },
  dryRun: {
    question: 'What would its guardrails have stopped?',
    link: 'Dry-run the guardrails on your CloudTrail',
    /** Of the example on that page, by the kit's guardrails. */
    counted: '{denied} of {events} requests of a made-up month.',
  },
  costs: {
    question: 'What does AWS charge for it?',
    link: 'See what each part costs on AWS',
    /** As the example of the kit has it: one team in three environments. */
    counted:
      '{amount} a month for {accounts} accounts and {resources} resources, before what AWS bills by use.',
    lines: {
      core: "The trail's key, shared parameters, zones",
      egress: 'A NAT gateway in each of three networks',
      balancers: "A team's three load balancers, with zones and alarms",
      tasks: "The team's tasks, at the minimum",
    },
  },
} as const
