# Run `terraform test` in this folder. It needs no account and no credentials, because the AWS provider is a mock.

mock_provider "aws" {
  mock_data "aws_iam_policy_document" {
    defaults = { json = "{\"Version\":\"2012-10-17\",\"Statement\":[]}" }
  }

  mock_data "aws_caller_identity" {
    defaults = { account_id = "111122223333" }
  }
}

variables {
  name                            = "orders-api"
  team                            = "orders"
  image                           = "444455556666.dkr.ecr.eu-central-1.amazonaws.com/orders/api@sha256:0000000000000000000000000000000000000000000000000000000000000000"
  port                            = 8080
  host                            = "api.orders.dev.example.com"
  cluster_arn                     = "arn:aws:ecs:eu-central-1:111122223333:cluster/orders"
  vpc_id                          = "vpc-00000000000000000"
  private_subnet_ids              = ["subnet-00000000000000000"]
  listener_arn                    = "arn:aws:elasticloadbalancing:eu-central-1:111122223333:listener/app/orders/0000000000000000/0000000000000000"
  load_balancer_arn_suffix        = "app/orders/0000000000000000"
  load_balancer_security_group_id = "sg-00000000000000000"
  alarm_topic_arn                 = "arn:aws:sns:eu-central-1:111122223333:orders-alarms"
  permissions_boundary_arn        = "arn:aws:iam::111122223333:policy/baseline/permission-boundary"
}

run "roles_are_bounded_and_below_the_team" {
  command = plan

  assert {
    condition     = aws_iam_role.task.path == "/app/orders/" && aws_iam_role.task.permissions_boundary == var.permissions_boundary_arn
    error_message = "Nobody can make a role without the boundary, or outside /app/."
  }

  assert {
    condition     = local.repository_arn == "arn:aws:ecr:eu-central-1:444455556666:repository/orders/api"
    error_message = "The repository is read from the image."
  }
}

run "the_key_of_a_secret_is_not_part_of_its_arn" {
  command = plan

  variables {
    secrets = { DB_PASSWORD = "arn:aws:secretsmanager:eu-central-1:111122223333:secret:orders-db-AbCdEf:password::" }
  }

  assert {
    condition     = join(",", local.manager_arns) == "arn:aws:secretsmanager:eu-central-1:111122223333:secret:orders-db-AbCdEf"
    error_message = "A permission names the secret, not a key in it."
  }
}

run "a_size_that_fargate_does_not_offer" {
  command = plan

  variables {
    cpu    = 256
    memory = 4096
  }

  expect_failures = [aws_ecs_task_definition.this]
}

run "values_that_are_refused" {
  command = plan

  variables {
    name         = "a-"
    image        = "444455556666.dkr.ecr.eu-central-1.amazonaws.com/orders/api:latest"
    architecture = "arm"
  }

  expect_failures = [var.name, var.image, var.architecture]
}
