output "api_url" {
  description = "Where the service answers."
  value       = "https://api.${var.zone_name}"
}

output "api_task_role_name" {
  description = "Attach policies for what the service calls."
  value       = module.api.task_role_name
}

output "api_log_group_name" {
  description = "Where its logs are: aws logs tail <this> --follow"
  value       = module.api.log_group_name
}

output "cluster_name" {
  description = "The team's cluster."
  value       = aws_ecs_cluster.this.name
}
