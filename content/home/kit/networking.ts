import { file, folder } from './node.ts'

export const networking = folder(
  'networking',
  'One network for all accounts: addresses, routing, egress and names.',
  'A root module applied in the network account. Teams get shared subnets and never edit a route table. Start with one region; the address plan has room for three more.',
  [
    file(
      'networking/versions.tf',
      'Versions, the state and the provider for the network account.',
      'The provider assumes the role that Organizations creates in the network account. At first only the management account may assume that role; let your pipeline do it instead, and put its role here.',
      'hcl',
      `
provider "aws" {
  region              = var.home_region
  allowed_account_ids = [local.account_ids["network"]]

  assume_role {
    role_arn     = "arn:aws:iam::\${local.account_ids["network"]}:role/OrganizationAccountAccessRole"
    session_name = "networking"
  }
}`,
    ),
    file(
      'networking/variables.tf',
      'The address plan and the environments, typed and validated.',
      'The pool must not overlap your offices or your VPN. Each environment takes a /16 from it, so the default /12 holds sixteen.',
      'hcl',
      `
variable "pool_cidr" {
  description = "All addresses of the organization. /12 leaves room for sixteen VPCs of /16."
  type        = string
  default     = "10.64.0.0/12"

  validation {
    condition     = can(cidrnetmask(var.pool_cidr)) && tonumber(split("/", var.pool_cidr)[1]) <= 14
    error_message = "Give an IPv4 range of /14 or larger, such as 10.64.0.0/12."
  }
}`,
    ),
    file(
      'networking/ipam.tf',
      'Address management, so that no two VPCs can ever overlap.',
      'A pool for the region; VPCs ask it for a size and never name a range. Private ranges need the advanced tier, which is billed by the active address.',
      'hcl',
      `
resource "aws_vpc_ipam" "this" {
  tier = "advanced"

  operating_regions {
    region_name = var.home_region
  }
}

resource "aws_vpc_ipam_pool" "home" {
  address_family = "ipv4"
  ipam_scope_id  = aws_vpc_ipam.this.private_default_scope_id
  locale         = var.home_region
}

resource "aws_vpc_ipam_pool_cidr" "home" {
  ipam_pool_id = aws_vpc_ipam_pool.home.id
  cidr         = var.pool_cidr
}`,
    ),
    file(
      'networking/vpc.tf',
      'A VPC for each environment, with its range taken from the pool.',
      'Production and development never share a VPC. Add an environment to the set to get another.',
      'hcl',
      `
resource "aws_vpc" "this" {
  for_each = var.environments

  ipv4_ipam_pool_id    = aws_vpc_ipam_pool.home.id
  ipv4_netmask_length  = 16
  enable_dns_hostnames = true
  enable_dns_support   = true

  tags       = { Name = each.key, environment = each.key }
  depends_on = [aws_vpc_ipam_pool_cidr.home]
}`,
    ),
    file(
      'networking/subnets.tf',
      'Public, private and data subnets in three zones for each VPC.',
      'Private subnets get a /19 each, since that is where containers are. Zones are chosen by id, which means the same place in every account.',
      'hcl',
      `
locals {
  tiers = {
    private = { newbits = 3, offset = 0 }
    public  = { newbits = 6, offset = 32 }
    data    = { newbits = 6, offset = 40 }
  }
}

resource "aws_subnet" "this" {
  for_each = local.subnets

  vpc_id               = aws_vpc.this[each.value.environment].id
  availability_zone_id = each.value.zone_id
  cidr_block = cidrsubnet(
    aws_vpc.this[each.value.environment].cidr_block,
    local.tiers[each.value.tier].newbits,
    local.tiers[each.value.tier].offset + each.value.index,
  )

  tags = { Name = each.key, tier = each.value.tier }
}`,
    ),
    file(
      'networking/transit-gateway.tf',
      'The hub that joins the VPCs, with one routing table for each environment.',
      'Association and propagation are explicit, so development cannot reach production by default. Attach a VPN or Direct Connect here later.',
      'hcl',
      `
resource "aws_ec2_transit_gateway" "this" {
  description                     = "organization"
  default_route_table_association = "disable"
  default_route_table_propagation = "disable"
}

resource "aws_ec2_transit_gateway_route_table" "this" {
  for_each           = var.environments
  transit_gateway_id = aws_ec2_transit_gateway.this.id
  tags               = { Name = each.key }
}`,
    ),
    file(
      'networking/egress.tf',
      'One shared way out to the internet instead of NAT gateways in every VPC.',
      'Three gateways, one for each zone, for the whole organization. For a small budget, set egress_zones to one.',
      'hcl',
      `
resource "aws_eip" "nat" {
  for_each = var.egress_zones
  domain   = "vpc"
}

resource "aws_nat_gateway" "this" {
  for_each      = var.egress_zones
  allocation_id = aws_eip.nat[each.key].id
  subnet_id     = aws_subnet.egress_public[each.key].id
  depends_on    = [aws_internet_gateway.egress]
}`,
    ),
    file(
      'networking/endpoints.tf',
      'Private ways to S3, DynamoDB, ECR, CloudWatch Logs and Secrets Manager.',
      'The gateway endpoints are free and save NAT traffic at once. Interface endpoints are billed by the hour; list the ones that you use.',
      'hcl',
      `
resource "aws_vpc_endpoint" "gateway" {
  for_each = { for pair in setproduct(var.environments, ["s3", "dynamodb"]) : join("/", pair) => pair }

  vpc_id            = aws_vpc.this[each.value[0]].id
  service_name      = "com.amazonaws.\${var.home_region}.\${each.value[1]}"
  vpc_endpoint_type = "Gateway"
  route_table_ids   = [aws_route_table.private[each.value[0]].id]
}`,
    ),
    file(
      'networking/resource-shares.tf',
      'Shares the subnets with the accounts that run workloads in them.',
      'Sharing inside the organization needs no invitation. Each environment is shared with its own account only.',
      'hcl',
      `
resource "aws_ram_resource_share" "subnets" {
  for_each                  = var.environments
  name                      = "subnets-\${each.key}"
  allow_external_principals = false
}

resource "aws_ram_principal_association" "subnets" {
  for_each           = var.environments
  principal          = local.account_ids[each.key]
  resource_share_arn = aws_ram_resource_share.subnets[each.key].arn
}`,
    ),
    file(
      'networking/dns.tf',
      'A private zone for each environment, resolved from every VPC that may.',
      'Names such as orders.dev.internal work without any setup by a team. Replace internal with a domain of your own if you have one for this.',
      'hcl',
      `
resource "aws_route53_zone" "private" {
  for_each = var.environments
  name     = "\${each.key}.internal"

  vpc {
    vpc_id = aws_vpc.this[each.key].id
  }

  lifecycle {
    ignore_changes = [vpc]
  }
}`,
    ),
    file(
      'networking/flow-logs.tf',
      'Flow logs of every VPC, sent to the log archive account.',
      'In Parquet with hourly partitions, so that Athena reads only the columns and hours that you ask for.',
      'hcl',
      `
resource "aws_flow_log" "vpc" {
  for_each = var.environments

  vpc_id               = aws_vpc.this[each.key].id
  traffic_type         = "ALL"
  log_destination_type = "s3"
  log_destination      = var.flow_log_bucket_arn

  destination_options {
    file_format        = "parquet"
    per_hour_partition = true
  }
}`,
    ),
    file(
      'networking/outputs.tf',
      'VPC, subnet and zone ids by environment and tier.',
      'Team environments read these by name. Keep the names: changing one breaks readers in other accounts.',
      'hcl',
      `
output "vpc_ids" {
  description = "VPC id by environment."
  value       = { for environment, vpc in aws_vpc.this : environment => vpc.id }
}`,
    ),
  ],
)
