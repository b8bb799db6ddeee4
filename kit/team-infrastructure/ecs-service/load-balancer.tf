# A target group and a rule on the team's load balancer: requests to var.host go to this service.

locals {
  # A target group cannot change its port or its VPC. With both in its name, Terraform can create the new group before
  # it removes the old one, so the service has no downtime.
  target_group_name = "${var.name}-${substr(sha1("${var.port}/${var.vpc_id}"), 0, 6)}"
}

resource "aws_lb_target_group" "this" {
  name                 = local.target_group_name
  port                 = var.port
  protocol             = "HTTP"
  target_type          = "ip"
  vpc_id               = var.vpc_id
  deregistration_delay = 30

  health_check {
    path                = var.health_path
    matcher             = "200"
    interval            = 15
    timeout             = 5
    healthy_threshold   = 2
    unhealthy_threshold = 3
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_lb_listener_rule" "this" {
  listener_arn = var.listener_arn

  action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.this.arn
  }

  condition {
    host_header {
      values = [var.host]
    }
  }
}
