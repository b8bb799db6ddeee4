import type { Kit } from 'virtual:kit'
import { formatUsd } from '../../contract/money.ts'

/** Cents from US dollars, rounded to whole dollars: prices of AWS differ by region more than by cents. */
const wholeDollars = (dollars: number) => formatUsd(Math.round(dollars) * 100)

/** What `{name}` stands for in a text of content/home. */
const figures: Record<string, (kit: Kit) => string> = {
  version: ({ version }) => version,
  files: ({ files }) => String(files),
  policyCases: ({ policyCases }) => String(policyCases),
  pricesOf: ({ costs }) => costs.date,
  monthTotal: ({ costs }) => wholeDollars(costs.total),
  monthCore: ({ costs }) => wholeDollars(costs.core),
  monthPerVpc: ({ costs }) => wholeDollars(costs.egress.per_vpc),
  monthPerVpcZones: ({ costs }) => wholeDollars(costs.egress.per_vpc_zones),
  monthShared: ({ costs }) => wholeDollars(costs.egress.shared),
  monthSharedZones: ({ costs }) => wholeDollars(costs.egress.shared_zones),
  monthTeam: ({ costs }) => wholeDollars(costs.team),
}

/**
 * A text with the kit's figures in it.
 * @throws Error when it asks for a figure that is not known
 */
export function withFigures(text: string, kit: Kit): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const figure = figures[name]
    if (!figure)
      throw new Error(
        `A text in content/home asks for {${name}}. Known are: ${Object.keys(figures).join(', ')}.`,
      )
    return figure(kit)
  })
}
