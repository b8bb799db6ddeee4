data "aws_ssoadmin_instances" "this" {}

locals {
  instance_arn      = one(data.aws_ssoadmin_instances.this.arns)
  identity_store_id = one(data.aws_ssoadmin_instances.this.identity_store_ids)

  managed_policies = merge([
    for set, value in var.permission_sets : {
      for policy in value.managed : "${set}/${policy}" => { set = set, policy = policy }
    }
  ]...)

  inline_policies = { for set, value in var.permission_sets : set => value.inline if value.inline != null }
  bounded_sets    = toset([for set, value in var.permission_sets : set if value.bounded])
}

resource "aws_ssoadmin_permission_set" "this" {
  for_each = var.permission_sets

  instance_arn     = local.instance_arn
  name             = each.key
  session_duration = "PT${each.value.hours}H"
}

resource "aws_ssoadmin_managed_policy_attachment" "this" {
  for_each = local.managed_policies

  instance_arn       = local.instance_arn
  permission_set_arn = aws_ssoadmin_permission_set.this[each.value.set].arn
  managed_policy_arn = "arn:aws:iam::aws:policy/${each.value.policy}"
}

# PowerUserAccess does not allow changes of roles. developer-iam.json lets people make roles for their services, below
# the path /app/ and with the boundary.
resource "aws_ssoadmin_permission_set_inline_policy" "this" {
  for_each = local.inline_policies

  instance_arn       = local.instance_arn
  permission_set_arn = aws_ssoadmin_permission_set.this[each.key].arn
  inline_policy      = jsonencode(jsondecode(file("${path.module}/${each.value}")))
}

# organization/account-baseline.yaml creates the policy with this name in every member account. The management account
# does not have it, so give nobody a bounded set there.
resource "aws_ssoadmin_permissions_boundary_attachment" "this" {
  for_each = local.bounded_sets

  instance_arn       = local.instance_arn
  permission_set_arn = aws_ssoadmin_permission_set.this[each.key].arn

  permissions_boundary {
    customer_managed_policy_reference {
      name = "permission-boundary"
      path = "/baseline/"
    }
  }
}
