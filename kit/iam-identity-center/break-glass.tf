# For emergencies, when Identity Center is down. Two IAM users may assume the role baseline/break-glass and may do
# nothing else. organization/account-baseline.yaml creates that role in every member account. Everything that the users
# do raises an alarm.
#
# Set their passwords and register their hardware keys by hand, as docs/runbook-break-glass.md says, because no secret
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

resource "aws_sns_topic" "break_glass" {
  for_each = var.alarm_regions

  region = each.key
  name   = "break-glass"
}

# AWS mails each address a confirmation. Until somebody confirms it, the address gets no alarms.
resource "aws_sns_topic_subscription" "break_glass" {
  for_each = aws_sns_topic.break_glass

  region    = each.key
  topic_arn = each.value.arn
  protocol  = "email"
  endpoint  = var.alarm_email
}

data "aws_iam_policy_document" "break_glass_topic" {
  for_each = aws_sns_topic.break_glass

  statement {
    sid       = "EventsPublish"
    actions   = ["sns:Publish"]
    resources = [each.value.arn]

    principals {
      type        = "Service"
      identifiers = ["events.amazonaws.com"]
    }

    condition {
      test     = "ArnEquals"
      variable = "aws:SourceArn"
      values   = [aws_cloudwatch_event_rule.break_glass[each.key].arn]
    }
  }
}

resource "aws_sns_topic_policy" "break_glass" {
  for_each = aws_sns_topic.break_glass

  region = each.key
  arn    = each.value.arn
  policy = data.aws_iam_policy_document.break_glass_topic[each.key].json
}

resource "aws_cloudwatch_event_rule" "break_glass" {
  for_each = var.alarm_regions

  region      = each.key
  name        = "break-glass"
  description = "A break-glass user signed in or did something"

  event_pattern = jsonencode({
    "detail-type" = ["AWS API Call via CloudTrail", "AWS Console Sign In via CloudTrail"]
    detail = {
      userIdentity = {
        type     = ["IAMUser"]
        userName = [{ prefix = "break-glass-" }]
      }
    }
  })
}

resource "aws_cloudwatch_event_target" "break_glass" {
  for_each = aws_cloudwatch_event_rule.break_glass

  region = each.key
  rule   = each.value.name
  arn    = aws_sns_topic.break_glass[each.key].arn
}
