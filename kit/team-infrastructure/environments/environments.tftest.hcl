# Run `terraform test` in this folder. It needs no account and no credentials, because the AWS provider is a mock.

mock_provider "aws" {
  mock_data "aws_iam_policy_document" {
    defaults = { json = "{\"Version\":\"2012-10-17\",\"Statement\":[]}" }
  }

  mock_data "aws_ssm_parameter" {
    defaults = {
      insecure_value = "{\"vpc_id\":\"vpc-00000000000000000\",\"vpc_cidr\":\"10.64.0.0/16\",\"private_subnet_ids\":[\"subnet-1\"],\"public_subnet_ids\":[\"subnet-2\"],\"data_subnet_ids\":[\"subnet-3\"]}"
    }
  }

  mock_resource "aws_ecs_cluster" {
    defaults = { arn = "arn:aws:ecs:eu-central-1:111122223333:cluster/orders" }
  }
}

variables {
  environment           = "dev"
  account_id            = "111122223333"
  home_region           = "eu-central-1"
  team                  = "orders"
  network_parameter_arn = "arn:aws:ssm:eu-central-1:444455556666:parameter/network/dev"
  zone_name             = "orders.dev.example.com"
  alarm_email           = "orders@example.com"
  api_image             = "555566667777.dkr.ecr.eu-central-1.amazonaws.com/orders/api@sha256:0000000000000000000000000000000000000000000000000000000000000000"
  api_size              = { cpu = 256, memory = 512, min = 1, max = 2 }
}

run "a_public_load_balancer_is_in_public_subnets" {
  command = plan

  assert {
    condition     = aws_lb.this.subnets == toset(["subnet-2"])
    error_message = "The load balancer is in the public subnets."
  }

  assert {
    condition     = output.api_url == "https://api.orders.dev.example.com"
    error_message = "The service has a name below the team's zone."
  }
}

run "an_internal_one_is_in_private_subnets" {
  command = plan

  variables {
    is_internal = true
  }

  assert {
    condition     = aws_lb.this.subnets == toset(["subnet-1"])
    error_message = "The load balancer is in the private subnets."
  }
}

run "values_that_are_refused" {
  command = plan

  variables {
    environment = "production"
    team        = "1orders"
  }

  expect_failures = [var.environment, var.team]
}
