import { file, folder } from './node.ts'

const ecsService = folder(
  'team-infrastructure/ecs-service',
  'A module for one container service behind a load balancer.',
  'On Fargate, with autoscaling, alarms and two roles of least privilege. A team fills in a name, an image and a port; a second service is a second module block.',
  [
    file(
      'team-infrastructure/ecs-service/versions.tf',
      'The Terraform and provider versions that the module accepts.',
      'A module sets lower bounds only; the environment that calls it pins exact versions in its lock file.',
      'hcl',
      `
terraform {
  required_version = ">= 1.11"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 6.0"
    }
  }
}`,
    ),
    file(
      'team-infrastructure/ecs-service/variables.tf',
      'What a team decides: image, port, size, counts and secrets.',
      'Sizes that Fargate does not offer are refused at plan. Everything else has a default that is safe in production.',
      'hcl',
      `
variable "image" {
  description = "Image with a digest, so that a tag cannot change under a running service."
  type        = string

  validation {
    condition     = strcontains(var.image, "@sha256:")
    error_message = "Give the image by digest: repository@sha256:…"
  }
}

variable "secrets" {
  description = "Environment variable => ARN in Secrets Manager or Parameter Store."
  type        = map(string)
  default     = {}
}`,
    ),
    file(
      'team-infrastructure/ecs-service/task.tf',
      'The task definition: one container, its size, its logs and its secrets.',
      'ARM by default, which is cheaper for the same size. The file system is read-only; mount a volume if your service must write.',
      'hcl',
      `
resource "aws_ecs_task_definition" "this" {
  family                   = var.name
  requires_compatibilities = ["FARGATE"]
  network_mode             = "awsvpc"
  cpu                      = var.cpu
  memory                   = var.memory
  execution_role_arn       = aws_iam_role.execution.arn
  task_role_arn            = aws_iam_role.task.arn
  container_definitions    = jsonencode([local.container])

  runtime_platform {
    cpu_architecture        = "ARM64"
    operating_system_family = "LINUX"
  }
}`,
    ),
    file(
      'team-infrastructure/ecs-service/service.tf',
      'The service: rolling deployments that roll themselves back.',
      'The circuit breaker returns to the last good version when new tasks do not become healthy. The desired count is left to autoscaling.',
      'hcl',
      `
resource "aws_ecs_service" "this" {
  name            = var.name
  cluster         = var.cluster_arn
  task_definition = aws_ecs_task_definition.this.arn
  desired_count   = var.min_tasks
  launch_type     = "FARGATE"

  deployment_circuit_breaker {
    enable   = true
    rollback = true
  }

  network_configuration {
    subnets         = var.private_subnet_ids
    security_groups = [aws_security_group.task.id]
  }

  load_balancer {
    target_group_arn = aws_lb_target_group.this.arn
    container_name   = var.name
    container_port   = var.port
  }

  depends_on = [aws_lb_listener_rule.this]

  lifecycle {
    ignore_changes = [desired_count]
  }
}`,
    ),
    file(
      'team-infrastructure/ecs-service/load-balancer.tf',
      'A target group and a host rule on the shared load balancer.',
      'One balancer serves all services of an environment. Set the health path to one that checks the process, not the database.',
      'hcl',
      `
resource "aws_lb_target_group" "this" {
  name                 = var.name
  port                 = var.port
  protocol             = "HTTP"
  target_type          = "ip"
  vpc_id               = var.vpc_id
  deregistration_delay = 30

  health_check {
    path                = var.health_path
    matcher             = "200"
    healthy_threshold   = 2
    unhealthy_threshold = 3
  }
}`,
    ),
    file(
      'team-infrastructure/ecs-service/security-groups.tf',
      'Lets in the load balancer and nothing else.',
      'Rules are separate resources, so a team can add one without replacing the group.',
      'hcl',
      `
resource "aws_vpc_security_group_ingress_rule" "from_load_balancer" {
  security_group_id            = aws_security_group.task.id
  referenced_security_group_id = var.load_balancer_security_group_id
  from_port                    = var.port
  to_port                      = var.port
  ip_protocol                  = "tcp"
}`,
    ),
    file(
      'team-infrastructure/ecs-service/iam.tf',
      'Two roles: one for ECS to start the task, one for the code inside it.',
      'The first may read exactly the secrets that are named. The second starts with nothing; attach policies to the role that the module returns.',
      'hcl',
      `
data "aws_iam_policy_document" "trust" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["ecs-tasks.amazonaws.com"]
    }
  }
}`,
    ),
    file(
      'team-infrastructure/ecs-service/autoscaling.tf',
      'Follows the processor load between a lowest and a highest count.',
      'Waits a minute between steps out and five between steps in. For a queue worker, replace the metric with the depth of the queue.',
      'hcl',
      `
resource "aws_appautoscaling_policy" "cpu" {
  name               = "\${var.name}-cpu"
  policy_type        = "TargetTrackingScaling"
  resource_id        = aws_appautoscaling_target.this.resource_id
  scalable_dimension = aws_appautoscaling_target.this.scalable_dimension
  service_namespace  = aws_appautoscaling_target.this.service_namespace

  target_tracking_scaling_policy_configuration {
    target_value       = 60
    scale_out_cooldown = 60
    scale_in_cooldown  = 300

    predefined_metric_specification {
      predefined_metric_type = "ECSServiceAverageCPUUtilization"
    }
  }
}`,
    ),
    file(
      'team-infrastructure/ecs-service/alarms.tf',
      'Alarms for errors, latency and tasks that will not stay up.',
      'They notify the topic that you pass in. Thresholds are variables, because a batch importer and a checkout differ.',
      'hcl',
      `
resource "aws_cloudwatch_metric_alarm" "errors" {
  alarm_name          = "\${var.name}-5xx"
  namespace           = "AWS/ApplicationELB"
  metric_name         = "HTTPCode_Target_5XX_Count"
  statistic           = "Sum"
  period              = 60
  evaluation_periods  = 3
  threshold           = var.errors_per_minute
  comparison_operator = "GreaterThanThreshold"
  treat_missing_data  = "notBreaching"
  alarm_actions       = [var.alarm_topic_arn]

  dimensions = {
    TargetGroup  = aws_lb_target_group.this.arn_suffix
    LoadBalancer = var.load_balancer_arn_suffix
  }
}`,
    ),
    file(
      'team-infrastructure/ecs-service/outputs.tf',
      'The role of the task and the names that others need.',
      'Attach what the code needs to the role: a bucket, a table, a queue.',
      'hcl',
      `
output "task_role_name" {
  description = "Attach policies for what the code itself calls."
  value       = aws_iam_role.task.name
}

`,
    ),
  ],
)

