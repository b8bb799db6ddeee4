# Flow logs of every VPC, in the log archive: which address sent traffic to which. They are Parquet files with hourly
# partitions, so that Athena reads and bills only the columns and hours that you query.

locals {
  logged_vpcs = merge(
    { for environment, vpc in aws_vpc.this : environment => vpc.id },
    local.is_shared ? { egress = one(aws_vpc.egress[*].id) } : {},
  )
}

resource "aws_flow_log" "vpc" {
  for_each = local.logged_vpcs

  vpc_id                   = each.value
  traffic_type             = "ALL"
  log_destination_type     = "s3"
  log_destination          = local.flow_log_bucket
  max_aggregation_interval = 600

  destination_options {
    file_format                = "parquet"
    hive_compatible_partitions = true
    per_hour_partition         = true
  }

  tags = { Name = each.key }
}
