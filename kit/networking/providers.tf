# Works in the network account, through the role that Organizations created there. At first only the management account
# may assume that role. When a pipeline applies this folder, give it its own role and put the role's name here.

provider "aws" {
  region              = var.home_region
  allowed_account_ids = [local.account_ids["network"]]

  assume_role {
    role_arn     = "arn:aws:iam::${local.account_ids["network"]}:role/${data.terraform_remote_state.organization.outputs.management_role}"
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
