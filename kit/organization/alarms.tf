# Mails to people at once: serious findings of all accounts, which Security Hub brings together in the audit account, and what
# happens in the management account, which no policy limits, access included. organization/scp-protect-security.json protects what is in the
# audit account. The folder iam-identity-center has the alarms about access and break-glass.

locals {
  # Root sign-ins and changes of the organization are recorded in us-east-1.
  alarm_regions = setunion([var.home_region], ["us-east-1"])

  alarms = {
    root = {
      description = "The root user of the management account signed in or did something"
      reads       = true

      pattern = {
        "detail-type" = ["AWS API Call via CloudTrail", "AWS Console Sign In via CloudTrail"]
        detail        = { userIdentity = { type = ["Root"] } }
      }
    }

    organization = {
      description = "Somebody changed a policy, an account or a delegation of the organization"
      reads       = false

      pattern = {
        "detail-type" = ["AWS API Call via CloudTrail"]
        detail = {
          eventSource = ["organizations.amazonaws.com"]
          eventName   = [{ prefix = "Attach" }, { prefix = "Close" }, { prefix = "Create" }, { prefix = "Delete" }, { prefix = "Deregister" }, { prefix = "Detach" }, { prefix = "Disable" }, { prefix = "Move" }, { prefix = "Register" }, { prefix = "Remove" }, { prefix = "Update" }]
        }
      }
    }

    # The folder iam-identity-center has the same alarm in the identity account. This one is about what is done here.
    access = {
      description = "Somebody changed who has access, from the management account"
      reads       = false

      pattern = {
        "detail-type" = ["AWS API Call via CloudTrail"]
        detail = {
          "$or" = [
            {
              eventSource = ["identitystore.amazonaws.com", "sso-directory.amazonaws.com", "sso.amazonaws.com"]
              eventName   = ["AddMemberToGroup", "CreateAccountAssignment", "CreateGroupMembership", "CreatePermissionSet", "ProvisionPermissionSet", { prefix = "Attach" }, { prefix = "Delete" }, { prefix = "Detach" }, { prefix = "Put" }, { prefix = "Update" }]
            },
            {
              # What an identity provider syncs. A change of a group's name is among it.
              eventSource = ["identitystore-scim.amazonaws.com"]
              eventName   = ["CreateGroup", "PatchGroup"]
            },
          ]
        }
      }
    }

    trail = {
      description = "Somebody changed or stopped the audit trail"
      reads       = false

      pattern = {
        "detail-type" = ["AWS API Call via CloudTrail"]
        detail = {
          eventSource = ["cloudtrail.amazonaws.com"]
          eventName   = ["DeleteTrail", "PutEventSelectors", "StopLogging", "UpdateTrail"]
        }
      }
    }
  }

  regional_alarms = {
    for pair in setproduct(keys(local.alarms), local.alarm_regions) :
    "${pair[0]}/${pair[1]}" => { alarm = pair[0], region = pair[1] }
  }
}

resource "aws_sns_topic" "management" {
  for_each = local.alarm_regions

  region = each.key
  name   = "security-alarms"
}

# AWS mails each address a confirmation. Until somebody confirms it, the address gets no alarms.
resource "aws_sns_topic_subscription" "management" {
  for_each = aws_sns_topic.management

  region    = each.key
  topic_arn = each.value.arn
  protocol  = "email"
  endpoint  = var.security_email
}

# The ARNs are written out. A reference to the topics would show every policy as changed when a topic is added.
data "aws_iam_policy_document" "management_alarms" {
  for_each = local.alarm_regions

  statement {
    sid       = "EventsPublish"
    actions   = ["sns:Publish"]
    resources = ["arn:aws:sns:${each.key}:${var.management_account_id}:security-alarms"]

    principals {
      type        = "Service"
      identifiers = ["events.amazonaws.com"]
    }

    condition {
      test     = "ArnEquals"
      variable = "aws:SourceArn"
      values   = [for alarm in keys(local.alarms) : "arn:aws:events:${each.key}:${var.management_account_id}:rule/security-alarm-${alarm}"]
    }
  }
}

resource "aws_sns_topic_policy" "management" {
  for_each = aws_sns_topic.management

  region = each.key
  arn    = each.value.arn
  policy = data.aws_iam_policy_document.management_alarms[each.key].json
}

resource "aws_cloudwatch_event_rule" "management" {
  for_each = local.regional_alarms

  region        = each.value.region
  name          = "security-alarm-${each.value.alarm}"
  description   = local.alarms[each.value.alarm].description
  event_pattern = jsonencode(local.alarms[each.value.alarm].pattern)

  # Otherwise, EventBridge leaves out what only reads.
  state = local.alarms[each.value.alarm].reads ? "ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS" : "ENABLED"
}

resource "aws_cloudwatch_event_target" "management" {
  for_each = local.regional_alarms

  region = each.value.region
  rule   = aws_cloudwatch_event_rule.management[each.key].name
  arn    = aws_sns_topic.management[each.value.region].arn
}

# Findings: every critical one, and what GuardDuty calls high. Change the pattern when a control is only noise to you.

resource "aws_sns_topic" "findings" {
  provider = aws.audit

  name = "security-alarms"
}

resource "aws_sns_topic_subscription" "findings" {
  provider = aws.audit

  topic_arn = aws_sns_topic.findings.arn
  protocol  = "email"
  endpoint  = var.security_email
}

data "aws_iam_policy_document" "findings_alarms" {
  statement {
    sid       = "EventsPublish"
    actions   = ["sns:Publish"]
    resources = [aws_sns_topic.findings.arn]

    principals {
      type        = "Service"
      identifiers = ["events.amazonaws.com"]
    }

    condition {
      test     = "ArnEquals"
      variable = "aws:SourceArn"
      values   = [aws_cloudwatch_event_rule.findings.arn]
    }
  }
}

resource "aws_sns_topic_policy" "findings" {
  provider = aws.audit

  arn    = aws_sns_topic.findings.arn
  policy = data.aws_iam_policy_document.findings_alarms.json
}

resource "aws_cloudwatch_event_rule" "findings" {
  provider = aws.audit

  name        = "security-alarm-findings"
  description = "A serious finding that nobody has looked at"

  event_pattern = jsonencode({
    source        = ["aws.securityhub"]
    "detail-type" = ["Security Hub Findings - Imported"]
    detail = {
      findings = {
        RecordState = ["ACTIVE"]
        Workflow    = { Status = ["NEW"] }

        "$or" = [
          { Severity = { Label = ["CRITICAL"] } },
          { Severity = { Label = ["HIGH"] }, ProductName = ["GuardDuty"] },
        ]
      }
    }
  })

  depends_on = [aws_securityhub_finding_aggregator.this]
}

resource "aws_cloudwatch_event_target" "findings" {
  provider = aws.audit

  rule = aws_cloudwatch_event_rule.findings.name
  arn  = aws_sns_topic.findings.arn
}