const environments = folder(
  'team-infrastructure/environments',
  'One root module for a team, applied to dev, staging and prod.',
  'The environments differ in a tfvars file and in nothing else. Each has its own state and its own account, so a mistake in one cannot reach another.',
  [
    file(
      'team-infrastructure/environments/main.tf',
      'The services of the team, from the module beside it.',
      'Subnets are read by name from the networking state; the rest is in platform.tf. This is the file that a team edits most.',
      'hcl',
      `
module "api" {
  source = "../ecs-service"

  name        = "\${var.team}-api"
  image       = var.api_image
  port        = 8080
  health_path = "/healthz"
  cpu         = var.api_size.cpu
  memory      = var.api_size.memory
  min_tasks   = var.api_size.min
  max_tasks   = var.api_size.max

  vpc_id             = local.network.vpc_ids[var.environment]
  private_subnet_ids = local.network.subnet_ids[var.environment].private
  cluster_arn        = aws_ecs_cluster.this.arn
  alarm_topic_arn    = aws_sns_topic.alarms.arn

  listener_arn                    = aws_lb_listener.https.arn
  load_balancer_arn_suffix        = aws_lb.this.arn_suffix
  load_balancer_security_group_id = aws_security_group.load_balancer.id
}`,
    ),
    file(
      'team-infrastructure/environments/backend.tf',
      'Where the state lives, without saying which environment.',
      'The bucket is given at init, one for each environment. A wrong pairing of state and variables stops at the account check.',
      'hcl',
      `
terraform {
  backend "s3" {
    key          = "team.tfstate"
    region       = "eu-central-1"
    encrypt      = true
    use_lockfile = true
  }
}

provider "aws" {
  region              = var.home_region
  allowed_account_ids = [var.account_id]
}`,
    ),
    file(
      'team-infrastructure/environments/platform.tf',
      'What the services of a team share: cluster, load balancer, alarm topic.',
      'One of each for an environment, however many services there are. Subscribe your pager to the topic.',
      'hcl',
      `
resource "aws_ecs_cluster" "this" {
  name = var.team

  setting {
    name  = "containerInsights"
    value = "enabled"
  }
}

resource "aws_lb" "this" {
  name               = var.team
  load_balancer_type = "application"
  subnets            = local.network.subnet_ids[var.environment].public
  security_groups    = [aws_security_group.load_balancer.id]
}

resource "aws_sns_topic" "alarms" {
  name = "\${var.team}-alarms"
}`,
    ),
    file(
      'team-infrastructure/environments/state.tf',
      'The bucket for the state of this environment, in its own account.',
      'Made by the first apply with local state, which init -migrate-state then moves into it. Nobody who may read the state of dev can read that of prod.',
      'hcl',
      `
resource "aws_s3_bucket" "state" {
  bucket = "acme-\${var.team}-\${var.environment}-state"

  lifecycle {
    prevent_destroy = true
  }
}

resource "aws_s3_bucket_versioning" "state" {
  bucket = aws_s3_bucket.state.id

  versioning_configuration {
    status = "Enabled"
  }
}`,
    ),
    file(
      'team-infrastructure/environments/baseline.tf',
      'What every account should have: encrypted disks, no public buckets.',
      'For the whole account, so that a team cannot forget it. If you serve files from S3, put CloudFront in front.',
      'hcl',
      `
resource "aws_ebs_encryption_by_default" "this" {
  enabled = true
}

resource "aws_s3_account_public_access_block" "this" {
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}`,
    ),
    file(
      'team-infrastructure/environments/variables.tf',
      'What differs between environments, and no more.',
      'If you are about to write a condition on the environment name, add a variable here instead.',
      'hcl',
      `
variable "environment" {
  type = string

  validation {
    condition     = contains(["dev", "staging", "prod"], var.environment)
    error_message = "Use dev, staging or prod."
  }
}

variable "api_size" {
  type = object({ cpu = number, memory = number, min = number, max = number })
}`,
    ),
    file(
      'team-infrastructure/environments/dev.tfvars',
      'Development: small, one task, cheap.',
      'One task of a quarter processor. Scale it up here without touching anything else.',
      'hcl',
      `
environment = "dev"
account_id  = "111122223333"
team        = "orders"
api_size    = { cpu = 256, memory = 512, min = 1, max = 2 }`,
    ),
    file(
      'team-infrastructure/environments/staging.tfvars',
      'Staging: the shape of production at a smaller size.',
      'Two tasks, so that what breaks with more than one instance breaks here.',
      'hcl',
      `
environment = "staging"
account_id  = "222233334444"
team        = "orders"
api_size    = { cpu = 512, memory = 1024, min = 2, max = 3 }`,
    ),
    file(
      'team-infrastructure/environments/prod.tfvars',
      'Production: three tasks at least, one in each zone.',
      'Applied by the pipeline only, after staging and an approval.',
      'hcl',
      `
environment = "prod"
account_id  = "333344445555"
team        = "orders"
api_size    = { cpu = 1024, memory = 2048, min = 3, max = 12 }`,
    ),
    file(
      'team-infrastructure/environments/github-oidc.tf',
      'Lets GitHub Actions deploy without a stored access key.',
      'Only the named repository and environment may assume the role. An account has one provider for GitHub: the first team makes it, and the others set create_provider to false. GitLab needs another issuer and subject; both are in the comments.',
      'hcl',
      `
data "aws_iam_policy_document" "deploy_trust" {
  statement {
    actions = ["sts:AssumeRoleWithWebIdentity"]

    principals {
      type        = "Federated"
      identifiers = [local.github_provider_arn]
    }

    condition {
      test     = "StringEquals"
      variable = "token.actions.githubusercontent.com:aud"
      values   = ["sts.amazonaws.com"]
    }

    condition {
      test     = "StringEquals"
      variable = "token.actions.githubusercontent.com:sub"
      values   = ["repo:\${var.repository}:environment:\${var.environment}"]
    }
  }
}`,
    ),
    file(
      'team-infrastructure/environments/outputs.tf',
      'The address of each service and the role that deploys it.',
      'The pipeline reads the role from here on its first run.',
      'hcl',
      `
output "deploy_role_arn" {
  value = aws_iam_role.deploy.arn
}`,
    ),
  ],
)

