output "task_role_name" {
  description = "Give it inline policies for what the code itself calls: a bucket, a table, a queue."
  value       = aws_iam_role.task.name
}

output "security_group_id" {
  description = "Let this group into your database."
  value       = aws_security_group.task.id
}

output "service_name" {
  description = "The ECS service."
  value       = aws_ecs_service.this.name
}

output "target_group_arn" {
  description = "The target group behind the load balancer."
  value       = aws_lb_target_group.this.arn
}

output "log_group_name" {
  description = "Where the logs are: aws logs tail <this> --follow"
  value       = aws_cloudwatch_log_group.this.name
}
