# What every member account has, deployed by CloudFormation StackSets: recorders, the permission boundary, the
# break-glass role, encryption of new disks and the provider for GitHub Actions. StackSets also deploy to accounts that are created later. They
# are in no team's state, so no team can change or destroy their resources.
#
# Once before the first apply, in the management account:
#
#   aws cloudformation activate-organizations-access

locals {
  # A unit without accounts has no stacks, so Terraform would want to add it in every plan.
  occupied_units = toset([for account in var.accounts : account.unit])
  baseline_units = toset([
    for name, unit in local.units : name
    if unit.baseline && contains(local.occupied_units, name) && (var.baseline_units == null ? true : contains(var.baseline_units, name))
  ])

  # The boundary is one file, which people read beside the permission sets. JSON is valid YAML, so the template can
  # contain it unchanged.
  baseline_template = replace(
    file("${path.module}/account-baseline.yaml"),
    "PERMISSION_BOUNDARY",
    jsonencode(jsondecode(file("${path.module}/../iam-identity-center/permission-boundary.json"))),
  )
}

resource "aws_cloudformation_stack_set" "baseline" {
  name             = "account-baseline"
  description      = "What every member account has. Made by the organization folder."
  permission_model = "SERVICE_MANAGED"
  call_as          = "SELF"
  capabilities     = ["CAPABILITY_NAMED_IAM"]
  template_body    = local.baseline_template

  parameters = {
    HomeRegion           = var.home_region
    ConfigBucket         = aws_s3_bucket.log["config"].id
    ConfigFrequency      = var.config_frequency
    BreakGlassAccountId  = local.account_ids[var.identity_account]
    ManagementAccountId  = var.management_account_id
    CreateGitHubProvider = tostring(var.create_github_provider)
    CreateRecorder       = tostring(var.create_recorders)
  }

  auto_deployment {
    enabled = true

    # An account that is moved to the suspended unit keeps its roles until it is closed.
    retain_stacks_on_account_removal = true
  }

  managed_execution {
    active = true
  }

  # No failure may go unnoticed, so an update works on one account at a time: AWS allows no more at the same time than the
  # number of tolerated failures and one.
  operation_preferences {
    failure_tolerance_count = 0
    max_concurrent_count    = 1
    region_concurrency_type = "PARALLEL"
  }

  timeouts {
    update = "2h"
  }

  lifecycle {
    # AWS sets this for service-managed sets.
    ignore_changes = [administration_role_arn]
  }

  depends_on = [aws_s3_bucket_policy.config]
}

# One resource for all units and regions, without overrides of parameters: accounts that join a unit later get the values of
# the stack set. The resource for single instances cannot be updated when it names units
# (https://github.com/hashicorp/terraform-provider-aws/issues/40675).
resource "aws_cloudformation_stack_instances" "baseline" {
  count = length(local.baseline_units) > 0 ? 1 : 0

  stack_set_name = aws_cloudformation_stack_set.baseline.name
  regions        = var.regions

  deployment_targets {
    organizational_unit_ids = [for name in local.baseline_units : aws_organizations_organizational_unit.this[name].id]
  }

  # All accounts at once, and still no tolerated failure.
  operation_preferences {
    concurrency_mode          = "SOFT_FAILURE_TOLERANCE"
    failure_tolerance_count   = 0
    max_concurrent_percentage = 100
    region_concurrency_type   = "PARALLEL"
  }

  timeouts {
    create = "2h"
    update = "2h"
  }

  depends_on = [aws_organizations_account.this]
}
