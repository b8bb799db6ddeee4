# Container images are built once and run in every environment by digest, so they are in a separate account. All
# accounts of the organization may pull; one branch of one GitHub repository may push.

resource "aws_ecr_repository" "this" {
  for_each = var.image_repositories
  provider = aws.images

  name                 = each.key
  image_tag_mutability = "IMMUTABLE"

  image_scanning_configuration {
    scan_on_push = true
  }
}

data "aws_iam_policy_document" "pull" {
  statement {
    sid     = "OrganizationPulls"
    actions = ["ecr:BatchCheckLayerAvailability", "ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer"]

    principals {
      type        = "*"
      identifiers = ["*"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:PrincipalOrgID"
      values   = [aws_organizations_organization.this.id]
    }
  }
}

resource "aws_ecr_repository_policy" "pull" {
  for_each = aws_ecr_repository.this
  provider = aws.images

  repository = each.value.name
  policy     = data.aws_iam_policy_document.pull.json
}

# Images without a tag are remains of failed builds. Tagged images stay, because a rollback may need them.
resource "aws_ecr_lifecycle_policy" "this" {
  for_each = aws_ecr_repository.this
  provider = aws.images

  repository = each.value.name
  policy = jsonencode({
    rules = [{
      rulePriority = 1
      description  = "Remove untagged images after two weeks"
      selection    = { tagStatus = "untagged", countType = "sinceImagePushed", countUnit = "days", countNumber = 14 }
      action       = { type = "expire" }
    }]
  })
}

data "aws_iam_policy_document" "push_trust" {
  for_each = var.image_repositories

  statement {
    actions = ["sts:AssumeRoleWithWebIdentity"]

    principals {
      type        = "Federated"
      identifiers = ["arn:aws:iam::${local.account_ids["images"]}:oidc-provider/token.actions.githubusercontent.com"]
    }

    condition {
      test     = "StringEquals"
      variable = "token.actions.githubusercontent.com:aud"
      values   = ["sts.amazonaws.com"]
    }

    condition {
      test     = "StringEquals"
      variable = "token.actions.githubusercontent.com:sub"
      values   = ["repo:${each.value}:ref:refs/heads/main"]
    }
  }
}

# The ARN is written out. A reference to the repositories would show every team's policy as changed when one is added.
data "aws_iam_policy_document" "push" {
  for_each = var.image_repositories

  statement {
    actions   = ["ecr:GetAuthorizationToken"]
    resources = ["*"]
  }

  statement {
    actions = [
      "ecr:BatchCheckLayerAvailability",
      "ecr:BatchGetImage",
      "ecr:CompleteLayerUpload",
      "ecr:GetDownloadUrlForLayer",
      "ecr:InitiateLayerUpload",
      "ecr:PutImage",
      "ecr:UploadLayerPart",
    ]
    resources = ["arn:aws:ecr:${var.home_region}:${local.account_ids["images"]}:repository/${each.key}"]
  }
}

resource "aws_iam_role" "push" {
  for_each = var.image_repositories
  provider = aws.images

  name               = "push-${replace(each.key, "/", "-")}"
  path               = "/deploy/"
  assume_role_policy = data.aws_iam_policy_document.push_trust[each.key].json

  # The provider for GitHub is part of the baseline.
  depends_on = [aws_cloudformation_stack_instances.baseline]
}

resource "aws_iam_role_policy" "push" {
  for_each = aws_iam_role.push
  provider = aws.images

  name   = "push"
  role   = each.value.id
  policy = data.aws_iam_policy_document.push[each.key].json
}
