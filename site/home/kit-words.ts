import type { Kit } from 'virtual:kit'
import { site } from '#content/site.ts'
import { formatMoney } from '../../contract/money.ts'

/** Formats US dollars without cents, because AWS prices differ between regions by more than cents. */
const wholeDollars = (dollars: number) => formatMoney(Math.round(dollars) * 100, 'usd', site.language)

/** The values of `{name}` in the texts of content/home. */
const figures: Record<string, (kit: Kit) => string> = {
  version: ({ version }) => version,
  files: ({ files }) => String(files),
  policyCases: ({ policyRequests }) => String(policyRequests.length),
  pricesOf: ({ costs }) => costs.date,
  monthTotal: ({ costs }) => wholeDollars(costs.total),
  monthCore: ({ costs }) => wholeDollars(costs.core),
  monthPerVpc: ({ costs }) => wholeDollars(costs.egress.per_vpc),
  monthPerVpcZones: ({ costs }) => wholeDollars(costs.egress.per_vpc_zones),
  monthShared: ({ costs }) => wholeDollars(costs.egress.shared),
  monthSharedZones: ({ costs }) => wholeDollars(costs.egress.shared_zones),
  monthTeam: ({ costs }) => wholeDollars(costs.team),
  monthTwoTeamsShared: ({ costs }) => wholeDollars(costs.twoTeams.balancers),
  monthTwoTeamsTasks: ({ costs }) => wholeDollars(costs.twoTeams.tasks),
  monthTwoTeams: ({ costs: { total, twoTeams } }) =>
    wholeDollars(Math.round(total) + twoTeams.balancers + twoTeams.tasks),
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