export const teamInfrastructure = folder(
  'team-infrastructure',
  'What a product team copies to get its services into three environments.',
  'Copy the folder into the repository of the team, set the names, and open a pull request. Teams own everything in it; what they stand on is in the folders above.',
  [
    ecsService,
    environments,
    file(
      'team-infrastructure/README.md',
      'The first hour of a team: what to copy, set and run.',
      'Written for somebody who has never opened the other folders. Replace the names of the channels where people ask for help.',
    ),
    file(
      'team-infrastructure/drift.yml',
      'A GitHub Actions workflow that plans every night and fails on drift.',
      'Exit code 2 means that something differs from the code. Point its notification at the channel of the team.',
      'yaml',
      `
on:
  schedule:
    - cron: "17 3 * * *"

permissions:
  id-token: write
  contents: read

jobs:
  drift:
    uses: ./.github/workflows/terraform.yml
    with:
      arguments: -detailed-exitcode -lock=false`,
    ),
    file(
      'team-infrastructure/terraform.yml',
      'A GitHub Actions workflow: plan on a pull request, apply on main.',
      'Copy it to .github/workflows in the repository of the team. The role is short-lived and comes from the OIDC provider.',
      'yaml',
      `
on:
  pull_request:
  push:
    branches: [main]
  workflow_call:
    inputs:
      arguments: { type: string, default: "" }

permissions:
  id-token: write
  contents: read

defaults:
  run: { working-directory: environments }

jobs:
  dev:
    runs-on: ubuntu-latest
    environment: dev
    steps:
      - uses: actions/checkout@v6
      - uses: hashicorp/setup-terraform@v3
        with: { terraform_wrapper: false }
      - uses: aws-actions/configure-aws-credentials@v5
        with:
          role-to-assume: \${{ vars.DEPLOY_ROLE_ARN }}
          aws-region: eu-central-1
      - run: terraform init -backend-config=bucket=acme-orders-dev-state
      - run: terraform plan -var-file=dev.tfvars -out=plan.bin \${{ inputs.arguments }}
      - run: terraform apply plan.bin
        if: github.event_name == 'push'`,
    ),
  ],
)
