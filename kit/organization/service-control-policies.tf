# What nobody in a member account may do, not even its administrators. The documents are JSON files beside this one, so
# that they can be read and checked without Terraform. This file fills in a value for each word in capitals.
#
# The management account is never limited by these policies: keep workloads and people out of it.
#
# AWS allows ten policies at the root and at each unit, of 10,240 characters each. Its own FullAWSAccess counts, too.

locals {
  attachments = {
    root = concat(
      ["deny-leave", "deny-root", "protect-security"],
      length(var.departed_user_ids) > 0 ? ["deny-departed-user"] : [],
    )
    security  = ["protect-log-archive"]
    access    = ["region-allowlist"]
    shared    = ["region-allowlist", "require-encryption"]
    workloads = ["region-allowlist", "require-encryption"]
    suspended = ["deny-all"]
  }

  # A list replaces a word and its quotes. A text replaces only the word.
  documents = {
    for name in toset([for pair in local.pairs : pair.name]) : name => jsonencode(jsondecode(
      replace(
        replace(
          replace(
            replace(
              file("${path.module}/scp-${name}.json"),
              "\"REGIONS\"", jsonencode(var.regions),
            ),
            "\"DEPARTED_USER_IDS\"", jsonencode(var.departed_user_ids),
          ),
          "MANAGEMENT_ROLE", var.management_role,
        ),
        "LOG_BUCKET_PREFIX", var.prefix,
      )
    ))
  }

  all_pairs = merge([
    for target, names in local.attachments : {
      for name in names : "${target}/${name}" => { target = target, name = name }
    }
  ]...)

  pairs = {
    for key, pair in local.all_pairs : key => pair
    if var.attach == null ? true : contains(var.attach, key) || pair.name == "deny-departed-user"
  }
}

resource "aws_organizations_policy" "scp" {
  for_each = local.documents

  name    = each.key
  type    = "SERVICE_CONTROL_POLICY"
  content = each.value

  lifecycle {
    precondition {
      condition     = length(each.value) <= 10240
      error_message = "The policy ${each.key} is longer than the 10,240 characters that AWS allows."
    }
  }
}

resource "aws_organizations_policy_attachment" "scp" {
  for_each = local.pairs

  policy_id = aws_organizations_policy.scp[each.value.name].id
  target_id = each.value.target == "root" ? local.root_id : aws_organizations_organizational_unit.this[each.value.target].id
}
