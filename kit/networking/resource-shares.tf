# Each environment's subnets, and the parameter that describes them, are shared with the account of the same name and
# with no other. Sharing inside the organization needs no invitation.

locals {
  # The subnets of the transit gateway are not shared.
  shared_subnets = { for key, subnet in local.subnets : key => subnet if subnet.tier != "attachment" }
}

resource "aws_ram_resource_share" "network" {
  for_each = var.environments

  name                      = "network-${each.key}"
  allow_external_principals = false
}

resource "aws_ram_principal_association" "network" {
  for_each = aws_ram_resource_share.network

  principal          = local.account_ids[each.key]
  resource_share_arn = each.value.arn
}

resource "aws_ram_resource_association" "subnet" {
  for_each = local.shared_subnets

  resource_arn       = aws_subnet.this[each.key].arn
  resource_share_arn = aws_ram_resource_share.network[each.value.environment].arn
}

resource "aws_ram_resource_association" "parameter" {
  for_each = aws_ssm_parameter.network

  resource_arn       = each.value.arn
  resource_share_arn = aws_ram_resource_share.network[each.key].arn
}
