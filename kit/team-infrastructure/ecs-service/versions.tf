# A module sets lower bounds only. The environment that calls it pins exact versions in its lock file.
terraform {
  required_version = ">= 1.11"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 6.66"
    }
  }
}
