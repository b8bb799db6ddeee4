# The organization, the services that may work in all of its accounts, and central root access.
#
# If you have an organization already, adopt it before the first apply:
#
#   import {
#     to = aws_organizations_organization.this
#     id = "o-exampleorgid"
#   }

resource "aws_organizations_organization" "this" {
  feature_set = "ALL"

  # Terraform switches off every type that is not in this list, and AWS then detaches all policies of that type. So an
  # organization that uses other types names them in var.further_policy_types. A type that is on and has no policy denies nothing.
  enabled_policy_types = setunion(
    ["DECLARATIVE_POLICY_EC2", "RESOURCE_CONTROL_POLICY", "S3_POLICY", "SERVICE_CONTROL_POLICY", "TAG_POLICY"],
    var.further_policy_types,
  )

  lifecycle {
    prevent_destroy = true

    # An inline list would have to be complete. Terraform would switch off every service that is not in the list, such
    # as resource sharing and StackSets, which are switched on in other ways.
    ignore_changes = [aws_service_access_principals]
  }
}

# The one for malware-protection costs nothing by itself. Without it, EBS_MALWARE_PROTECTION in var.guardduty_features fails.
resource "aws_organizations_aws_service_access" "this" {
  for_each = toset([
    "access-analyzer.amazonaws.com",
    "account.amazonaws.com",
    "cloudtrail.amazonaws.com",
    "config.amazonaws.com",
    "guardduty.amazonaws.com",
    "iam.amazonaws.com",
    "malware-protection.guardduty.amazonaws.com",
    "securityhub.amazonaws.com",
    "sso.amazonaws.com",
    "tagpolicies.tag.amazonaws.com",
  ])

  service_principal = each.key
  depends_on        = [aws_organizations_organization.this]
}

# Subnets are shared without invitations. This is more than trusted access: it also creates the role that RAM needs.
resource "aws_ram_sharing_with_organization" "this" {
  depends_on = [aws_organizations_organization.this]
}

# Root users of member accounts need no password and no MFA device any more: the management account removes their
# credentials, and performs the few tasks that need root through sessions of fifteen minutes.
resource "aws_iam_organizations_features" "this" {
  enabled_features = ["RootCredentialsManagement", "RootSessions"]
  depends_on       = [aws_organizations_aws_service_access.this]
}
