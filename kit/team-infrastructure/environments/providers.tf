provider "aws" {
  region = var.home_region

  # Stops a run that uses the state of one environment with the variables of another.
  allowed_account_ids = [var.account_id]

  # The pipeline's role may change only resources with the tag of its team.
  default_tags {
    tags = {
      ManagedBy     = "terraform"
      team          = var.team
      environment   = var.environment
      "kit-version" = "1.0.0"
    }
  }
}
