variable "management_account_id" {
  description = "The account that owns the organization. A run with credentials of another account stops."
  type        = string

  validation {
    condition     = can(regex("^[0-9]{12}$", var.management_account_id))
    error_message = "An account id has twelve digits."
  }
}

variable "management_role" {
  description = "The role in member accounts that the management account assumes. Under Control Tower: AWSControlTowerExecution."
  type        = string
  default     = "OrganizationAccountAccessRole"
}

variable "run_as" {
  description = "The role that Terraform becomes in member accounts. Null: management_role. A pipeline plans with a role that only reads, and applies the same plan with another one."
  type        = string
  default     = null
  ephemeral   = true
}

variable "home_region" {
  description = "Where the trail, the log buckets, Identity Center and the network live."
  type        = string
}

variable "regions" {
  description = "Every region that you use. Requests to any other region are denied in workload and shared accounts. Keep us-east-1: certificates for CloudFront are made there."
  type        = set(string)

  validation {
    condition     = contains(var.regions, var.home_region)
    error_message = "The home region must be one of the regions."
  }

  validation {
    condition     = contains(var.regions, "us-east-1")
    error_message = "Keep us-east-1. Without it, certificates for CloudFront, public images and other global services are denied."
  }
}

variable "prefix" {
  description = "Starts the names of buckets, which must be unique across all of AWS. Your company's short name will do."
  type        = string

  validation {
    condition     = can(regex("^[a-z0-9][a-z0-9-]{1,20}$", var.prefix))
    error_message = "Use 2 to 21 lower-case letters, digits and hyphens."
  }
}

variable "accounts" {
  description = "Member accounts by name: the address of the root user, the unit, and the monthly budget in US dollars. Each email must be unique across all of AWS."
  type = map(object({
    email       = string
    unit        = string
    monthly_usd = optional(number, 100)
  }))

  validation {
    condition     = length(distinct([for account in var.accounts : lower(account.email)])) == length(var.accounts)
    error_message = "Two accounts share an email address. AWS refuses that halfway through an apply."
  }

  validation {
    condition     = alltrue([for name in ["audit", "images", "log-archive", "network"] : contains(keys(var.accounts), name)])
    error_message = "The accounts audit, images, log-archive and network are needed by the other files."
  }
}

variable "identity_account" {
  description = "The account that administers Identity Center and holds the break-glass users. Whoever is an administrator of it can give themselves every other member account, so use it for nothing else and give nobody access to it."
  type        = string
  default     = "identity"

  validation {
    condition     = contains(keys(var.accounts), var.identity_account)
    error_message = "The identity account must be one of the accounts."
  }
}

variable "contacts" {
  description = "Alternate contacts of every account by type: BILLING, OPERATIONS, SECURITY. AWS writes to them about abuse and incidents."
  type = map(object({
    name  = string
    title = string
    email = string
    phone = string
  }))
  default = {}

  validation {
    condition     = alltrue([for type in keys(var.contacts) : contains(["BILLING", "OPERATIONS", "SECURITY"], type)])
    error_message = "The types of contacts are BILLING, OPERATIONS and SECURITY."
  }
}

variable "budget_email" {
  description = "The address that gets mails about budgets and unusual costs."
  type        = string
}

variable "anomaly_monitor_arn" {
  description = "The monitor for all services that AWS makes when Cost Explorer is opened for the first time. docs/getting-started.md says how to find it. Null: no mails about unusual costs."
  type        = string
  default     = null
}

variable "anomaly_usd" {
  description = "The smallest amount in US dollars for which unusual costs are reported."
  type        = number
  default     = 50
}

variable "log_retention_days" {
  description = "How long logs are kept. Files of the audit trail cannot be deleted before, except by the management account, which can remove the lock."
  type        = number
  default     = 365

  validation {
    condition     = var.log_retention_days >= 90
    error_message = "Keep logs for 90 days at least."
  }
}

variable "config_frequency" {
  description = "How often AWS Config records: DAILY, or CONTINUOUS, which costs several times as much where resources change often. All accounts have the same, because accounts that are made later get the values of the stack set and no overrides."
  type        = string
  default     = "DAILY"

  validation {
    condition     = contains(["CONTINUOUS", "DAILY"], var.config_frequency)
    error_message = "Use DAILY or CONTINUOUS."
  }
}

variable "security_email" {
  description = "The address that gets a mail at once about serious findings, and about the root user, policies and the trail of the management account."
  type        = string
}

