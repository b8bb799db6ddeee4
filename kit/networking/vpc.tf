# One VPC for each environment: production and development never share one.

resource "aws_vpc" "this" {
  for_each = var.environments

  cidr_block           = local.vpc_cidrs[each.key]
  ipv4_ipam_pool_id    = one(aws_vpc_ipam_pool.home[*].id)
  enable_dns_hostnames = true
  enable_dns_support   = true

  tags = { Name = each.key, environment = each.key }

  lifecycle {
    precondition {
      condition     = contains(keys(local.account_ids), each.key)
      error_message = "There is no account ${each.key} in organization/terraform.tfvars to share this VPC with."
    }
  }

  depends_on = [aws_vpc_ipam_pool_cidr.home]
}

resource "aws_internet_gateway" "this" {
  for_each = aws_vpc.this

  vpc_id = each.value.id
  tags   = { Name = each.key }
}

# AWS creates a security group whose members may send each other any traffic. This removes its rules.
resource "aws_default_security_group" "this" {
  for_each = aws_vpc.this

  vpc_id = each.value.id
  tags   = { Name = "default, unused" }
}
