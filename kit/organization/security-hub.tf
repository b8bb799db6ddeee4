# Security Hub CSPM: one list of findings for all accounts and the regions that you use. It is configured centrally, so
# a policy and not each account decides which standards run. Its controls read what AWS Config recorded.

locals {
  other_regions = setsubtract(var.regions, [var.home_region])
}

# The service is enabled here, before the delegation. Otherwise, the delegation would enable it with all standards.
resource "aws_securityhub_account" "audit" {
  provider = aws.audit

  enable_default_standards = false
}

# A policy takes effect in the home region and in each linked one. ALL_REGIONS would switch the service on, and bill
# it, in regions where nothing is recorded.
resource "aws_securityhub_finding_aggregator" "this" {
  provider = aws.audit

  linking_mode      = length(local.other_regions) > 0 ? "SPECIFIED_REGIONS" : "NO_REGIONS"
  specified_regions = length(local.other_regions) > 0 ? local.other_regions : null

  depends_on = [aws_securityhub_organization_admin_account.audit]
}

resource "aws_securityhub_organization_configuration" "this" {
  provider = aws.audit

  auto_enable           = false
  auto_enable_standards = "NONE"

  organization_configuration {
    configuration_type = "CENTRAL"
  }

  depends_on = [aws_securityhub_finding_aggregator.this]
}

resource "aws_securityhub_configuration_policy" "baseline" {
  provider = aws.audit

  name        = "baseline"
  description = "AWS Foundational Security Best Practices in every account"

  configuration_policy {
    service_enabled       = true
    enabled_standard_arns = ["arn:aws:securityhub:${var.home_region}::standards/aws-foundational-security-best-practices/v/1.0.0"]

    # Controls that do not fit you go here, with the reason beside each.
    security_controls_configuration {
      disabled_control_identifiers = []

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
  provider = aws.audit

  target_id = local.root_id
  policy_id = aws_securityhub_configuration_policy.baseline.id
}
