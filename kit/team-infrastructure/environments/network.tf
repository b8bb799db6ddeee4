# Which VPC and subnets are shared with this account. The networking folder publishes this as a parameter. It is in
# another account, so it is read by its ARN.

data "aws_ssm_parameter" "network" {
  name = var.network_parameter_arn
}

locals {
  # insecure_value is the same text as value, but not marked as a secret. Subnet ids are not secret.
  network = jsondecode(data.aws_ssm_parameter.network.insecure_value)

  # organization/account-baseline.yaml creates this policy in every account.
  permissions_boundary_arn = "arn:aws:iam::${var.account_id}:policy/baseline/permission-boundary"
}
