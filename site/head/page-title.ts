import { site } from '../../content/site.ts'

/** The longest title, in characters, that search results show in full. */
const longest = 60

/** A page's title for tabs and search results: followed by the product's name, if there is room. */
export function pageTitle(title: string): string {
  const branded = title.includes(site.name) ? title : `${title} | ${site.name}`
  return branded.length <= longest ? branded : title
}
