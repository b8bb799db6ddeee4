# Only with egress shared: the hub that connects the VPCs to the egress VPC. Each environment has its own routing table,
# and nothing is associated or propagated by default, so development cannot reach production. Attach a VPN or Direct
# Connect here.

resource "aws_ec2_transit_gateway" "this" {
  count = local.is_shared ? 1 : 0

  description                     = "organization"
  default_route_table_association = "disable"
  default_route_table_propagation = "disable"
  auto_accept_shared_attachments  = "disable"
  tags                            = { Name = "organization" }
}

locals {
  attached_environments = local.is_shared ? var.environments : {}
}

resource "aws_ec2_transit_gateway_vpc_attachment" "environment" {
  for_each = local.attached_environments

  transit_gateway_id                              = aws_ec2_transit_gateway.this[0].id
  vpc_id                                          = aws_vpc.this[each.key].id
  subnet_ids                                      = local.subnet_ids[each.key].attachment
  transit_gateway_default_route_table_association = false
  transit_gateway_default_route_table_propagation = false
  tags                                            = { Name = each.key }
}

resource "aws_ec2_transit_gateway_vpc_attachment" "egress" {
  count = local.is_shared ? 1 : 0

  transit_gateway_id                              = aws_ec2_transit_gateway.this[0].id
  vpc_id                                          = aws_vpc.egress[0].id
  subnet_ids                                      = [for subnet in aws_subnet.egress_attachment : subnet.id]
  transit_gateway_default_route_table_association = false
  transit_gateway_default_route_table_propagation = false
  tags                                            = { Name = "egress" }
}

resource "aws_ec2_transit_gateway_route_table" "environment" {
  for_each = local.attached_environments

  transit_gateway_id = aws_ec2_transit_gateway.this[0].id
  tags               = { Name = each.key }
}

resource "aws_ec2_transit_gateway_route_table" "egress" {
  count = local.is_shared ? 1 : 0

  transit_gateway_id = aws_ec2_transit_gateway.this[0].id
  tags               = { Name = "egress" }
}

resource "aws_ec2_transit_gateway_route_table_association" "environment" {
  for_each = local.attached_environments

  transit_gateway_attachment_id  = aws_ec2_transit_gateway_vpc_attachment.environment[each.key].id
  transit_gateway_route_table_id = aws_ec2_transit_gateway_route_table.environment[each.key].id

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_ec2_transit_gateway_route_table_association" "egress" {
  count = local.is_shared ? 1 : 0

  transit_gateway_attachment_id  = aws_ec2_transit_gateway_vpc_attachment.egress[0].id
  transit_gateway_route_table_id = aws_ec2_transit_gateway_route_table.egress[0].id

  lifecycle {
    create_before_destroy = true
  }
}

# The egress VPC learns the routes back to each environment.
resource "aws_ec2_transit_gateway_route_table_propagation" "back" {
  for_each = local.attached_environments

  transit_gateway_attachment_id  = aws_ec2_transit_gateway_vpc_attachment.environment[each.key].id
  transit_gateway_route_table_id = aws_ec2_transit_gateway_route_table.egress[0].id

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_ec2_transit_gateway_route" "out" {
  for_each = local.attached_environments

  transit_gateway_route_table_id = aws_ec2_transit_gateway_route_table.environment[each.key].id
  destination_cidr_block         = "0.0.0.0/0"
  transit_gateway_attachment_id  = aws_ec2_transit_gateway_vpc_attachment.egress[0].id

  lifecycle {
    create_before_destroy = true
  }
}

# Without this, an environment could reach another one through the egress VPC, which has routes to all of them.
resource "aws_ec2_transit_gateway_route" "not_to_each_other" {
  for_each = local.attached_environments

  transit_gateway_route_table_id = aws_ec2_transit_gateway_route_table.environment[each.key].id
  destination_cidr_block         = var.pool_cidr
  blackhole                      = true

  lifecycle {
    create_before_destroy = true
  }
}
