variable "state_bucket" {
  description = "The bucket of the core layers' states. The Makefile takes it from backend.hcl."
  type        = string
}

variable "state_region" {
  description = "The region of the state bucket. The Makefile takes it from backend.hcl."
  type        = string
}

variable "run_as" {
  description = "The role that Terraform becomes in member accounts. Null: management_role. A pipeline plans with a role that only reads, and applies the same plan with another one."
  type        = string
  default     = null
  ephemeral   = true
}

variable "home_region" {
  description = "The region of the network. For a second region, make a second copy of this folder with its own pool."
  type        = string
}

variable "zone_ids" {
  description = "Three availability zones by id, such as euc1-az1. An id means the same zone in every account; a name such as eu-central-1a does not."
  type        = list(string)

  validation {
    condition     = length(var.zone_ids) == 3 && length(distinct(var.zone_ids)) == 3
    error_message = "Give three different zone ids: aws ec2 describe-availability-zones --query 'AvailabilityZones[].ZoneId'."
  }
}

variable "environments" {
  description = "Environments and their number in the address plan. Each has a VPC and belongs to the account of the same name. Never change a number, because the addresses follow from it."
  type        = map(number)

  validation {
    condition     = alltrue([for number in values(var.environments) : number >= 0 && number <= 15 && floor(number) == number])
    error_message = "The numbers go from 0 to 15."
  }

  validation {
    condition     = length(distinct(values(var.environments))) == length(var.environments)
    error_message = "Two environments have the same number, and so the same addresses."
  }
}

variable "pool_cidr" {
  description = "All addresses of the environments. It must not overlap your offices or your VPN. A /12 holds sixteen VPCs of /16."
  type        = string
  default     = "10.64.0.0/12"

  validation {
    condition     = can(cidrnetmask(var.pool_cidr)) && try(tonumber(split("/", var.pool_cidr)[1]) <= 12, false)
    error_message = "Give an IPv4 range of /12 or larger, such as 10.64.0.0/12."
  }
}

variable "use_ipam" {
  description = "Registers the VPCs with IPAM, whose advanced tier is billed for every address in use. It is useful from several dozen VPCs on. Decide before the first apply: a VPC cannot join later without being replaced."
  type        = bool
  default     = false
}

variable "egress" {
  description = <<-EOT
    How private subnets reach the internet. A change builds the new way, moves the routes, and then removes the old way.
    Open connections break, and the outgoing addresses change: plan a window. From or to none, the way out is gone or new
    at once. Prices in us-east-1 for three environments, before traffic:
    per_vpc  one NAT gateway in each VPC, about $110 a month; with nat_per_zone nine of them, about $329
    shared   one VPC with the gateways, joined by a transit gateway: about $183 with one gateway, $256 with three.
             Use it for one list of outgoing addresses, a VPN or Direct Connect. It is cheaper than per_vpc only
             with nat_per_zone, from three environments on
    none     not at all: private subnets reach only endpoints
  EOT
  type        = string
  default     = "per_vpc"

  validation {
    condition     = contains(["per_vpc", "shared", "none"], var.egress)
    error_message = "Use per_vpc, shared or none."
  }
}

variable "nat_per_zone" {
  description = "A NAT gateway in each of the three zones instead of one. Without it, the loss of one zone cuts all three off from the internet."
  type        = bool
  default     = false
}

variable "egress_cidr" {
  description = "Addresses of the shared egress VPC, outside the pool. Used when egress is shared."
  type        = string
  default     = "10.80.0.0/24"

  validation {
    condition     = can(cidrnetmask(var.egress_cidr)) && try(tonumber(split("/", var.egress_cidr)[1]) == 24, false)
    error_message = "Give a /24 outside the pool, such as 10.80.0.0/24."
  }
}

variable "interface_endpoints" {
  description = "AWS services with a private connection in each VPC, such as ecr.api, ecr.dkr, logs, secretsmanager. Each costs about $22 a month in each VPC, for three zones. Use it with egress none, or where much traffic would pass a NAT gateway."
  type        = set(string)
  default     = []
}

variable "domain" {
  description = "The domain below which this folder creates a zone for each environment, such as dev.example.com. Leave it null if you need no names."
  type        = string
  default     = null
}

variable "delegations" {
  description = "Zones of teams, which the teams own in their accounts: name => its four name servers, as docs/runbook-new-account.md shows."
  type        = map(list(string))
  default     = {}

  validation {
    condition     = alltrue([for name in keys(var.delegations) : contains(keys(var.environments), try(split(".", name)[1], ""))])
    error_message = "A delegation is named team.environment.domain, such as orders.dev.example.com."
  }
}
