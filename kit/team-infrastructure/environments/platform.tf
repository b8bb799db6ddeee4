# What the services of a team share in one environment: cluster, load balancer, alarm topic. Settings of the whole
# account are in organization policies and the baseline, because other teams use the same account.

resource "aws_ecs_cluster" "this" {
  name = var.team

  setting {
    name  = "containerInsights"
    value = var.container_insights ? "enabled" : "disabled"
  }
}

resource "aws_security_group" "load_balancer" {
  name_prefix = "${var.team}-load-balancer-"
  description = "Load balancer of ${var.team}"
  vpc_id      = local.network.vpc_id
  tags        = { Name = "${var.team}-load-balancer" }

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_vpc_security_group_ingress_rule" "load_balancer" {
  for_each = { http = 80, https = 443 }

  security_group_id = aws_security_group.load_balancer.id
  description       = each.key
  cidr_ipv4         = var.is_internal ? local.network.vpc_cidr : "0.0.0.0/0"
  from_port         = each.value
  to_port           = each.value
  ip_protocol       = "tcp"
}

resource "aws_lb" "this" {
  name                       = var.team
  load_balancer_type         = "application"
  internal                   = var.is_internal
  subnets                    = var.is_internal ? local.network.private_subnet_ids : local.network.public_subnet_ids
  security_groups            = [aws_security_group.load_balancer.id]
  drop_invalid_header_fields = true
  enable_deletion_protection = var.is_protected
}

resource "aws_lb_listener" "http" {
  load_balancer_arn = aws_lb.this.arn
  port              = 80
  protocol          = "HTTP"

  default_action {
    type = "redirect"

    redirect {
      port        = "443"
      protocol    = "HTTPS"
      status_code = "HTTP_301"
    }
  }
}

# A request for a host that no service uses gets a 404, and not another service.
resource "aws_lb_listener" "https" {
  load_balancer_arn = aws_lb.this.arn
  port              = 443
  protocol          = "HTTPS"
  ssl_policy        = "ELBSecurityPolicy-TLS13-1-2-Res-PQ-2025-09"
  certificate_arn   = aws_acm_certificate_validation.this.certificate_arn

  default_action {
    type = "fixed-response"

    fixed_response {
      content_type = "text/plain"
      message_body = "Not found"
      status_code  = "404"
    }
  }
}

resource "aws_sns_topic" "alarms" {
  name = "${var.team}-alarms"
}

resource "aws_sns_topic_subscription" "alarms" {
  topic_arn = aws_sns_topic.alarms.arn
  protocol  = "email"
  endpoint  = var.alarm_email
}
