// Where the other evaluator decides otherwise, and the page of AWS that says what this one does.
import type { Row } from './decide-row.ts'

const guide = 'https://docs.aws.amazon.com/IAM/latest/UserGuide/'

interface KnownDifference {
  what: string
  page: string
  /** @param text the row as JSON, without what the difference does not need */
  fits(text: string, row: Row): boolean
}

export const knownDifferences: readonly KnownDifference[] = [
  {
    what: 'Before version 2012-10-17, variables are texts. There, they are filled in.',
    page: `${guide}reference_policies_elements_version.html`,
    fits: (text) => /\$\{/.test(text) && !/"Version":"2012-10-17","Statement":\[?\{[^}]*\$\{/.test(text),
  },
  {
    what: '0.0.0.0/0 holds every address of version 4. There, it holds none.',
    page: `${guide}reference_policies_elements_condition_operators.html#Conditions_IPAddress`,
    fits: (text) => text.includes('0.0.0.0/0'),
  },
  {
    what: 'NotIpAddress holds for an address of the other version. There, neither operator holds.',
    page: `${guide}reference_policies_elements_condition_operators.html#Conditions_IPAddress`,
    fits: (text) => /notipaddress/i.test(text),
  },
  {
    what: 'The last * of a pattern matches colons. There, a pattern of fewer than six parts matches nothing.',
    page: `${guide}reference_policies_elements_resource.html`,
    fits: (text) => text.includes('arn:aws:*:eu-west-1:*'),
  },
  {
    what: 'ForAnyValue does not hold for an empty text. There, it is a value.',
    page: `${guide}reference_policies_condition-single-vs-multi-valued-context-keys.html`,
    fits: (text) => /foranyvalue:/i.test(text) && /:""/.test(text),
  },
  {
    what: 'StringEquals reads ${*} and ${?} as these signs. There, they are not replaced.',
    page: `${guide}reference_policies_variables.html`,
    fits: (text) => /string(not)?equals/i.test(text) && /\$\{[?*]\}/.test(text),
  },
]
