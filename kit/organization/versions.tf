# The state is in the bucket that state-bucket.yaml creates. `make init LAYER=organization` passes the bucket's name, so
# only backend.hcl has it.
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
