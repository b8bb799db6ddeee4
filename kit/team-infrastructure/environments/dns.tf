# DNS names and the certificate. bootstrap.yaml creates the zone, and the networking folder delegates to it. Until the
# delegation exists, the certificate waits, and so does the first apply.

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

locals {
  # One name, so one record proves that the domain is ours.
  validation = one(aws_acm_certificate.this.domain_validation_options)
}

resource "aws_route53_record" "validation" {
  zone_id = data.aws_route53_zone.this.zone_id
  name    = local.validation.resource_record_name
  type    = local.validation.resource_record_type
  ttl     = 300
  records = [local.validation.resource_record_value]
}

resource "aws_acm_certificate_validation" "this" {
  certificate_arn         = aws_acm_certificate.this.arn
  validation_record_fqdns = [aws_route53_record.validation.fqdn]
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
