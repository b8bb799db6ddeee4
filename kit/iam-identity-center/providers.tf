# Identity Center is administered from a member account, which the organization folder delegates. The delegated
# administrator can do everything except two things: enable Identity Center, and give anybody access to the management
# account.

provider "aws" {
  region              = var.home_region
  allowed_account_ids = [local.identity_account_id]

  assume_role {
    role_arn     = "arn:aws:iam::${local.identity_account_id}:role/${data.terraform_remote_state.organization.outputs.management_role}"
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
