output "start_url" {
  description = "Where people sign in. Give it to everybody; they paste it into `aws configure sso` once."
  value       = "https://${local.identity_store_id}.awsapps.com/start"
}

output "group_ids" {
  description = "Group id by group name."
  value       = local.group_ids
}

output "permission_set_arns" {
  description = "ARN of each permission set by name."
  value       = { for name, set in aws_ssoadmin_permission_set.this : name => set.arn }
}
