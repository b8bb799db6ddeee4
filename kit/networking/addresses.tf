# The address plan. Nothing here is a resource, so it can be tried with `terraform console`:
#
#   local.vpc_cidrs      => { dev = "10.64.0.0/16", staging = "10.65.0.0/16", prod = "10.66.0.0/16" }
#
# In each /16:   private     .0.0/19   .32.0/19  .64.0/19    8,187 addresses each, for containers
#                (free)      .96.0/19
#                public      .128.0/22 .132.0/22 .136.0/22   load balancers and NAT gateways
#                data        .160.0/22 .164.0/22 .168.0/22   databases, without a way out
#                attachment  .192.0/28 .192.16/28 .192.32/28 the transit gateway, and nothing else

locals {
  tiers = {
    private    = { newbits = 3, first = 0 }
    public     = { newbits = 6, first = 32 }
    data       = { newbits = 6, first = 40 }
    attachment = { newbits = 12, first = 3072 }
  }

  pool_bits = tonumber(split("/", var.pool_cidr)[1])

  vpc_cidrs = {
    for environment, number in var.environments : environment => cidrsubnet(var.pool_cidr, 16 - local.pool_bits, number)
  }

  subnets = merge(flatten([
    for environment, cidr in local.vpc_cidrs : [
      for tier, place in local.tiers : {
        for index, zone_id in var.zone_ids : "${environment}/${tier}/${zone_id}" => {
          environment = environment
          tier        = tier
          zone_id     = zone_id
          cidr        = cidrsubnet(cidr, place.newbits, place.first + index)
        }
      }
    ]
  ])...)
}
