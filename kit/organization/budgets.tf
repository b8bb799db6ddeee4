# A monthly budget for each account, and a mail when a service suddenly costs more than it used to. A budget only warns.
# It stops nothing.

resource "aws_budgets_budget" "account" {
  for_each = var.accounts

  name         = each.key
  budget_type  = "COST"
  time_unit    = "MONTHLY"
  limit_unit   = "USD"
  limit_amount = tostring(each.value.monthly_usd)

  cost_filter {
    name   = "LinkedAccount"
    values = [local.account_ids[each.key]]
  }

  notification {
    comparison_operator        = "GREATER_THAN"
    notification_type          = "ACTUAL"
    threshold                  = 80
    threshold_type             = "PERCENTAGE"
    subscriber_email_addresses = [var.budget_email]
  }

  notification {
    comparison_operator        = "GREATER_THAN"
    notification_type          = "FORECASTED"
    threshold                  = 100
    threshold_type             = "PERCENTAGE"
    subscriber_email_addresses = [var.budget_email]
  }
}

# AWS makes a monitor for all services when Cost Explorer is opened for the first time, and an account may have only one of
# this kind. No interface opens Cost Explorer, so Terraform cannot own the monitor: docs/getting-started.md says how to
# find its ARN. Until anomaly_monitor_arn has it, nobody gets mails about unusual costs.
resource "aws_ce_anomaly_subscription" "mail" {
  count = var.anomaly_monitor_arn == null ? 0 : 1

  name             = "unusual-costs"
  frequency        = "DAILY"
  monitor_arn_list = [var.anomaly_monitor_arn]

  subscriber {
    type    = "EMAIL"
    address = var.budget_email
  }

  threshold_expression {
    dimension {
      key           = "ANOMALY_TOTAL_IMPACT_ABSOLUTE"
      match_options = ["GREATER_THAN_OR_EQUAL"]
      values        = [tostring(var.anomaly_usd)]
    }
  }
}
