# What the folders iam-identity-center and networking read from this folder's state. Keep the names, because those
# folders use them. Teams read nothing here: what they need is in parameters that the networking folder shares.

output "account_ids" {
  description = "Account id by account name."
  value       = local.account_ids
}

output "unit_ids" {
  description = "Unit id by unit name."
  value       = { for name, unit in aws_organizations_organizational_unit.this : name => unit.id }
}

output "organization_id" {
  description = "For conditions in policies, such as aws:PrincipalOrgID."
  value       = aws_organizations_organization.this.id
}

output "organization_arn" {
  description = "For resource shares with the whole organization."
  value       = aws_organizations_organization.this.arn
}

output "log_buckets" {
  description = "ARN of each log bucket: trail, config and flow."
  value       = { for name, bucket in aws_s3_bucket.log : name => bucket.arn }
}

output "identity_account" {
  description = "The account that administers Identity Center."
  value       = var.identity_account
}

output "management_role" {
  description = "The role that the other folders assume in member accounts."
  value       = var.management_role
}

output "attached_policies" {
  description = "The service control policies and resource control policies that are attached, as target/name."
  value       = sort(concat(keys(local.pairs), keys(local.resource_pairs)))

  precondition {
    condition     = var.attach == null ? true : alltrue([for key in var.attach : contains(keys(local.all_pairs), key)])
    error_message = "An entry of attach is not in local.attachments of service-control-policies.tf."
  }
}

output "baseline_role_names" {
  description = "Roles that every member account has, with their path."
  value       = { break_glass = "baseline/break-glass" }
}

output "image_push_roles" {
  description = "Role of the build workflow by container repository."
  value       = { for name, role in aws_iam_role.push : name => role.arn }
}

output "image_repository_urls" {
  description = "Address to push to and pull from by container repository."
  value       = { for name, repository in aws_ecr_repository.this : name => repository.repository_url }
}
