# Threat detection in every region that you use, for every account, new ones included. The order matters: detectors of
# the audit account, then the delegation in delegated-administrators.tf, then the configuration for the members.

resource "aws_guardduty_detector" "audit" {
  for_each = var.regions
  provider = aws.audit

  region                       = each.key
  enable                       = true
  finding_publishing_frequency = "FIFTEEN_MINUTES"
}

# The management account needs its own detector before it can become a member.
resource "aws_guardduty_detector" "management" {
  for_each = var.regions

  region                       = each.key
  enable                       = true
  finding_publishing_frequency = "FIFTEEN_MINUTES"
}

resource "aws_guardduty_organization_configuration" "this" {
  for_each = aws_guardduty_detector.audit
  provider = aws.audit

  region                           = each.key
  detector_id                      = each.value.id
  auto_enable_organization_members = "ALL"

  depends_on = [
    aws_guardduty_detector.management,
    aws_guardduty_organization_admin_account.audit,
  ]
}

locals {
  guardduty_features = {
    for pair in setproduct(var.regions, var.guardduty_features) :
    "${pair[0]}/${pair[1]}" => { region = pair[0], feature = pair[1] }
  }
}

resource "aws_guardduty_organization_configuration_feature" "this" {
  for_each = local.guardduty_features
  provider = aws.audit

  region      = each.value.region
  detector_id = aws_guardduty_detector.audit[each.value.region].id
  name        = each.value.feature
  auto_enable = "ALL"

  depends_on = [aws_guardduty_organization_configuration.this]
}
