variable "state_bucket" {
  description = "The bucket of the core layers' states. The Makefile takes it from backend.hcl."
  type        = string
}

variable "state_region" {
  description = "The region of the state bucket. The Makefile takes it from backend.hcl."
  type        = string
}

variable "run_as" {
  description = "The role that Terraform becomes in member accounts. Null: management_role. A pipeline plans with a role that only reads, and applies the same plan with another one."
  type        = string
  default     = null
  ephemeral   = true
}

variable "home_region" {
  description = "The region in which Identity Center was enabled."
  type        = string
}

variable "access" {
  description = "Who gets what: group => account => permission sets. A reviewer needs to read nothing else."
  type        = map(map(list(string)))
}

variable "users" {
  description = "People by user name. Leave it empty when an identity provider syncs them. People who are created here get no invitation: switch on \"Send email OTP for users created from API\" in the settings of Identity Center."
  type = map(object({
    given_name  = string
    family_name = string
    email       = string
    groups      = list(string)
  }))
  default = {}

  validation {
    condition     = alltrue(flatten([for user in var.users : [for group in user.groups : contains(keys(var.access), group)]]))
    error_message = "Somebody is in a group that the access matrix does not have."
  }
}

variable "groups_are_synced" {
  description = "True when Entra ID, Okta, Google or another provider syncs groups: they are then looked up by name and not created."
  type        = bool
  default     = false
}

variable "permission_sets" {
  description = "Permission sets by name. hours: the longest session. managed: names of AWS managed policies. inline: a JSON file in this folder. bounded: whether the permission boundary of the baseline applies."
  type = map(object({
    hours   = number
    managed = list(string)
    inline  = optional(string)
    bounded = optional(bool, false)
  }))
  default = {
    Administrator = { hours = 1, managed = ["AdministratorAccess"] }
    PowerUser     = { hours = 4, managed = ["PowerUserAccess"], inline = "developer-iam.json", bounded = true }
    ReadOnly      = { hours = 4, managed = ["ReadOnlyAccess"] }
    ViewOnly      = { hours = 8, managed = ["job-function/ViewOnlyAccess"] }
    SecurityAudit = { hours = 4, managed = ["SecurityAudit"] }
    # The daily work in audit: findings, filters and reports, but no change of roles, policies or alarms.
    SecurityOperator = { hours = 4, managed = ["SecurityAudit"], inline = "security-operator.json" }

    # Reads and queries the logs in log-archive.
    LogReader = { hours = 4, managed = ["job-function/ViewOnlyAccess"], inline = "log-reader.json" }

    Billing = { hours = 4, managed = ["job-function/Billing"] }
  }

  validation {
    condition     = alltrue([for set in var.permission_sets : set.hours >= 1 && set.hours <= 12])
    error_message = "A session lasts from 1 to 12 hours."
  }

  validation {
    condition     = !contains(keys(var.permission_sets), "Management")
    error_message = "The set Management is made by hand for the management account, in step 7 of docs/getting-started.md. A set of this folder must never be assigned there: take another name."
  }
}

variable "break_glass_users" {
  description = "Names of the users for emergencies. Two people, two keys, two places."
  type        = set(string)
  default     = ["break-glass-1", "break-glass-2"]

  validation {
    condition     = alltrue([for name in var.break_glass_users : startswith(name, "break-glass-")])
    error_message = "The names must start with break-glass-, because the alarm looks for it."
  }
}

variable "alarm_email" {
  description = "The address that gets a mail at once when a break-glass user signs in or calls AWS, or when somebody gets access to an account."
  type        = string
}

variable "alarm_regions" {
  description = "Regions whose events raise the alarm. Sign-ins are recorded in us-east-1 or in the region of the sign-in page; changes of access in the home region, changes of users in us-east-1. Name every region that you use."
  type        = set(string)

  validation {
    condition     = contains(var.alarm_regions, var.home_region) && contains(var.alarm_regions, "us-east-1")
    error_message = "Name the home region and us-east-1: changes of access and of users are recorded there."
  }
}
