resource "aws_subnet" "this" {
  for_each = local.subnets

  vpc_id                  = aws_vpc.this[each.value.environment].id
  availability_zone_id    = each.value.zone_id
  cidr_block              = each.value.cidr
  map_public_ip_on_launch = false

  tags = { Name = each.key, environment = each.value.environment, tier = each.value.tier }
}

locals {
  # Subnet ids by environment and tier, in the order of the zones.
  subnet_ids = {
    for environment in keys(var.environments) : environment => {
      for tier in keys(local.tiers) : tier => [
        for zone_id in var.zone_ids : aws_subnet.this["${environment}/${tier}/${zone_id}"].id
      ]
    }
  }
}
