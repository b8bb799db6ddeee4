// Reads CloudFormation templates, which are YAML with special tags, such as !Sub and !Ref.
import { parseDocument, type ScalarTag, type Tags } from 'yaml'
import type { KitFile } from './read-kit.ts'

export interface Template {
  Parameters?: Record<string, unknown>
  Conditions?: Record<string, unknown>
  Resources: Record<
    string,
    {
      Type: string
      Condition?: string
      DeletionPolicy?: string
      UpdateReplacePolicy?: string
      Properties?: Record<string, unknown>
    }
  >
}

const names = [
  'And',
  'Condition',
  'Equals',
  'GetAtt',
  'If',
  'Join',
  'Not',
  'Or',
  'Ref',
  'Select',
  'Split',
  'Sub',
]

/** Each tag becomes an object with one key, as in CloudFormation's JSON: `!Ref X` is `{ Ref: 'X' }`. */
const customTags: Tags = names.flatMap((name) => {
  const key = name === 'Ref' || name === 'Condition' ? name : `Fn::${name}`
  const scalar = { tag: `!${name}`, resolve: (value: string) => ({ [key]: value }) } as ScalarTag
  const sequence = {
    tag: `!${name}`,
    collection: 'seq' as const,
    resolve: (value: { toJSON(): unknown }) => ({ [key]: value.toJSON() }),
  }
  return [scalar, sequence as never]
})

export function readTemplate(text: string): Template {
  const document = parseDocument(text, { customTags })
  const error = document.errors[0] ?? document.warnings[0]
  if (error) throw error
  return document.toJS()
}

/** Replaces !Ref and !Sub with values. A name without a value stays a name in braces. */
function fillIn(value: unknown, values: Record<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => fillIn(one, values))
  if (typeof value !== 'object' || value === null) return value
  const [only, ...others] = Object.entries(value)
  if (only && others.length === 0) {
    const [key, inner] = only
    if (key === 'Ref') return values[String(inner)] ?? `{${inner}}`
    if (key === 'Fn::Sub')
      return String(inner).replace(/\$\{([^}!]+)\}/g, (_, name) => values[name] ?? `{${name}}`)
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fillIn(inner, values)]))
}

export const isTemplate = (file: KitFile) =>
  file.path.endsWith('.yaml') && file.text.includes('AWSTemplateFormatVersion')

/** @returns a resource's inline policy with the name `inline`, or its trust policy if `inline` is undefined */
export function policyIn(
  text: string,
  resource: string,
  inline: string | undefined,
  values: Record<string, string>,
): unknown {
  const properties = readTemplate(text).Resources[resource]?.Properties ?? {}
  const filled = fillIn(properties, values) as {
    Policies?: { PolicyName: string; PolicyDocument: unknown }[]
    AssumeRolePolicyDocument?: unknown
  }
  if (!inline) return filled.AssumeRolePolicyDocument
  return filled.Policies?.find((policy) => policy.PolicyName === inline)?.PolicyDocument
}

/** @returns the document of a policy that is a resource of its own, such as a bucket's */
export function documentIn(text: string, resource: string, values: Record<string, string>): unknown {
  const properties = readTemplate(text).Resources[resource]?.Properties
  return (fillIn(properties ?? {}, values) as { PolicyDocument?: unknown }).PolicyDocument
}

interface TemplateRole {
  /** Its name in the template. */
  resource: string
  arn: string
  trust: unknown
}

/** The roles that a template makes. @param values of the parameters and of `AWS::AccountId` */
export function rolesIn(text: string, values: Record<string, string>): TemplateRole[] {
  const roles = Object.entries(readTemplate(text).Resources).filter(
    ([, { Type }]) => Type === 'AWS::IAM::Role',
  )
  return roles.map(([resource, { Properties = {} }]) => {
    const {
      Path = '/',
      RoleName,
      AssumeRolePolicyDocument,
    } = fillIn(Properties, values) as Record<string, unknown>
    return {
      resource,
      arn: `arn:aws:iam::${values['AWS::AccountId']}:role${Path}${RoleName}`,
      trust: AssumeRolePolicyDocument,
    }
  })
}

/** The values that a template allows for a parameter. */
export function allowedValuesIn(text: string, parameter: string): string[] {
  const { AllowedValues = [] } = (readTemplate(text).Parameters?.[parameter] ?? {}) as {
    AllowedValues?: string[]
  }
  return AllowedValues
}
