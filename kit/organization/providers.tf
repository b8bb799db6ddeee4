# Run this folder with administrator credentials of the management account. It works in three member accounts through
# the role that Organizations creates in every account that it creates.

locals {
  member_role = coalesce(var.run_as, var.management_role)

  default_tags = {
    ManagedBy     = "terraform"
    layer         = "organization"
    "kit-version" = trimspace(file("${path.module}/../VERSION"))
  }
}

provider "aws" {
  region = var.home_region

  # AWS throttles the contacts of more than about thirty accounts: https://github.com/hashicorp/terraform-provider-aws/issues/42484
  retry_mode = "adaptive"

  # Stops a run with credentials of the wrong account before Terraform plans anything.
  allowed_account_ids = [var.management_account_id]

  default_tags {
    tags = local.default_tags
  }
}

provider "aws" {
  alias  = "audit"
  region = var.home_region

  assume_role {
    role_arn     = "arn:aws:iam::${local.account_ids["audit"]}:role/${local.member_role}"
    session_name = "organization"
  }

  default_tags {
    tags = local.default_tags
  }
}

provider "aws" {
  alias  = "log_archive"
  region = var.home_region

  assume_role {
    role_arn     = "arn:aws:iam::${local.account_ids["log-archive"]}:role/${local.member_role}"
    session_name = "organization"
  }

  default_tags {
    tags = local.default_tags
  }
}

provider "aws" {
  alias  = "images"
  region = var.home_region

  assume_role {
    role_arn     = "arn:aws:iam::${local.account_ids["images"]}:role/${local.member_role}"
    session_name = "organization"
  }

  default_tags {
    tags = local.default_tags
  }
}
