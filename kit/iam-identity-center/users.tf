# People in the built-in directory and the groups that they are in. If you remove an entry, the person loses their
# memberships and their access. Active sessions continue until they end: see docs/runbook-people.md.

locals {
  memberships = merge([
    for user, value in var.users : {
      for group in value.groups : "${user}/${group}" => { user = user, group = group }
    }
  ]...)
}

resource "aws_identitystore_user" "this" {
  for_each = var.users

  identity_store_id = local.identity_store_id
  user_name         = each.key
  display_name      = "${each.value.given_name} ${each.value.family_name}"

  name {
    given_name  = each.value.given_name
    family_name = each.value.family_name
  }

  emails {
    value   = each.value.email
    primary = true
  }
}

resource "aws_identitystore_group_membership" "this" {
  for_each = local.memberships

  identity_store_id = local.identity_store_id
  group_id          = local.group_ids[each.value.group]
  member_id         = aws_identitystore_user.this[each.value.user].user_id
}
