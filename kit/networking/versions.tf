terraform {
  required_version = ">= 1.11"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 6.66"
    }
  }

  backend "s3" {}
}

# Account ids and the bucket for flow logs come from the organization folder, so that nobody types them twice.
data "terraform_remote_state" "organization" {
  backend = "s3"

  config = {
    bucket = var.state_bucket
    key    = "organization/terraform.tfstate"
    region = var.state_region
  }
}

locals {
  account_ids     = data.terraform_remote_state.organization.outputs.account_ids
  flow_log_bucket = data.terraform_remote_state.organization.outputs.log_buckets["flow"]
  member_role     = coalesce(var.run_as, data.terraform_remote_state.organization.outputs.management_role)
}
