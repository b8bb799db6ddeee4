import { site } from '../../content/site.ts'

/** Search results cut a title that is longer, in characters. */
const longest = 60

/** A page's title for tabs and search results: with the product's name behind it, where there is room for it. */
export function pageTitle(title: string): string {
  const branded = title.includes(site.name) ? title : `${title} | ${site.name}`
  return branded.length <= longest ? branded : title
}
