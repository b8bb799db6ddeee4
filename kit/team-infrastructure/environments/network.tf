# Which VPC and subnets are shared with this account. The networking folder publishes it as a parameter, which is read
# by its ARN since it is in another account.

data "aws_ssm_parameter" "network" {
  name = var.network_parameter_arn
}

locals {
  # insecure_value is the same text as value, without being marked as a secret: subnet ids are none.
  network = jsondecode(data.aws_ssm_parameter.network.insecure_value)

  # Made in every account by organization/account-baseline.yaml.
  permissions_boundary_arn = "arn:aws:iam::${var.account_id}:policy/baseline/permission-boundary"
}
