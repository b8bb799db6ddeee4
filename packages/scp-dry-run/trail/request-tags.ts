// The tags that a request sends: aws:RequestTag and aws:TagKeys. Services name and nest their parameters differently.

import type { Fields } from './values.ts'

const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Parameters that hold tags, or lists of them, in any case. */
const tagNames =
  /^(tags?|tagset|taglist|tagging|tagspecifications?|tagspecificationset|tagstoadd|addtags|items)$/i
const isAboutTags = /^[tT]ag|[a-z]Tag/

/** What is known of the tags. Null: the request may send tags that are not understood. */
type RequestTags = ReadonlyMap<string, string | null> | null

/** A tag as a service writes it: `key` and `value` with any capitals. A map of tags may have one with the name "key". */
function tagOf(value: Fields, needsValue: boolean): [string, string] | null {
  const key = value.key ?? value.Key ?? value.tagKey ?? value.TagKey
  const given = value.value ?? value.Value ?? value.tagValue ?? value.TagValue ?? (needsValue ? null : '')
  return typeof key === 'string' && typeof given === 'string' ? [key, given] : null
}

/** Tags in a value of a parameter. @returns false if it has another shape */
function collect(value: unknown, tags: Map<string, string | null>, isMap: boolean): boolean {
  if (value === null || value === undefined) return true
  if (Array.isArray(value))
    return value.every((item) => {
      if (typeof item === 'string') return tags.set(item, null) && true
      return isObject(item) && collect(item, tags, false)
    })
  if (!isObject(value)) return false
  const tag = tagOf(value, isMap)
  if (tag) {
    tags.set(...tag)
    return true
  }
  const inner = Object.entries(value).filter(
    ([name, one]) => tagNames.test(name) && one !== null && typeof one === 'object',
  )
  if (inner.length > 0) return inner.every(([, one]) => collect(one, tags, true))
  if (!isMap) return Object.keys(value).length === 0
  return Object.entries(value).every(([key, one]) => {
    tags.set(key, typeof one === 'string' ? one : null)
    return typeof one === 'string'
  })
}

/** The kinds of resources that a request tags (EC2's TagSpecification). */
function taggedKinds(value: unknown): Set<unknown> {
  const list = isObject(value) ? (value.items ?? value) : value
  return new Set(
    (Array.isArray(list) ? list : []).map((item) =>
      isObject(item) ? (item.resourceType ?? item.ResourceType) : null,
    ),
  )
}

/** Whether a parameter of a parameter is about tags. */
const hasInnerTags = (value: unknown, levels: number): boolean =>
  value !== null &&
  typeof value === 'object' &&
  Object.entries(value).some(
    ([name, inner]) => isAboutTags.test(name) || (levels > 0 && hasInnerTags(inner, levels - 1)),
  )

/** The parameters. Newer actions of EC2 have one that holds all, such as CreateNatGatewayRequest. */
function unwrapped(parameters: Fields): Fields {
  const [only, ...others] = Object.entries(parameters)
  return others.length === 0 && only?.[0].endsWith('Request') && isObject(only[1]) ? only[1] : parameters
}

/**
 * The tags of one type, where the request names types (EC2's TagSpecification).
 * @returns undefined if it does not
 */
function tagsOfType(parameters: Fields, type: string): RequestTags | undefined {
  const given = Object.entries(parameters).find(([name]) => /^tagspecification/i.test(name))?.[1]
  if (given === undefined || given === null) return undefined
  const list = isObject(given) ? (given.items ?? [given]) : given
  if (!Array.isArray(list) || !list.every(isObject)) return null
  const tags = new Map<string, string | null>()
  const own = list.filter((item) => (item.resourceType ?? item.ResourceType) === type)
  return collect(own, tags, false) ? tags : null
}

/**
 * @param given the parameters of the request
 * @param type of the resource, where a request may have other tags for each type. Null: any
 * @returns values by key; null for a tag without a value, as in a request that removes tags
 */
export function requestTags(given: Fields, type: string | null = null): RequestTags {
  const parameters = unwrapped(given)
  const ofType = type === null ? undefined : tagsOfType(parameters, type)
  if (ofType !== undefined) return ofType
  const entries = Object.entries(parameters)
  const tags = new Map<string, string | null>()
  for (const [name, value] of entries) {
    if (!isAboutTags.test(name)) {
      if (hasInnerTags(value, 3)) return null
      continue
    }
    if (!/^(tagkeys|tagkeylist)$/i.test(name) && !tagNames.test(name)) return null
    // Instances and volumes of one request may have other tags, and each is a resource of its own.
    if (/^tagspecification/i.test(name) && taggedKinds(value).size > 1) return null
    if (!collect(value, tags, true)) return null
  }
  return tags
}
