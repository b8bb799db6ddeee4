# Security Hub CSPM: one list of findings for all accounts and the regions that you use. It is configured centrally, so
# a policy and not each account decides which standards run. Its controls read what AWS Config recorded.

locals {
  other_regions = setsubtract(var.regions, [var.home_region])

  # Each control asks for a protection plan. One that is off by choice would be a finding in every account and region.
  # https://docs.aws.amazon.com/securityhub/latest/userguide/guardduty-controls.html
  guardduty_controls = {
    EBS_MALWARE_PROTECTION = ["GuardDuty.8"]
    EKS_AUDIT_LOGS         = ["GuardDuty.5"]
    LAMBDA_NETWORK_LOGS    = ["GuardDuty.6"]
    RDS_LOGIN_EVENTS       = ["GuardDuty.9"]
    RUNTIME_MONITORING     = ["GuardDuty.7", "GuardDuty.11", "GuardDuty.12", "GuardDuty.13"]
    S3_DATA_EVENTS         = ["GuardDuty.10"]
  }

  disabled_controls = flatten([
    for plan, controls in local.guardduty_controls : controls if !contains(var.guardduty_features, plan)
  ])
}

# The service is enabled here, before the delegation. Otherwise, the delegation would enable it with all standards.
resource "aws_securityhub_account" "audit" {
  count    = var.detection ? 1 : 0
  provider = aws.audit

  enable_default_standards = false
}

# A policy takes effect in the home region and in each linked one. ALL_REGIONS would switch the service on, and bill
# it, in regions where nothing is recorded.
resource "aws_securityhub_finding_aggregator" "this" {
  count    = var.detection ? 1 : 0
  provider = aws.audit

  linking_mode      = length(local.other_regions) > 0 ? "SPECIFIED_REGIONS" : "NO_REGIONS"
  specified_regions = length(local.other_regions) > 0 ? local.other_regions : null

  depends_on = [aws_securityhub_organization_admin_account.audit]
}

resource "aws_securityhub_organization_configuration" "this" {
  count    = var.detection ? 1 : 0
  provider = aws.audit

  auto_enable           = false
  auto_enable_standards = "NONE"

  organization_configuration {
    configuration_type = "CENTRAL"
  }

  depends_on = [aws_securityhub_finding_aggregator.this]
}

resource "aws_securityhub_configuration_policy" "baseline" {
  count    = var.detection ? 1 : 0
  provider = aws.audit

  name        = "baseline"
  description = "AWS Foundational Security Best Practices in every account"

  configuration_policy {
    service_enabled       = true
    enabled_standard_arns = ["arn:aws:securityhub:${var.home_region}::standards/aws-foundational-security-best-practices/v/1.0.0"]

    security_controls_configuration {
      # Add the controls that do not fit you, with the reason beside each: concat(local.disabled_controls, ["IAM.6"])
      disabled_control_identifiers = local.disabled_controls

      # The recorders have a role of their own, which each account can write to the log archive with. The control would
      # otherwise report the missing service-linked role in every account and region.
      security_control_custom_parameter {
        security_control_id = "Config.1"

        parameter {
          name       = "includeConfigServiceLinkedRoleCheck"
          value_type = "CUSTOM"

          bool {
            value = false
          }
        }
      }
    }
  }

  depends_on = [aws_securityhub_organization_configuration.this]
}

resource "aws_securityhub_configuration_policy_association" "baseline" {
  count    = var.detection ? 1 : 0
  provider = aws.audit

  target_id = local.root_id
  policy_id = aws_securityhub_configuration_policy.baseline[0].id
}
