# DNS zones. This folder has the zones dev.example.com and so on. Each team has a zone such as orders.dev.example.com in
# its own account, where its pipeline may write, and this folder delegates to that zone. Your registrar or the zone of
# example.com must point to the name servers in the output environment_name_servers.

locals {
  zones       = var.domain == null ? {} : { for environment in keys(var.environments) : environment => "${environment}.${var.domain}" }
  delegations = var.domain == null ? {} : var.delegations
}

resource "aws_route53_zone" "environment" {
  for_each = local.zones

  name    = each.value
  comment = "Names of the teams in ${each.key}"
}

resource "aws_route53_record" "delegation" {
  for_each = local.delegations

  zone_id = aws_route53_zone.environment[split(".", each.key)[1]].zone_id
  name    = each.key
  type    = "NS"
  ttl     = 3600
  records = each.value
}
