# Names and the certificate. bootstrap.yaml made the zone and the networking folder points to it: until it does, the
# certificate waits, and so does the first apply.

data "aws_route53_zone" "this" {
  name = var.zone_name
}

resource "aws_acm_certificate" "this" {
  domain_name       = "*.${var.zone_name}"
  validation_method = "DNS"

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_route53_record" "validation" {
  for_each = {
    for option in aws_acm_certificate.this.domain_validation_options : option.domain_name => {
      name   = option.resource_record_name
      type   = option.resource_record_type
      record = option.resource_record_value
    }
  }

  zone_id = data.aws_route53_zone.this.zone_id
  name    = each.value.name
  type    = each.value.type
  ttl     = 300
  records = [each.value.record]
}

resource "aws_acm_certificate_validation" "this" {
  certificate_arn         = aws_acm_certificate.this.arn
  validation_record_fqdns = [for record in aws_route53_record.validation : record.fqdn]
}

# One record for all services: each has a host below the zone, and the load balancer tells them apart.
resource "aws_route53_record" "services" {
  zone_id = data.aws_route53_zone.this.zone_id
  name    = "*.${var.zone_name}"
  type    = "A"

  alias {
    name                   = aws_lb.this.dns_name
    zone_id                = aws_lb.this.zone_id
    evaluate_target_health = false
  }
}
