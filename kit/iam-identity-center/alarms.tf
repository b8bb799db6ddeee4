# A mail to people at once when a break-glass user signs in or calls AWS, when somebody gets access to an account, or when
# the credentials of a break-glass user change. What such a user does in the role of another account is in the trail, and not
# mailed. An apply of this folder that changes access sends mails, too: whoever
# reads them has to know of it.
#
# organization/scp-protect-security.json protects everything with these names from everybody but the management role.

locals {
  alarms = {
    break-glass = {
      description = "A break-glass user signed in or called AWS"
      reads       = true

      pattern = {
        "detail-type" = ["AWS API Call via CloudTrail", "AWS Console Sign In via CloudTrail"]
        detail = {
          userIdentity = {
            type     = ["IAMUser"]
            userName = [{ prefix = "break-glass-" }]
          }
        }
      }
    }

    access = {
      description = "Somebody changed who has access, or a break-glass user"
      reads       = false

      pattern = {
        "detail-type" = ["AWS API Call via CloudTrail"]
        detail = {
          "$or" = [
            {
              eventSource = ["sso.amazonaws.com"]
              eventName   = ["CreateAccountAssignment", "CreatePermissionSet", "ProvisionPermissionSet", { prefix = "Attach" }, { prefix = "Delete" }, { prefix = "Detach" }, { prefix = "Put" }, { prefix = "Update" }]
            },
            {
              eventSource = ["identitystore.amazonaws.com", "sso-directory.amazonaws.com"]
              eventName   = ["AddMemberToGroup", "CreateGroupMembership"]
            },
            {
              # What an identity provider syncs. A change of a group's name is among it.
              eventSource = ["identitystore-scim.amazonaws.com"]
              eventName   = ["CreateGroup", "PatchGroup"]
            },
            {
              eventSource       = ["iam.amazonaws.com"]
              requestParameters = { userName = [{ prefix = "break-glass-" }] }
            },
          ]
        }
      }
    }
  }

  regional_alarms = {
    for pair in setproduct(keys(local.alarms), var.alarm_regions) :
    "${pair[0]}/${pair[1]}" => { alarm = pair[0], region = pair[1] }
  }
}

resource "aws_sns_topic" "alarms" {
  for_each = var.alarm_regions

  region = each.key
  name   = "security-alarms"
}

# AWS mails each address a confirmation. Until somebody confirms it, the address gets no alarms.
resource "aws_sns_topic_subscription" "alarms" {
  for_each = aws_sns_topic.alarms

  region    = each.key
  topic_arn = each.value.arn
  protocol  = "email"
  endpoint  = var.alarm_email
}

# The ARNs are written out. A reference to the topics would show the policy of every region as changed when one is added.
data "aws_iam_policy_document" "alarms" {
  for_each = var.alarm_regions

  statement {
    sid       = "EventsPublish"
    actions   = ["sns:Publish"]
    resources = ["arn:aws:sns:${each.key}:${local.identity_account_id}:security-alarms"]

    principals {
      type        = "Service"
      identifiers = ["events.amazonaws.com"]
    }

    condition {
      test     = "ArnEquals"
      variable = "aws:SourceArn"
      values   = [for alarm in keys(local.alarms) : "arn:aws:events:${each.key}:${local.identity_account_id}:rule/security-alarm-${alarm}"]
    }
  }
}

resource "aws_sns_topic_policy" "alarms" {
  for_each = aws_sns_topic.alarms

  region = each.key
  arn    = each.value.arn
  policy = data.aws_iam_policy_document.alarms[each.key].json
}

resource "aws_cloudwatch_event_rule" "alarms" {
  for_each = local.regional_alarms

  region        = each.value.region
  name          = "security-alarm-${each.value.alarm}"
  description   = local.alarms[each.value.alarm].description
  event_pattern = jsonencode(local.alarms[each.value.alarm].pattern)

  # Otherwise, EventBridge leaves out what only reads.
  state = local.alarms[each.value.alarm].reads ? "ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS" : "ENABLED"
}

resource "aws_cloudwatch_event_target" "alarms" {
  for_each = local.regional_alarms

  region = each.value.region
  rule   = aws_cloudwatch_event_rule.alarms[each.key].name
  arn    = aws_sns_topic.alarms[each.value.region].arn
}
