import type { Kit } from 'virtual:kit'
import { site } from '#content/site.ts'
import { formatMoneyExact } from '../../contract/money.ts'

/** Formats US dollars with their cents. AWS's prices are in US dollars, whatever the shop's currency is. */
export const formatDollars = (dollars: number) =>
  formatMoneyExact(Math.round(Number((dollars * 100).toFixed(4))), 'usd', site.language)

/** The values of `{name}` in the texts of content/home. */
const figures: Record<string, (kit: Kit) => string> = {
  version: ({ version }) => version,
  files: ({ files }) => String(files),
  accounts: ({ accounts }) => String(accounts.length),
  policies: ({ attachments }) => String(new Set(Object.values(attachments).flat()).size),
  policyCases: ({ policyRequests }) => String(policyRequests.length),
  pricesOf: ({ costs }) => costs.date,
  monthTotal: ({ costs }) => formatDollars(costs.bills.noTeam),
}

/**
 * Fills the kit's figures into a text.
 * @throws Error if the text names an unknown figure
 */
export function withFigures(text: string, kit: Kit): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const figure = figures[name]
    if (!figure)
      throw new Error(
        `A text in content/home uses the unknown name {${name}}. Known names are: ${Object.keys(figures).join(', ')}.`,
      )
    return figure(kit)
  })
}
