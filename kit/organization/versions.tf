# The state lives in the bucket that state-bucket.yaml makes. `make init LAYER=organization` passes its name, so it is
# written down once, in backend.hcl, and never here.
terraform {
  required_version = ">= 1.11"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 6.45"
    }
  }

  backend "s3" {}
}
