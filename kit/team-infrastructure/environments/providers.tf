provider "aws" {
  region = var.home_region

  # A state of one environment with the variables of another stops here.
  allowed_account_ids = [var.account_id]

  # The pipeline's role may only touch what carries the tag of its team.
  default_tags {
    tags = {
      ManagedBy     = "terraform"
      team          = var.team
      environment   = var.environment
      "kit-version" = "1.0.0"
    }
  }
}
