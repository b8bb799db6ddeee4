# Three buckets in an account where nobody works: the audit trail, AWS Config, and flow logs of the network. The trail's
# bucket is locked: its files cannot be deleted before their retention ends. Config has its own bucket, because it
# cannot deliver into a bucket with a default lock.

locals {
  log_buckets = toset(["trail", "config", "flow"])
}

resource "aws_s3_bucket" "log" {
  for_each = local.log_buckets
  provider = aws.log_archive

  # The account id makes the name unique, so it is unlikely that somebody else has taken it.
  bucket              = "${var.prefix}-log-${each.key}-${local.account_ids["log-archive"]}"
  object_lock_enabled = each.key == "trail"

  lifecycle {
    prevent_destroy = true
  }
}

resource "aws_s3_bucket_versioning" "log" {
  for_each = aws_s3_bucket.log
  provider = aws.log_archive

  bucket = each.value.id

  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_public_access_block" "log" {
  for_each = aws_s3_bucket.log
  provider = aws.log_archive

  bucket                  = each.value.id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

# With GOVERNANCE, an administrator can remove the lock. scp-protect-log-archive.json allows that only to the management
# account. With COMPLIANCE, nobody can remove it, not even AWS. Choose it only if an auditor asks for it, because you
# then pay for every mistake until the retention ends.
resource "aws_s3_bucket_object_lock_configuration" "trail" {
  provider = aws.log_archive

  bucket = aws_s3_bucket.log["trail"].id

  rule {
    default_retention {
      mode = "GOVERNANCE"
      days = var.log_retention_days
    }
  }

  depends_on = [aws_s3_bucket_versioning.log]
}

resource "aws_s3_bucket_lifecycle_configuration" "log" {
  for_each = aws_s3_bucket.log
  provider = aws.log_archive

  bucket = each.value.id

  rule {
    id     = "expire"
    status = "Enabled"

    filter {}

    transition {
      days          = 90
      storage_class = "GLACIER_IR"
    }

    expiration {
      days = var.log_retention_days + 1
    }

    noncurrent_version_expiration {
      noncurrent_days = 30
    }

    abort_incomplete_multipart_upload {
      days_after_initiation = 7
    }
  }

  depends_on = [aws_s3_bucket_versioning.log]
}

# The trail's bucket has its own key. The other two use the keys of S3, so Config and flow logs need no grant on a key.
resource "aws_kms_key" "trail" {
  provider = aws.log_archive

  description             = "Audit trail of the organization"
  enable_key_rotation     = true
  deletion_window_in_days = 30
  policy                  = data.aws_iam_policy_document.trail_key.json

  # scp-protect-log-archive.json finds the resource by this tag.
  tags = { purpose = "organization-logs" }

  lifecycle {
    prevent_destroy = true
  }
}

resource "aws_kms_alias" "trail" {
  provider = aws.log_archive

  name          = "alias/organization-trail"
  target_key_id = aws_kms_key.trail.key_id
}

data "aws_iam_policy_document" "trail_key" {
  statement {
    sid       = "AdministeredByItsAccount"
    actions   = ["kms:*"]
    resources = ["*"]

    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::${local.account_ids["log-archive"]}:root"]
    }
  }

  statement {
    sid       = "UsedByTheTrail"
    actions   = ["kms:GenerateDataKey*", "kms:DescribeKey"]
    resources = ["*"]

    principals {
      type        = "Service"
      identifiers = ["cloudtrail.amazonaws.com"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:SourceArn"
      values   = [local.trail_arn]
    }
  }
}

resource "aws_s3_bucket_server_side_encryption_configuration" "log" {
  for_each = aws_s3_bucket.log
  provider = aws.log_archive

  bucket = each.value.id

  rule {
    bucket_key_enabled = each.key == "trail"

    apply_server_side_encryption_by_default {
      sse_algorithm     = each.key == "trail" ? "aws:kms" : "AES256"
      kms_master_key_id = each.key == "trail" ? aws_kms_key.trail.arn : null
    }
  }
}

# Every bucket refuses requests without TLS.
data "aws_iam_policy_document" "tls_only" {
  for_each = aws_s3_bucket.log

  statement {
    sid       = "DenyWithoutTls"
    effect    = "Deny"
    actions   = ["s3:*"]
    resources = [each.value.arn, "${each.value.arn}/*"]

    principals {
      type        = "*"
      identifiers = ["*"]
    }

    condition {
      test     = "Bool"
      variable = "aws:SecureTransport"
      values   = ["false"]
    }
  }
}

data "aws_iam_policy_document" "trail_bucket" {
  source_policy_documents = [data.aws_iam_policy_document.tls_only["trail"].json]

  statement {
    sid       = "TrailReadsAcl"
    actions   = ["s3:GetBucketAcl"]
    resources = [aws_s3_bucket.log["trail"].arn]

    principals {
      type        = "Service"
      identifiers = ["cloudtrail.amazonaws.com"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:SourceArn"
      values   = [local.trail_arn]
    }
  }

  statement {
    sid     = "TrailWrites"
    actions = ["s3:PutObject"]
    resources = [
      "${aws_s3_bucket.log["trail"].arn}/AWSLogs/${var.management_account_id}/*",
      "${aws_s3_bucket.log["trail"].arn}/AWSLogs/${aws_organizations_organization.this.id}/*",
    ]

    principals {
      type        = "Service"
      identifiers = ["cloudtrail.amazonaws.com"]
    }

    condition {
      test     = "StringEquals"
      variable = "s3:x-amz-acl"
      values   = ["bucket-owner-full-control"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:SourceArn"
      values   = [local.trail_arn]
    }
  }
}

data "aws_iam_policy_document" "config_bucket" {
  source_policy_documents = [data.aws_iam_policy_document.tls_only["config"].json]

  # Recorders deliver with their own roles, which account-baseline.yaml and config.tf create.
  statement {
    sid       = "RecordersReadBucket"
    actions   = ["s3:GetBucketAcl", "s3:ListBucket"]
    resources = [aws_s3_bucket.log["config"].arn]

    principals {
      type        = "*"
      identifiers = ["*"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:PrincipalOrgID"
      values   = [aws_organizations_organization.this.id]
    }

    condition {
      test     = "ArnLike"
      variable = "aws:PrincipalArn"
      values   = ["arn:aws:iam::*:role/baseline/config-recorder-*"]
    }
  }

  # An account writes below its own id and nowhere else.
  statement {
    sid       = "RecordersWrite"
    actions   = ["s3:PutObject", "s3:PutObjectAcl"]
    resources = ["${aws_s3_bucket.log["config"].arn}/AWSLogs/$${aws:PrincipalAccount}/*"]

    principals {
      type        = "*"
      identifiers = ["*"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:PrincipalOrgID"
      values   = [aws_organizations_organization.this.id]
    }

    condition {
      test     = "ArnLike"
      variable = "aws:PrincipalArn"
      values   = ["arn:aws:iam::*:role/baseline/config-recorder-*"]
    }
  }
}

data "aws_iam_policy_document" "flow_bucket" {
  source_policy_documents = [data.aws_iam_policy_document.tls_only["flow"].json]

  statement {
    sid       = "FlowLogsReadAcl"
    actions   = ["s3:GetBucketAcl", "s3:ListBucket"]
    resources = [aws_s3_bucket.log["flow"].arn]

    principals {
      type        = "Service"
      identifiers = ["delivery.logs.amazonaws.com"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = [local.account_ids["network"]]
    }
  }

  statement {
    sid       = "FlowLogsWrite"
    actions   = ["s3:PutObject"]
    resources = ["${aws_s3_bucket.log["flow"].arn}/AWSLogs/*"]

    principals {
      type        = "Service"
      identifiers = ["delivery.logs.amazonaws.com"]
    }

    condition {
      test     = "StringEquals"
      variable = "s3:x-amz-acl"
      values   = ["bucket-owner-full-control"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = [local.account_ids["network"]]
    }
  }
}

resource "aws_s3_bucket_policy" "trail" {
  provider = aws.log_archive

  bucket = aws_s3_bucket.log["trail"].id
  policy = data.aws_iam_policy_document.trail_bucket.json
}

resource "aws_s3_bucket_policy" "config" {
  provider = aws.log_archive

  bucket = aws_s3_bucket.log["config"].id
  policy = data.aws_iam_policy_document.config_bucket.json
}

resource "aws_s3_bucket_policy" "flow" {
  provider = aws.log_archive

  bucket = aws_s3_bucket.log["flow"].id
  policy = data.aws_iam_policy_document.flow_bucket.json
}
