import { site } from '#content/site.ts'

/** The longest title, in characters, that search results show in full. */
const longest = 60

/** Makes a page's title for tabs and search results. The product's name follows it if there is room. */
export function pageTitle(title: string): string {
  const branded = title.includes(site.name) ? title : `${title} | ${site.name}`
  return branded.length <= longest ? branded : title
}
