# Identity Center is administered from a member account, to which the organization folder delegates it. That account cannot
# enable Identity Center, and cannot give anybody access to the management account.

provider "aws" {
  region              = var.home_region
  allowed_account_ids = [local.identity_account_id]

  # AWS throttles a large access matrix: https://github.com/hashicorp/terraform-provider-aws/issues/35646
  retry_mode = "adaptive"

  assume_role {
    role_arn     = "arn:aws:iam::${local.identity_account_id}:role/${local.member_role}"
    session_name = "iam-identity-center"
  }

  default_tags {
    tags = {
      ManagedBy     = "terraform"
      layer         = "iam-identity-center"
      "kit-version" = trimspace(file("${path.module}/../VERSION"))
    }
  }
}
