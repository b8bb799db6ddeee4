# The task: one container, its size, its logs and its secrets.

locals {
  # From https://docs.aws.amazon.com/AmazonECS/latest/developerguide/fargate-tasks-services.html
  memory_sizes = {
    256   = [512, 1024, 2048]
    512   = range(1024, 4097, 1024)
    1024  = range(2048, 8193, 1024)
    2048  = range(4096, 16385, 1024)
    4096  = range(8192, 30721, 1024)
    8192  = range(16384, 61441, 4096)
    16384 = range(32768, 122881, 8192)
  }

  container = {
    name                   = var.name
    image                  = var.image
    essential              = true
    readonlyRootFilesystem = var.read_only_root

    portMappings = [{ containerPort = var.port, protocol = "tcp" }]
    environment  = [for name, value in var.environment : { name = name, value = value }]
    secrets      = [for name, arn in var.secrets : { name = name, valueFrom = arn }]

    logConfiguration = {
      logDriver = "awslogs"
      options = {
        "awslogs-group"         = aws_cloudwatch_log_group.this.name
        "awslogs-region"        = data.aws_region.current.region
        "awslogs-stream-prefix" = var.name
      }
    }
  }
}

data "aws_region" "current" {}

data "aws_caller_identity" "current" {}

resource "aws_cloudwatch_log_group" "this" {
  name              = "/app/${var.team}/${var.name}"
  retention_in_days = var.log_retention_days
}

resource "aws_ecs_task_definition" "this" {
  family                   = var.name
  requires_compatibilities = ["FARGATE"]
  network_mode             = "awsvpc"
  cpu                      = var.cpu
  memory                   = var.memory
  execution_role_arn       = aws_iam_role.execution.arn
  task_role_arn            = aws_iam_role.task.arn
  container_definitions    = jsonencode([local.container])

  # Earlier definitions stay, because the circuit breaker rolls back to one of them.
  skip_destroy = true

  runtime_platform {
    cpu_architecture        = var.architecture
    operating_system_family = "LINUX"
  }

  lifecycle {
    precondition {
      condition     = contains(lookup(local.memory_sizes, var.cpu, []), var.memory)
      error_message = "Fargate does not offer ${var.memory} MiB with ${var.cpu} processor units. See the sizes in task.tf."
    }

    precondition {
      condition     = var.min_tasks <= var.max_tasks
      error_message = "The lowest number of tasks is above the highest."
    }
  }
}
