# Turns the access matrix into assignments. The key of each assignment names group, account and set, so a plan reads
# like the change that somebody asked for. People are never assigned directly.

locals {
  assignments = merge(flatten([
    for group, accounts in var.access : [
      for account, sets in accounts : {
        for set in sets : "${group}/${account}/${set}" => { group = group, account = account, set = set }
      }
    ]
  ])...)
}

resource "aws_ssoadmin_account_assignment" "this" {
  for_each = local.assignments

  instance_arn       = local.instance_arn
  permission_set_arn = try(aws_ssoadmin_permission_set.this[each.value.set].arn, "")
  principal_id       = local.group_ids[each.value.group]
  principal_type     = "GROUP"
  target_id          = lookup(local.account_ids, each.value.account, "")
  target_type        = "AWS_ACCOUNT"

  lifecycle {
    precondition {
      condition     = contains(keys(local.account_ids), each.value.account)
      error_message = "The access matrix gives ${each.value.group} the account ${each.value.account}, which organization/terraform.tfvars does not have."
    }

    precondition {
      condition     = contains(keys(var.permission_sets), each.value.set)
      error_message = "The access matrix gives ${each.value.group} the permission set ${each.value.set}, which does not exist."
    }
  }

  # Without this, a destroy detaches policies from a set that is still assigned, and fails.
  depends_on = [
    aws_ssoadmin_managed_policy_attachment.this,
    aws_ssoadmin_permission_set_inline_policy.this,
    aws_ssoadmin_permissions_boundary_attachment.this,
  ]
}
