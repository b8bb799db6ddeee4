// What the kit's resources cost a month. Both the table in kit/docs/costs.md and the pages use this file.

import { total } from 'terraform/module'
import prices from './prices.json' with { type: 'json' }

/** Instances by address, from `countInstances`. */
type Counts = Record<string, number>

/** When AWS's prices in us-east-1 were read, such as `November 2026`. */
export const pricesFrom = prices.date

/** Every network has three availability zones. */
const zones = 3

/** Rounds off the error of binary fractions. Otherwise, $328.50 would be $328.49999999999994. */
const exact = (dollars: number) => Math.round(dollars * 1e6) / 1e6

/** US dollars a month for the trail's key, and for the network's parameters and zones. */
export const coreCost = (counts: Counts): number =>
  exact(
    total(counts, 'aws_kms_key') * prices.keyMonth +
      total(counts, 'aws_ssm_parameter') * prices.advancedParameterMonth +
      total(counts, 'aws_route53_zone') * prices.zoneMonth,
  )

/** US dollars a month for internet access: NAT gateways with their addresses, and transit gateway attachments. */
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

/** US dollars a month for a team: its load balancer with addresses, its alarms, and the zone that bootstrap.yaml creates. */
export const teamCost = (counts: Counts): number =>
  exact(
    total(counts, 'aws_lb') *
      ((prices.loadBalancer + prices.publicAddress * zones) * prices.hours + prices.zoneMonth) +
      total(counts, 'aws_cloudwatch_metric_alarm') * prices.alarmMonth,
  )

/** US dollars a month for a task. @param cpu in 1/1024 vCPU @param memory in MiB */
export const taskCost = ({ cpu, memory }: { cpu: number; memory: number }): number =>
  exact(
    ((cpu / 1024) * prices.fargateArmProcessor + (memory / 1024) * prices.fargateArmGigabyte) * prices.hours,
  )
