# Incoming traffic is allowed only from the load balancer. Rules are separate resources, so a team can add one, for example
# for its database, without replacing the group.

resource "aws_security_group" "task" {
  name_prefix = "${var.name}-"
  description = "Tasks of ${var.name}"
  vpc_id      = var.vpc_id
  tags        = { Name = var.name }

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_vpc_security_group_ingress_rule" "from_load_balancer" {
  security_group_id            = aws_security_group.task.id
  description                  = "From the load balancer"
  referenced_security_group_id = var.load_balancer_security_group_id
  from_port                    = var.port
  to_port                      = var.port
  ip_protocol                  = "tcp"
}

resource "aws_vpc_security_group_egress_rule" "out" {
  for_each = var.egress_cidrs

  security_group_id = aws_security_group.task.id
  description       = "Out to ${each.key}"
  cidr_ipv4         = each.key
  ip_protocol       = "-1"
}

resource "aws_vpc_security_group_egress_rule" "load_balancer_to_tasks" {
  security_group_id            = var.load_balancer_security_group_id
  description                  = "To ${var.name}"
  referenced_security_group_id = aws_security_group.task.id
  from_port                    = var.port
  to_port                      = var.port
  ip_protocol                  = "tcp"
}
