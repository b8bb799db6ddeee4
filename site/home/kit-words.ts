import type { Kit } from 'virtual:kit'
import { site } from '#content/site.ts'
import { formatMoney } from '../../contract/money.ts'

/** Formats US dollars with their cents, so that the amounts of a sentence add up. */
const dollarsOf = (dollars: number) => formatMoney(Math.round(dollars * 100), 'usd', site.language)

/** The values of `{name}` in the texts of content/home. */
const figures: Record<string, (kit: Kit) => string> = {
  version: ({ version }) => version,
  files: ({ files }) => String(files),
  policyCases: ({ policyRequests }) => String(policyRequests.length),
  pricesOf: ({ costs }) => costs.date,
  monthTotal: ({ costs }) => dollarsOf(costs.total),
  monthCore: ({ costs }) => dollarsOf(costs.core),
  monthPerVpc: ({ costs }) => dollarsOf(costs.egress.per_vpc),
  monthPerVpcZones: ({ costs }) => dollarsOf(costs.egress.per_vpc_zones),
  monthShared: ({ costs }) => dollarsOf(costs.egress.shared),
  monthSharedZones: ({ costs }) => dollarsOf(costs.egress.shared_zones),
  monthTeam: ({ costs }) => dollarsOf(costs.team),
  monthTwoTeamsShared: ({ costs }) => dollarsOf(costs.twoTeams.balancers),
  monthTwoTeamsTasks: ({ costs }) => dollarsOf(costs.twoTeams.tasks),
  monthTwoTeams: ({ costs: { total, twoTeams } }) => dollarsOf(total + twoTeams.balancers + twoTeams.tasks),
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
