# Units are flat on purpose. Policies and settings follow units, so a unit exists only where the rules differ.

locals {
  # config_frequency is how often AWS Config records: DAILY, or CONTINUOUS, which costs several times as much where
  # resources change often. Give production its own unit if it should be recorded continuously.
  units = {
    security  = { config_frequency = "DAILY", baseline = true }
    shared    = { config_frequency = "DAILY", baseline = true }
    workloads = { config_frequency = "DAILY", baseline = true }

    # For accounts that are being closed. Nobody can work in it, see scp-deny-all.json.
    suspended = { config_frequency = "DAILY", baseline = false }
  }

  root_id = aws_organizations_organization.this.roots[0].id
}

resource "aws_organizations_organizational_unit" "this" {
  for_each = local.units

  name      = each.key
  parent_id = local.root_id
}
