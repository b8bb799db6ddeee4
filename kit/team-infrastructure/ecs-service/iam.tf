# Two roles. ECS starts the task with the first, which may pull this image, write these logs and read these secrets.
# The code inside has the second, which starts with nothing: attach what it needs to the output task_role_name.

locals {
  account_id = data.aws_caller_identity.current.account_id

  # 111122223333.dkr.ecr.eu-central-1.amazonaws.com/orders/api@sha256:… An image from elsewhere needs no permission.
  image_parts    = try(regex("^([0-9]{12})\\.dkr\\.ecr\\.([a-z0-9-]+)\\.amazonaws\\.com/([^@]+)@", var.image), null)
  repository_arn = local.image_parts == null ? null : "arn:aws:ecr:${local.image_parts[1]}:${local.image_parts[0]}:repository/${local.image_parts[2]}"

  # The name of a key may follow the ARN of a secret: arn:aws:secretsmanager:region:account:secret:name:key::
  secret_arns    = distinct([for arn in values(var.secrets) : join(":", slice(split(":", arn), 0, min(7, length(split(":", arn)))))])
  manager_arns   = [for arn in local.secret_arns : arn if strcontains(arn, ":secretsmanager:")]
  parameter_arns = [for arn in local.secret_arns : arn if strcontains(arn, ":ssm:")]
}

data "aws_iam_policy_document" "trust" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["ecs-tasks.amazonaws.com"]
    }

    # Only ECS may assume the role, and only for this account.
    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = [local.account_id]
    }

    condition {
      test     = "ArnLike"
      variable = "aws:SourceArn"
      values   = ["arn:aws:ecs:${data.aws_region.current.region}:${local.account_id}:*"]
    }
  }
}

data "aws_iam_policy_document" "execution" {
  statement {
    sid       = "WriteLogs"
    actions   = ["logs:CreateLogStream", "logs:PutLogEvents"]
    resources = ["${aws_cloudwatch_log_group.this.arn}:*"]
  }

  dynamic "statement" {
    for_each = local.repository_arn == null ? [] : [local.repository_arn]

    content {
      sid       = "SignInToRegistry"
      actions   = ["ecr:GetAuthorizationToken"]
      resources = ["*"]
    }
  }

  dynamic "statement" {
    for_each = local.repository_arn == null ? [] : [local.repository_arn]

    content {
      sid       = "PullImage"
      actions   = ["ecr:BatchCheckLayerAvailability", "ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer"]
      resources = [statement.value]
    }
  }

  dynamic "statement" {
    for_each = length(local.manager_arns) > 0 ? [local.manager_arns] : []

    content {
      sid       = "ReadSecrets"
      actions   = ["secretsmanager:GetSecretValue"]
      resources = statement.value
    }
  }

  dynamic "statement" {
    for_each = length(local.parameter_arns) > 0 ? [local.parameter_arns] : []

    content {
      sid       = "ReadParameters"
      actions   = ["ssm:GetParameters"]
      resources = statement.value
    }
  }

  dynamic "statement" {
    for_each = length(var.secret_key_arns) > 0 ? [var.secret_key_arns] : []

    content {
      sid       = "DecryptSecrets"
      actions   = ["kms:Decrypt"]
      resources = statement.value
    }
  }
}

resource "aws_iam_role" "execution" {
  name                 = "${var.name}-execution"
  path                 = "/app/${var.team}/"
  assume_role_policy   = data.aws_iam_policy_document.trust.json
  permissions_boundary = var.permissions_boundary_arn
}

resource "aws_iam_role_policy" "execution" {
  name   = "execution"
  role   = aws_iam_role.execution.id
  policy = data.aws_iam_policy_document.execution.json
}

resource "aws_iam_role" "task" {
  name                 = "${var.name}-task"
  path                 = "/app/${var.team}/"
  assume_role_policy   = data.aws_iam_policy_document.trust.json
  permissions_boundary = var.permissions_boundary_arn
}
