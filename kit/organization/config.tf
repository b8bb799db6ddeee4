# The audit account collects configuration and compliance of all accounts. A recorder belongs to one account and one
# region. Member accounts get theirs from account-baseline.yaml. StackSets do not reach the management account, so its
# recorders are here.

resource "aws_config_configuration_aggregator" "organization" {
  provider = aws.audit

  name = "organization"

  organization_aggregation_source {
    all_regions = true
    role_arn    = aws_iam_role.config_aggregator.arn
  }

  depends_on = [
    aws_iam_role_policy_attachment.config_aggregator,
    aws_organizations_delegated_administrator.this,
  ]
}

# Without a condition on aws:SourceAccount: AWS does not document that an aggregator sends it, and IAM lets only the audit account pass
# this role to an aggregator. The role reads no more than the list of accounts.
data "aws_iam_policy_document" "config_trust" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["config.amazonaws.com"]
    }
  }
}

resource "aws_iam_role" "config_aggregator" {
  provider = aws.audit

  name               = "config-aggregator"
  path               = "/baseline/"
  assume_role_policy = data.aws_iam_policy_document.config_trust.json
}

resource "aws_iam_role_policy_attachment" "config_aggregator" {
  provider = aws.audit

  role       = aws_iam_role.config_aggregator.name
  policy_arn = "arn:aws:iam::aws:policy/service-role/AWSConfigRoleForOrganizations"
}

# The management account's own recorders.

data "aws_iam_policy_document" "recorder_trust" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["config.amazonaws.com"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = [var.management_account_id]
    }
  }
}

resource "aws_iam_role" "config_recorder" {
  name               = "config-recorder-management"
  path               = "/baseline/"
  assume_role_policy = data.aws_iam_policy_document.recorder_trust.json
}

resource "aws_iam_role_policy_attachment" "config_recorder" {
  role       = aws_iam_role.config_recorder.name
  policy_arn = "arn:aws:iam::aws:policy/service-role/AWS_ConfigRole"
}

data "aws_iam_policy_document" "config_delivery" {
  statement {
    actions   = ["s3:PutObject", "s3:PutObjectAcl"]
    resources = ["${aws_s3_bucket.log["config"].arn}/AWSLogs/${var.management_account_id}/*"]
  }

  statement {
    actions   = ["s3:GetBucketAcl", "s3:ListBucket"]
    resources = [aws_s3_bucket.log["config"].arn]
  }
}

resource "aws_iam_role_policy" "config_delivery" {
  name   = "delivery"
  role   = aws_iam_role.config_recorder.id
  policy = data.aws_iam_policy_document.config_delivery.json
}

resource "aws_config_configuration_recorder" "management" {
  for_each = var.regions

  region   = each.key
  name     = "baseline"
  role_arn = aws_iam_role.config_recorder.arn

  recording_group {
    all_supported                 = true
    include_global_resource_types = each.key == var.home_region
  }

  recording_mode {
    recording_frequency = var.config_frequency
  }
}

resource "aws_config_delivery_channel" "management" {
  for_each = aws_config_configuration_recorder.management

  region         = each.key
  name           = "baseline"
  s3_bucket_name = aws_s3_bucket.log["config"].id

  depends_on = [aws_iam_role_policy.config_delivery, aws_s3_bucket_policy.config]
}

resource "aws_config_configuration_recorder_status" "management" {
  for_each = aws_config_delivery_channel.management

  region     = each.key
  name       = "baseline"
  is_enabled = true
}