variable "guardduty_features" {
  description = "Protection plans for every account, each billed by use: S3_DATA_EVENTS, EKS_AUDIT_LOGS, EBS_MALWARE_PROTECTION, RDS_LOGIN_EVENTS, LAMBDA_NETWORK_LOGS, RUNTIME_MONITORING. The last one sees nothing without an agent on each host: GuardDuty installs agents when you switch that on in the audit account, under Runtime Monitoring."
  type        = set(string)
  default     = ["S3_DATA_EVENTS"]
}

variable "create_github_provider" {
  description = "Creates the OpenID Connect provider for GitHub Actions in every member account. Set it to false if accounts already have one. A change from true to false removes it, and pipelines of teams then get no credentials."
  type        = bool
  default     = true
}

variable "image_repositories" {
  description = "Container repositories by name, and the GitHub repository that may push to each, as it stands in the subject of its tokens: acme/orders, or acme@1234/orders@5678 for repositories made since July 2026."
  type        = map(string)
  default     = {}

  validation {
    condition     = alltrue([for subject in values(var.image_repositories) : can(regex("^[A-Za-z0-9_.@-]+/[A-Za-z0-9_.@-]+$", subject))])
    error_message = "Name one GitHub repository for each: acme/orders or acme@1234/orders@5678. An asterisk would let others in."
  }
}

variable "attach" {
  description = "The service control policies to attach, as target/name, such as workloads/region-allowlist. Null: all of local.attachments. An existing organization begins with [] and adds one after the other: docs/existing-organization.md. The policy against departed users is always attached."
  type        = set(string)
  default     = null
}

variable "organization_policies" {
  description = "The organization policies to attach to the root: ec2-policy, s3-policy, tag-policy. The S3 policy closes every public bucket at once."
  type        = set(string)
  default     = ["ec2-policy", "s3-policy", "tag-policy"]

  validation {
    condition     = alltrue([for name in var.organization_policies : contains(["ec2-policy", "s3-policy", "tag-policy"], name)])
    error_message = "The organization policies are ec2-policy, s3-policy and tag-policy."
  }
}

variable "detection" {
  description = "GuardDuty and Security Hub in every account and region. Set it to false until you want their costs and findings. A later change to false leaves both running in member accounts: docs/removing.md says how to stop them."
  type        = bool
  default     = true
}

variable "baseline_units" {
  description = "The units whose accounts get the baseline. Null: every unit with baseline = true in organizational-units.tf. A unit without accounts is left out."
  type        = set(string)
  default     = null
}

variable "create_recorders" {
  description = "Creates the recorders of AWS Config in member accounts. Set it to false if something else records there, such as Control Tower. The rest of the baseline stays."
  type        = bool
  default     = true
}

variable "resource_control_policies" {
  description = "The resource control policies to attach, as target/name: only-my-organization or only-my-github, at root or at a unit, such as workloads/only-my-organization. None by default, because whoever reaches your resources from outside of the organization is denied at once: docs/existing-organization.md says how to find them first."
  type        = set(string)
  default     = []

  validation {
    condition     = alltrue([for key in var.resource_control_policies : can(regex("^[^/]+/only-my-(github|organization)$", key))])
    error_message = "Write target/name. The resource control policies are only-my-github and only-my-organization."
  }
}

variable "partner_accounts" {
  description = "Accounts outside of the organization that only-my-organization lets in, by id: those of tools that assume a role in your accounts, and of load balancers that write their logs into a bucket in older regions. Policies of resources still decide what they may do."
  type        = set(string)
  default     = []

  validation {
    condition     = alltrue([for id in var.partner_accounts : can(regex("^[0-9]{12}$", id))])
    error_message = "An account id has twelve digits."
  }
}

variable "github_owners" {
  description = "Your organizations and users on GitHub, as they stand in the subject of tokens: acme, and acme@1234 for repositories made since July 2026. With only-my-github, no workflow of another owner can assume a role in your accounts, whatever the role's trust policy says."
  type        = set(string)
  default     = []

  validation {
    condition     = alltrue([for owner in var.github_owners : can(regex("^[A-Za-z0-9@-]+$", owner))])
    error_message = "Name an owner: acme or acme@1234. An asterisk would let others in."
  }
}

variable "further_policy_types" {
  description = "Types of policies that your organization uses besides the five that the kit knows, such as BACKUP_POLICY. A type that is in neither list is switched off, and AWS detaches its policies. docs/existing-organization.md says how to list them."
  type        = set(string)
  default     = []
}

variable "departed_user_ids" {
  description = "Identity Center user ids whose active sessions are denied everything. Empty it again after twelve hours, when the longest session has ended."
  type        = set(string)
  default     = []
}
