output "parameter_arns" {
  description = "Give each team the ARN of its environment: it is network_parameter_arn in the team's tfvars."
  value       = { for environment, parameter in aws_ssm_parameter.network : environment => parameter.arn }
}

output "vpc_cidrs" {
  description = "Addresses by environment."
  value       = local.vpc_cidrs
}

output "egress_addresses" {
  description = "Public addresses that your traffic comes from. Partners can allow these addresses."
  value       = concat([for eip in aws_eip.vpc : eip.public_ip], [for eip in aws_eip.egress : eip.public_ip])
}

output "environment_name_servers" {
  description = "Name servers of each environment's zone. Set them as NS records in the zone of your domain."
  value       = { for environment, zone in aws_route53_zone.environment : zone.name => zone.name_servers }
}
