# NAT gateways: in each VPC (per_vpc), or in a separate VPC that all others reach through the transit gateway (shared).
# The description of var.egress has the costs. For create_before_destroy, see aws_route.private in routes.tf.

locals {
  nat_zone_ids = var.nat_per_zone ? var.zone_ids : slice(var.zone_ids, 0, 1)
  is_shared    = var.egress == "shared"

  vpc_gateways = var.egress == "per_vpc" ? {
    for pair in setproduct(keys(var.environments), local.nat_zone_ids) :
    "${pair[0]}/${pair[1]}" => { environment = pair[0], zone_id = pair[1] }
  } : {}

  shared_gateways = local.is_shared ? toset(local.nat_zone_ids) : toset([])
  shared_zones    = local.is_shared ? { for index, zone_id in var.zone_ids : zone_id => index } : {}
}

resource "aws_eip" "vpc" {
  for_each = local.vpc_gateways

  domain = "vpc"
  tags   = { Name = each.key }
}

resource "aws_nat_gateway" "vpc" {
  for_each = local.vpc_gateways

  allocation_id = aws_eip.vpc[each.key].id
  subnet_id     = aws_subnet.this["${each.value.environment}/public/${each.value.zone_id}"].id
  tags          = { Name = each.key }

  lifecycle {
    create_before_destroy = true
  }

  depends_on = [aws_internet_gateway.this]
}

# Everything below exists only if egress is shared.

resource "aws_vpc" "egress" {
  count = local.is_shared ? 1 : 0

  cidr_block = var.egress_cidr
  tags       = { Name = "egress" }
}

resource "aws_internet_gateway" "egress" {
  count = local.is_shared ? 1 : 0

  vpc_id = aws_vpc.egress[0].id
  tags   = { Name = "egress" }
}

resource "aws_default_security_group" "egress" {
  count = local.is_shared ? 1 : 0

  vpc_id = aws_vpc.egress[0].id
  tags   = { Name = "default, unused" }
}

resource "aws_subnet" "egress_public" {
  for_each = local.shared_zones

  vpc_id               = aws_vpc.egress[0].id
  availability_zone_id = each.key
  cidr_block           = cidrsubnet(var.egress_cidr, 4, each.value)
  tags                 = { Name = "egress/public/${each.key}" }
}

resource "aws_subnet" "egress_attachment" {
  for_each = local.shared_zones

  vpc_id               = aws_vpc.egress[0].id
  availability_zone_id = each.key
  cidr_block           = cidrsubnet(var.egress_cidr, 4, 8 + each.value)
  tags                 = { Name = "egress/attachment/${each.key}" }
}

resource "aws_eip" "egress" {
  for_each = local.shared_gateways

  domain = "vpc"
  tags   = { Name = "egress/${each.key}" }
}

resource "aws_nat_gateway" "egress" {
  for_each = local.shared_gateways

  allocation_id = aws_eip.egress[each.key].id
  subnet_id     = aws_subnet.egress_public[each.key].id
  tags          = { Name = "egress/${each.key}" }

  depends_on = [aws_internet_gateway.egress]
}

resource "aws_route_table" "egress_public" {
  count = local.is_shared ? 1 : 0

  vpc_id = aws_vpc.egress[0].id
  tags   = { Name = "egress/public" }
}

resource "aws_route" "egress_internet" {
  count = local.is_shared ? 1 : 0

  route_table_id         = aws_route_table.egress_public[0].id
  destination_cidr_block = "0.0.0.0/0"
  gateway_id             = aws_internet_gateway.egress[0].id

  lifecycle {
    create_before_destroy = true
  }
}

# The routes back to the environments.
resource "aws_route" "egress_back" {
  count = local.is_shared ? 1 : 0

  route_table_id         = aws_route_table.egress_public[0].id
  destination_cidr_block = var.pool_cidr
  transit_gateway_id     = aws_ec2_transit_gateway.this[0].id

  lifecycle {
    create_before_destroy = true
  }

  depends_on = [aws_ec2_transit_gateway_vpc_attachment.egress]
}

resource "aws_route_table_association" "egress_public" {
  for_each = aws_subnet.egress_public

  subnet_id      = each.value.id
  route_table_id = aws_route_table.egress_public[0].id

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_route_table" "egress_attachment" {
  for_each = local.shared_zones

  vpc_id = aws_vpc.egress[0].id
  tags   = { Name = "egress/attachment/${each.key}" }
}

resource "aws_route" "egress_nat" {
  for_each = local.shared_zones

  route_table_id         = aws_route_table.egress_attachment[each.key].id
  destination_cidr_block = "0.0.0.0/0"
  nat_gateway_id         = aws_nat_gateway.egress[var.nat_per_zone ? each.key : var.zone_ids[0]].id

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_route_table_association" "egress_attachment" {
  for_each = aws_subnet.egress_attachment

  subnet_id      = each.value.id
  route_table_id = aws_route_table.egress_attachment[each.key].id

  lifecycle {
    create_before_destroy = true
  }
}
