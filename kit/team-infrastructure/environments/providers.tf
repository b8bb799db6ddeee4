provider "aws" {
  region = var.home_region

  # Stops a run that uses the state of one environment with the variables of another.
  allowed_account_ids = [var.account_id]

  # The pipeline's role may change only resources with the tag of its team. There is no tag with the kit's version: your
  # copy changes on its own, and a new version would change every resource.
  default_tags {
    tags = {
      ManagedBy   = "terraform"
      team        = var.team
      environment = var.environment
    }
  }
}
