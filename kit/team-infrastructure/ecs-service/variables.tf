# Values that a team chooses.

variable "name" {
  description = "Name of the service, starting with the team: orders-api. The names of all resources of the module start with it."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{1,23}[a-z0-9]$", var.name))
    error_message = "Use 3 to 25 lower-case letters, digits and hyphens, with a letter first."
  }
}

variable "team" {
  description = "Name of the team: roles are below /app/<team>/, where its pipeline may create them."
  type        = string
}

variable "image" {
  description = "Image with a digest, so that the image of a running service cannot change: repository@sha256:…"
  type        = string

  validation {
    condition     = can(regex("@sha256:[0-9a-f]{64}$", var.image))
    error_message = "Give the image by digest: repository@sha256: and 64 hexadecimal digits. The build workflow prints it."
  }
}

variable "port" {
  description = "The port that the container listens on."
  type        = number
}

variable "host" {
  description = "The host name whose requests the load balancer sends here, such as api.orders.dev.example.com."
  type        = string
}

variable "health_path" {
  description = "Answers 200 while the process works. It should not ask the database: an outage there would then end every task as well."
  type        = string
  default     = "/healthz"
}

variable "cpu" {
  description = "Processor units, 1024 of which are one processor: 256, 512, 1024, 2048, 4096, 8192 or 16384."
  type        = number
  default     = 256
}

variable "memory" {
  description = "Memory in MiB. Fargate offers certain sizes for each processor size; others fail at plan."
  type        = number
  default     = 512
}

variable "architecture" {
  description = "ARM64, which costs a fifth less for the same size, or X86_64. The image must be built for it."
  type        = string
  default     = "ARM64"

  validation {
    condition     = contains(["ARM64", "X86_64"], var.architecture)
    error_message = "Use ARM64 or X86_64."
  }
}

variable "min_tasks" {
  description = "The lowest number of tasks."
  type        = number
  default     = 1
}

variable "max_tasks" {
  description = "The highest number of tasks."
  type        = number
  default     = 2
}

variable "environment" {
  description = "Environment variables of the container that are not secret."
  type        = map(string)
  default     = {}
}

variable "secrets" {
  description = "Environment variable => ARN in Secrets Manager or Parameter Store. The value never passes through Terraform."
  type        = map(string)
  default     = {}
}

variable "secret_key_arns" {
  description = "Keys that the secrets are encrypted with, if they are not AWS's own."
  type        = set(string)
  default     = []
}

variable "read_only_root" {
  description = "Makes the container's file system read-only. Set it to false for software that must write to its own folders."
  type        = bool
  default     = true
}

variable "log_retention_days" {
  description = "How long the service's logs are kept."
  type        = number
  default     = 30
}

variable "cpu_target" {
  description = "The processor load, in percent, that autoscaling tries to keep."
  type        = number
  default     = 60
}

variable "errors_per_minute" {
  description = "More responses with status 500 or higher than this, in each of three minutes, raise the alarm."
  type        = number
  default     = 5
}

variable "latency_seconds" {
  description = "If one response in twenty is slower than this for five minutes, the alarm is raised."
  type        = number
  default     = 2
}

# Values from the surrounding environment. main.tf of the environments folder shows how to pass them.

variable "cluster_arn" {
  description = "The ECS cluster."
  type        = string
}

variable "vpc_id" {
  description = "The shared VPC."
  type        = string
}

variable "private_subnet_ids" {
  description = "Subnets of the tasks."
  type        = list(string)
}

variable "egress_cidrs" {
  description = "Where tasks may connect to. Narrow it down when you know."
  type        = set(string)
  default     = ["0.0.0.0/0"]
}

variable "listener_arn" {
  description = "The HTTPS listener of the load balancer."
  type        = string
}

variable "load_balancer_arn_suffix" {
  description = "The load balancer as metrics name it."
  type        = string
}

variable "load_balancer_security_group_id" {
  description = "The only security group that may reach the tasks."
  type        = string
}

variable "alarm_topic_arn" {
  description = "The topic that alarms are sent to."
  type        = string
}

variable "permissions_boundary_arn" {
  description = "The boundary of both roles. The baseline makes it in every account, and nobody can make a role without it."
  type        = string
}
