# One member account for each entry of var.accounts. `make accounts` creates them first, because the providers of the
# other files need their ids.

resource "aws_organizations_account" "this" {
  for_each = var.accounts

  name      = each.key
  email     = each.value.email
  parent_id = try(aws_organizations_organizational_unit.this[each.value.unit].id, null)
  role_name = var.management_role

  # Closing an account ends its costs and deletes all its content 90 days later. Removing a line here must not do that:
  # see docs/runbook-close-account.md.
  close_on_deletion = false

  lifecycle {
    prevent_destroy = true

    # AWS does not report the role that an account was created with, so Terraform would replace an imported account.
    ignore_changes = [role_name]

    precondition {
      condition     = contains(keys(local.units), each.value.unit)
      error_message = "The account ${each.key} is in the unit ${each.value.unit}, which organizational-units.tf does not have."
    }
  }
}

# Without an id, the contact is that of the management account.
resource "aws_account_alternate_contact" "management" {
  for_each = var.contacts

  alternate_contact_type = each.key
  name                   = each.value.name
  title                  = each.value.title
  email_address          = each.value.email
  phone_number           = each.value.phone

  depends_on = [aws_organizations_aws_service_access.this]
}

locals {
  account_ids = { for name, account in aws_organizations_account.this : name => account.id }

  contacts = {
    for pair in setproduct(keys(var.accounts), keys(var.contacts)) :
    "${pair[0]}/${pair[1]}" => { account = pair[0], type = pair[1] }
  }
}

resource "aws_account_alternate_contact" "this" {
  for_each = local.contacts

  account_id             = local.account_ids[each.value.account]
  alternate_contact_type = each.value.type
  name                   = var.contacts[each.value.type].name
  title                  = var.contacts[each.value.type].title
  email_address          = var.contacts[each.value.type].email
  phone_number           = var.contacts[each.value.type].phone

  depends_on = [aws_organizations_aws_service_access.this]
}
