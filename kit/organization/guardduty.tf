# Threat detection in every region that you use, for every account, new ones included. The order matters: detectors of
# the audit account, then the delegation in delegated-administrators.tf, then the configuration for the members.

locals {
  detection_regions = var.detection ? var.regions : toset([])
}

resource "aws_guardduty_detector" "audit" {
  for_each = local.detection_regions
  provider = aws.audit

  region                       = each.key
  enable                       = true
  finding_publishing_frequency = "FIFTEEN_MINUTES"
}

# The management account needs its own detector before it can become a member.
resource "aws_guardduty_detector" "management" {
  for_each = local.detection_regions

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
    aws_guardduty_organization_admin_account.home,
    aws_guardduty_organization_admin_account.others,
  ]
}

# AWS switches on almost every plan of a new detector, so each plan that is not in var.guardduty_features is switched off.
#
# RUNTIME_MONITORING has three agents, which AWS lists in an order of its own. The provider would replace a plan whose list
# differs (https://github.com/hashicorp/terraform-provider-aws/issues/36695), so the resources below ignore it.
locals {
  guardduty_plans = toset([
    "EBS_MALWARE_PROTECTION",
    "EKS_AUDIT_LOGS",
    "LAMBDA_NETWORK_LOGS",
    "RDS_LOGIN_EVENTS",
    "RUNTIME_MONITORING",
    "S3_DATA_EVENTS",
  ])

  regional_plans = {
    for pair in setproduct(local.detection_regions, local.guardduty_plans) :
    "${pair[0]}/${pair[1]}" => { region = pair[0], plan = pair[1], on = contains(var.guardduty_features, pair[1]) }
  }
}

resource "aws_guardduty_detector_feature" "audit" {
  for_each = local.regional_plans
  provider = aws.audit

  region      = each.value.region
  detector_id = aws_guardduty_detector.audit[each.value.region].id
  name        = each.value.plan
  status      = each.value.on ? "ENABLED" : "DISABLED"

  lifecycle {
    ignore_changes = [additional_configuration]
  }
}

resource "aws_guardduty_detector_feature" "management" {
  for_each = local.regional_plans

  region      = each.value.region
  detector_id = aws_guardduty_detector.management[each.value.region].id
  name        = each.value.plan
  status      = each.value.on ? "ENABLED" : "DISABLED"

  lifecycle {
    # A member cannot change its plans. After the delegation, the management account is one: the resource below switches a
    # plan on, and somebody in the audit account switches one off.
    ignore_changes = [additional_configuration, status]
  }
}

resource "aws_guardduty_organization_configuration_feature" "this" {
  for_each = local.regional_plans
  provider = aws.audit

  region      = each.value.region
  detector_id = aws_guardduty_detector.audit[each.value.region].id
  name        = each.value.plan
  auto_enable = each.value.on ? "ALL" : "NONE"

  lifecycle {
    ignore_changes = [additional_configuration]
  }

  depends_on = [aws_guardduty_organization_configuration.this]
}
