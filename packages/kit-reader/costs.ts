// What the resources of the kit cost by the month. The table in kit/docs/costs.md and the pages both come from here.

import { total } from '../terraform/module.ts'
import prices from './prices.json' with { type: 'json' }

/** Instances by address, as packages/terraform/module.ts counts them. */
type Counts = Record<string, number>

/** When the prices were read, such as `November 2026`. They are those of us-east-1. */
export const pricesFrom = prices.date

/** The availability zones of every network. */
const zones = 3

/** Removes what binary fractions add: without this, $328.50 is $328.49999999999994. */
const exact = (dollars: number) => Math.round(dollars * 1e6) / 1e6

/** US dollars a month for the key of the trail, and for the parameters and zones of the network. */
export const coreCost = (counts: Counts): number =>
  exact(
    total(counts, 'aws_kms_key') * prices.keyMonth +
      total(counts, 'aws_ssm_parameter') * prices.advancedParameterMonth +
      total(counts, 'aws_route53_zone') * prices.zoneMonth,
  )

/** US dollars a month for the way to the internet: NAT gateways, their addresses, and attachments of the transit gateway. */
export const egressCost = (counts: Counts): number =>
  exact(
    (total(counts, 'aws_nat_gateway') * prices.natGateway +
      total(counts, 'aws_eip') * prices.publicAddress +
      total(counts, 'aws_ec2_transit_gateway_vpc_attachment') * prices.transitGatewayAttachment) *
      prices.hours,
  )

/** US dollars a month for interface endpoints in every zone. */
export const endpointCost = (counts: Counts): number =>
  exact(total(counts, 'aws_vpc_endpoint.interface') * zones * prices.endpointInZone * prices.hours)

/** US dollars a month for a team's load balancer with its addresses, its zone, which bootstrap.yaml makes, and its alarms. */
export const teamCost = (counts: Counts): number =>
  exact(
    total(counts, 'aws_lb') *
      ((prices.loadBalancer + prices.publicAddress * zones) * prices.hours + prices.zoneMonth) +
      total(counts, 'aws_cloudwatch_metric_alarm') * prices.alarmMonth,
  )

/** US dollars a month for a task. @param cpu in units of 1/1024 processor @param memory in MiB */
export const taskCost = ({ cpu, memory }: { cpu: number; memory: number }): number =>
  exact(
    ((cpu / 1024) * prices.fargateArmProcessor + (memory / 1024) * prices.fargateArmGigabyte) * prices.hours,
  )
