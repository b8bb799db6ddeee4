# The service has rolling deployments, which roll back by themselves if they fail. An apply waits until the deployment ends,
# and fails if ECS rolled back.

resource "aws_ecs_service" "this" {
  name                               = var.name
  cluster                            = var.cluster_arn
  task_definition                    = aws_ecs_task_definition.this.arn
  desired_count                      = var.min_tasks
  launch_type                        = "FARGATE"
  propagate_tags                     = "SERVICE"
  wait_for_steady_state              = true
  health_check_grace_period_seconds  = 60
  deployment_minimum_healthy_percent = 100
  deployment_maximum_percent         = 200

  deployment_circuit_breaker {
    enable   = true
    rollback = true
  }

  network_configuration {
    subnets          = var.private_subnet_ids
    security_groups  = [aws_security_group.task.id]
    assign_public_ip = false
  }

  load_balancer {
    target_group_arn = aws_lb_target_group.this.arn
    container_name   = var.name
    container_port   = var.port
  }

  lifecycle {
    # Autoscaling changes this value.
    ignore_changes = [desired_count]

    # The provider waits for a steady service, and one that was rolled back is steady, too.
    postcondition {
      condition     = self.task_definition == aws_ecs_task_definition.this.arn
      error_message = "ECS rolled back to the previous version. Look at the service's events."
    }
  }

  # ECS refuses a target group that no listener uses, and tasks cannot start before the roles have their policies.
  depends_on = [
    aws_iam_role_policy.execution,
    aws_lb_listener_rule.this,
  ]
}
