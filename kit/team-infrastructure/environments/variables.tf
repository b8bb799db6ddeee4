# Only values that differ between environments. If you are about to write a condition on the environment's name, add a
# variable here instead.

variable "environment" {
  description = "dev, staging or prod. Also the name of the account, and of the GitHub environment that may deploy."
  type        = string

  validation {
    condition     = contains(["dev", "staging", "prod"], var.environment)
    error_message = "Use dev, staging or prod."
  }
}

variable "account_id" {
  description = "The account of this environment. A run with credentials of another account stops."
  type        = string
}

variable "home_region" {
  description = "The region of the network."
  type        = string
}

variable "team" {
  description = "Name of the team, as given to bootstrap.yaml. The names of all resources start with it."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{1,14}$", var.team))
    error_message = "Use 2 to 15 lower-case letters, digits and hyphens, with a letter first."
  }
}

variable "network_parameter_arn" {
  description = "From the networking folder's output parameter_arns: says which VPC and subnets are shared with this account."
  type        = string
}

variable "zone_name" {
  description = "The team's zone, made by bootstrap.yaml: orders.dev.example.com."
  type        = string
}

variable "is_internal" {
  description = "True for a load balancer that only the VPC reaches."
  type        = bool
  default     = false
}

variable "is_protected" {
  description = "Keeps the load balancer from being deleted. Set it in prod."
  type        = bool
  default     = false
}

variable "container_insights" {
  description = "Metrics of each task in CloudWatch, billed as custom metrics."
  type        = bool
  default     = false
}

variable "alarm_email" {
  description = "The address that gets alarms. AWS first mails it a link to confirm it."
  type        = string
}

variable "api_image" {
  description = "The image of the service with its digest, as the build workflow prints it."
  type        = string
}

variable "api_size" {
  description = "Size and number of tasks."
  type        = object({ cpu = number, memory = number, min = number, max = number })
}
