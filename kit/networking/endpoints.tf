# Private connections to AWS services. Those to S3 and DynamoDB are free and keep that traffic off the NAT gateways.

locals {
  gateway_endpoints = {
    for pair in setproduct(keys(var.environments), ["s3", "dynamodb"]) :
    "${pair[0]}/${pair[1]}" => { environment = pair[0], service = pair[1] }
  }

  interface_endpoints = {
    for pair in setproduct(keys(var.environments), var.interface_endpoints) :
    "${pair[0]}/${pair[1]}" => { environment = pair[0], service = pair[1] }
  }

  environments_with_interfaces = { for environment, vpc in aws_vpc.this : environment => vpc if length(var.interface_endpoints) > 0 }
}

resource "aws_vpc_endpoint" "gateway" {
  for_each = local.gateway_endpoints

  vpc_id            = aws_vpc.this[each.value.environment].id
  service_name      = "com.amazonaws.${var.home_region}.${each.value.service}"
  vpc_endpoint_type = "Gateway"
  tags              = { Name = each.key }

  route_table_ids = concat(
    [aws_route_table.isolated[each.value.environment].id],
    [for zone_id in var.zone_ids : aws_route_table.private["${each.value.environment}/${zone_id}"].id],
  )
}

resource "aws_vpc_endpoint" "interface" {
  for_each = local.interface_endpoints

  vpc_id              = aws_vpc.this[each.value.environment].id
  service_name        = "com.amazonaws.${var.home_region}.${each.value.service}"
  vpc_endpoint_type   = "Interface"
  private_dns_enabled = true
  subnet_ids          = local.subnet_ids[each.value.environment].private
  security_group_ids  = [aws_security_group.endpoints[each.value.environment].id]
  tags                = { Name = each.key }
}

resource "aws_security_group" "endpoints" {
  for_each = local.environments_with_interfaces

  name        = "endpoints"
  description = "Interface endpoints, reached from their own VPC"
  vpc_id      = each.value.id
  tags        = { Name = "${each.key}/endpoints" }
}

resource "aws_vpc_security_group_ingress_rule" "endpoints" {
  for_each = local.environments_with_interfaces

  security_group_id = aws_security_group.endpoints[each.key].id
  description       = "HTTPS from the VPC"
  cidr_ipv4         = each.value.cidr_block
  from_port         = 443
  to_port           = 443
  ip_protocol       = "tcp"
}
