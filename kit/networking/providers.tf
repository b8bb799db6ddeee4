# Works in the network account, through the role that Organizations created there. Only the management account may assume
# that role: core-pipeline.yaml has a role there for this folder alone.

provider "aws" {
  region              = var.home_region
  allowed_account_ids = [local.account_ids["network"]]

  assume_role {
    role_arn     = "arn:aws:iam::${local.account_ids["network"]}:role/${local.member_role}"
    session_name = "networking"
  }

  default_tags {
    tags = {
      ManagedBy     = "terraform"
      layer         = "networking"
      "kit-version" = trimspace(file("${path.module}/../VERSION"))
    }
  }
}
