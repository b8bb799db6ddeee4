# For emergencies, when Identity Center is down. Two IAM users may assume the role baseline/break-glass and may do
# nothing else. organization/account-baseline.yaml creates that role in every member account. Signing in and
# taking that role raise an alarm: see alarms.tf.
#
# Set their passwords and register their hardware keys by hand, through the role of the management account, as docs/runbook-break-glass.md says, because no secret
# may be in a state. A hardware key (FIDO2) works in the console only.

resource "aws_iam_user" "break_glass" {
  for_each = var.break_glass_users

  name = each.key
  path = "/break-glass/"
}

resource "aws_iam_group" "break_glass" {
  name = "break-glass"
  path = "/break-glass/"
}

resource "aws_iam_group_membership" "break_glass" {
  name  = "break-glass"
  group = aws_iam_group.break_glass.name
  users = [for user in aws_iam_user.break_glass : user.name]
}

data "aws_iam_policy_document" "break_glass" {
  statement {
    sid       = "AssumeTheRoleWithMfa"
    actions   = ["sts:AssumeRole"]
    resources = ["arn:aws:iam::*:role/baseline/break-glass"]

    condition {
      test     = "Bool"
      variable = "aws:MultiFactorAuthPresent"
      values   = ["true"]
    }
  }
}

resource "aws_iam_group_policy" "break_glass" {
  name   = "assume-break-glass"
  group  = aws_iam_group.break_glass.name
  policy = data.aws_iam_policy_document.break_glass.json
}
