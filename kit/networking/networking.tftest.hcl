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
