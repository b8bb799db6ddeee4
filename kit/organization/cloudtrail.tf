# One trail for all accounts and all regions. It records management events, of which the first copy is free. No member
# account can stop it. Files are signed, so that you can find a changed or missing one: `aws cloudtrail validate-logs`.

locals {
  trail_name = "organization"
  trail_arn  = "arn:aws:cloudtrail:${var.home_region}:${var.management_account_id}:trail/${local.trail_name}"
}

resource "aws_cloudtrail" "organization" {
  name                          = local.trail_name
  s3_bucket_name                = aws_s3_bucket.log["trail"].id
  kms_key_id                    = aws_kms_key.trail.arn
  is_organization_trail         = true
  is_multi_region_trail         = true
  include_global_service_events = true
  enable_log_file_validation    = true

  depends_on = [
    aws_organizations_aws_service_access.this,
    aws_s3_bucket_policy.trail,
  ]
}
