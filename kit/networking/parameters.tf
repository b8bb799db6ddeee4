# What a team has to know about the network: one parameter for each environment, which the team reads by its ARN. So
# teams never read the state of this folder, which contains everything. Tags would not work: AWS does not show the tags
# of shared subnets to the accounts that use them.
#
# Only advanced parameters can be shared. Each costs five cents a month.

resource "aws_ssm_parameter" "network" {
  for_each = var.environments

  name = "/network/${each.key}"
  tier = "Advanced"
  type = "String"

  # Keep the names, because readers in other accounts use them.
  value = jsonencode({
    vpc_id             = aws_vpc.this[each.key].id
    vpc_cidr           = local.vpc_cidrs[each.key]
    private_subnet_ids = local.subnet_ids[each.key].private
    public_subnet_ids  = local.subnet_ids[each.key].public
    data_subnet_ids    = local.subnet_ids[each.key].data
  })
}
