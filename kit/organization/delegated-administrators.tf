# Hands the daily work of the security services and of Identity Center to member accounts, so that nobody needs to sign
# in to the management account for it. GuardDuty and Security Hub have their own resources for this.

locals {
  delegations = {
    "access-analyzer.amazonaws.com" = "audit"
    "config.amazonaws.com"          = "audit"
    "sso.amazonaws.com"             = var.identity_account
  }
}

resource "aws_organizations_delegated_administrator" "this" {
  for_each = local.delegations

  account_id        = local.account_ids[each.value]
  service_principal = each.key

  depends_on = [aws_organizations_aws_service_access.this]
}

# GuardDuty needs a delegation in each region. The detector of the audit account must exist first. Otherwise, GuardDuty
# creates it by itself, and the detector of guardduty.tf then fails with "a detector already exists". The first delegation
# also makes the audit account known to Organizations, and those of other regions fail while it runs, so they wait for it.
resource "aws_guardduty_organization_admin_account" "home" {
  count = var.detection ? 1 : 0

  region           = var.home_region
  admin_account_id = local.account_ids["audit"]

  depends_on = [
    aws_guardduty_detector.audit,
    aws_guardduty_detector_feature.management,
    aws_organizations_aws_service_access.this,
  ]
}

resource "aws_guardduty_organization_admin_account" "others" {
  for_each = var.detection ? local.other_regions : toset([])

  region           = each.key
  admin_account_id = local.account_ids["audit"]

  depends_on = [
    aws_guardduty_detector.audit,
    aws_guardduty_organization_admin_account.home,
    aws_organizations_aws_service_access.this,
  ]
}

# Security Hub CSPM needs the delegation only in the home region, because it is configured centrally.
resource "aws_securityhub_organization_admin_account" "audit" {
  count = var.detection ? 1 : 0

  admin_account_id = local.account_ids["audit"]

  depends_on = [
    aws_organizations_aws_service_access.this,
    aws_securityhub_account.audit,
  ]
}
