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

# A management account can have only one monitor of this kind, and AWS creates it in many accounts by itself. If the
# apply says that the limit is reached, adopt the existing monitor: `aws ce get-anomaly-monitors` shows its ARN.
#
#   import {
#     to = aws_ce_anomaly_monitor.services
#     id = "arn:aws:ce::000011112222:anomalymonitor/00000000-0000-0000-0000-000000000000"
#   }
resource "aws_ce_anomaly_monitor" "services" {
  name              = "services"
  monitor_type      = "DIMENSIONAL"
  monitor_dimension = "SERVICE"
}

resource "aws_ce_anomaly_subscription" "mail" {
  name             = "unusual-costs"
  frequency        = "DAILY"
  monitor_arn_list = [aws_ce_anomaly_monitor.services.arn]

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
