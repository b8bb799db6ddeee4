# Every route table. Teams share the subnets and cannot change a route.

locals {
  # Private subnets have a table for each zone, so that each can use the gateway of its own zone.
  private_tables = {
    for pair in setproduct(keys(var.environments), var.zone_ids) :
    "${pair[0]}/${pair[1]}" => { environment = pair[0], zone_id = pair[1] }
  }
}

resource "aws_route_table" "public" {
  for_each = aws_vpc.this

  vpc_id = each.value.id
  tags   = { Name = "${each.key}/public" }
}

resource "aws_route" "public_internet" {
  for_each = aws_route_table.public

  route_table_id         = each.value.id
  destination_cidr_block = "0.0.0.0/0"
  gateway_id             = aws_internet_gateway.this[each.key].id
}

resource "aws_route_table" "private" {
  for_each = local.private_tables

  vpc_id = aws_vpc.this[each.value.environment].id
  tags   = { Name = "${each.value.environment}/private/${each.value.zone_id}" }
}

# One route for both ways out: a change of var.egress moves it to its new target in place. By then, the new way is complete.
# Everything on the old way has create_before_destroy, so Terraform removes it only after the route has moved.
resource "aws_route" "private" {
  for_each = var.egress == "none" ? {} : local.private_tables

  route_table_id         = aws_route_table.private[each.key].id
  destination_cidr_block = "0.0.0.0/0"
  nat_gateway_id         = var.egress == "per_vpc" ? aws_nat_gateway.vpc["${each.value.environment}/${var.nat_per_zone ? each.value.zone_id : var.zone_ids[0]}"].id : null
  transit_gateway_id     = local.is_shared ? aws_ec2_transit_gateway.this[0].id : null

  depends_on = [
    aws_ec2_transit_gateway_route.not_to_each_other,
    aws_ec2_transit_gateway_route.out,
    aws_ec2_transit_gateway_route_table_association.egress,
    aws_ec2_transit_gateway_route_table_association.environment,
    aws_ec2_transit_gateway_route_table_propagation.back,
    aws_route.egress_back,
    aws_route.egress_internet,
    aws_route.egress_nat,
    aws_route_table_association.egress_attachment,
    aws_route_table_association.egress_public,
  ]
}

# Databases and attachments have no route to the internet: their table has only the VPC's own route.
resource "aws_route_table" "isolated" {
  for_each = aws_vpc.this

  vpc_id = each.value.id
  tags   = { Name = "${each.key}/isolated" }
}

resource "aws_route_table_association" "this" {
  for_each = local.subnets

  subnet_id = aws_subnet.this[each.key].id
  route_table_id = (
    each.value.tier == "public" ? aws_route_table.public[each.value.environment].id :
    each.value.tier == "private" ? aws_route_table.private["${each.value.environment}/${each.value.zone_id}"].id :
    aws_route_table.isolated[each.value.environment].id
  )
}
