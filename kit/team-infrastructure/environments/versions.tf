# bootstrap.yaml creates the bucket, and init gets its name, so that this file is the same for every environment.
terraform {
  required_version = ">= 1.11"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 6.66"
    }
  }

  backend "s3" {
    key          = "environment.tfstate"
    encrypt      = true
    use_lockfile = true
  }
}
