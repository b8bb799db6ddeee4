# Units are flat on purpose. Policies and settings follow units, so a unit exists only where the rules differ. An adopted unit
# that is inside of another one has a parent_id: { baseline = false, parent_id = "ou-exam-1a2b3c4d" }.

locals {
  units = {
    security = { baseline = true }
    shared   = { baseline = true }

    # For the account of Identity Center and of the break-glass users. Nobody has access to it.
    access    = { baseline = true }
    workloads = { baseline = true }

    # For accounts that are being closed. Nobody can work in it, see scp-deny-all.json.
    suspended = { baseline = false }
  }

  root_id = aws_organizations_organization.this.roots[0].id
}

resource "aws_organizations_organizational_unit" "this" {
  for_each = local.units

  name      = each.key
  parent_id = try(each.value.parent_id, local.root_id)
}
