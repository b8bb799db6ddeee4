# One group for each row of the access matrix.

locals {
  group_ids = var.groups_are_synced ? {
    for name, group in data.aws_identitystore_group.synced : name => group.group_id
    } : {
    for name, group in aws_identitystore_group.this : name => group.group_id
  }
}

resource "aws_identitystore_group" "this" {
  for_each = var.groups_are_synced ? {} : var.access

  identity_store_id = local.identity_store_id
  display_name      = each.key
  description       = "Made by the iam-identity-center folder"
}

data "aws_identitystore_group" "synced" {
  for_each = var.groups_are_synced ? var.access : {}

  identity_store_id = local.identity_store_id

  alternate_identifier {
    unique_attribute {
      attribute_path  = "DisplayName"
      attribute_value = each.key
    }
  }
}
