# Run `terraform test` in this folder. It needs no account and no credentials, because the AWS provider is a mock.

mock_provider "aws" {}

override_data {
  target = data.terraform_remote_state.organization
  values = {
    outputs = {
      account_ids     = { network = "111122223333", dev = "222233334444", staging = "333344445555", prod = "444455556666" }
      log_buckets     = { flow = "arn:aws:s3:::acme-log-flow-555566667777" }
      management_role = "OrganizationAccountAccessRole"
    }
  }
}

variables {
  state_bucket = "acme-terraform-state"
  state_region = "eu-central-1"
  home_region  = "eu-central-1"
  zone_ids     = ["euc1-az1", "euc1-az2", "euc1-az3"]
  environments = { dev = 0, staging = 1, prod = 2 }
}

run "the_address_plan" {
  command = plan

  assert {
    condition     = local.vpc_cidrs == { dev = "10.64.0.0/16", staging = "10.65.0.0/16", prod = "10.66.0.0/16" }
    error_message = "Each environment has the /16 of its number."
  }

  assert {
    condition     = length(distinct([for subnet in local.subnets : subnet.cidr])) == 36
    error_message = "Three environments, four tiers, three zones: 36 different ranges."
  }
}

run "addresses_of_sixteen_environments" {
  command = plan

  override_data {
    target = data.terraform_remote_state.organization
    values = {
      outputs = {
        account_ids     = { network = "111122223333", e0 = "222233334400", e1 = "222233334401", e2 = "222233334402", e3 = "222233334403", e4 = "222233334404", e5 = "222233334405", e6 = "222233334406", e7 = "222233334407", e8 = "222233334408", e9 = "222233334409", e10 = "222233334410", e11 = "222233334411", e12 = "222233334412", e13 = "222233334413", e14 = "222233334414", e15 = "222233334415" }
        log_buckets     = { flow = "arn:aws:s3:::acme-log-flow-555566667777" }
        management_role = "OrganizationAccountAccessRole"
      }
    }
  }

  variables {
    egress       = "none"
    environments = { e0 = 0, e1 = 1, e2 = 2, e3 = 3, e4 = 4, e5 = 5, e6 = 6, e7 = 7, e8 = 8, e9 = 9, e10 = 10, e11 = 11, e12 = 12, e13 = 13, e14 = 14, e15 = 15 }
  }

  assert {
    condition     = length(local.subnets) == 192 && alltrue([for subnet in local.subnets : cidrhost("${split("/", subnet.cidr)[0]}/${local.pool_bits}", 0) == cidrhost(var.pool_cidr, 0)])
    error_message = "Every subnet is in the pool."
  }

  # A range of addresses is its first number and its size. Two that have none in common do not overlap.
  assert {
    condition = alltrue(flatten([
      for ranges in [[
        for cidr in concat([for subnet in local.subnets : subnet.cidr], [var.egress_cidr]) : {
          first = sum([for place, part in split(".", cidrhost(cidr, 0)) : tonumber(part) * pow(256, 3 - place)])
          size  = pow(2, 32 - tonumber(split("/", cidr)[1]))
        }
      ]] : [for a, one in ranges : [for b, other in ranges : a == b || one.first + one.size <= other.first || other.first + other.size <= one.first]]
    ]))
    error_message = "No two ranges overlap."
  }
}

run "one_gateway_for_each_vpc" {
  command = plan

  assert {
    condition     = length(aws_nat_gateway.vpc) == 3 && length(aws_ec2_transit_gateway.this) == 0
    error_message = "The default is one NAT gateway in each VPC and no transit gateway."
  }
}

run "shared_egress_keeps_environments_apart" {
  command = plan

  variables {
    egress = "shared"
  }

  assert {
    condition     = length(aws_ec2_transit_gateway_route.not_to_each_other) == 3 && alltrue([for route in aws_ec2_transit_gateway_route.not_to_each_other : route.blackhole])
    error_message = "Every environment's table drops traffic to the others."
  }

  assert {
    condition     = length(aws_nat_gateway.vpc) == 0 && length(aws_nat_gateway.egress) == 1
    error_message = "The one gateway is in the egress VPC."
  }

  assert {
    condition     = alltrue([for route in aws_route.private : route.nat_gateway_id == null]) && length(aws_route.private) == 9
    error_message = "The routes of all private tables lead to the transit gateway."
  }
}

run "no_egress_at_all" {
  command = plan

  variables {
    egress = "none"
  }

  assert {
    condition     = length(aws_route.private) == 0
    error_message = "Private subnets have no way out."
  }
}

run "values_that_are_refused" {
  command = plan

  variables {
    zone_ids     = ["euc1-az1", "euc1-az2", "euc1-az2"]
    environments = { dev = 16 }
    egress       = "some"
    egress_cidr  = "10.80.0.0/23"
  }

  expect_failures = [var.zone_ids, var.environments, var.egress, var.egress_cidr]
}

run "a_delegation_below_no_environment" {
  command = plan

  variables {
    delegations = { "orders.qa.example.com" = [] }
  }

  expect_failures = [var.delegations]
}

run "two_environments_with_one_number" {
  command = plan

  variables {
    environments = { dev = 0, prod = 0 }
  }

  expect_failures = [var.environments]
}

run "a_pool_that_is_too_small" {
  command = plan

  variables {
    pool_cidr = "10.64.0.0/16"
  }

  expect_failures = [var.pool_cidr]
}

run "a_pool_without_a_length" {
  command = plan

  variables {
    pool_cidr = "10.64.0.0"
  }

  expect_failures = [var.pool_cidr]
}
