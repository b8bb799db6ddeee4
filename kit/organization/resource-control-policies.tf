# Who may reach the resources of member accounts, whatever a bucket's policy or a role's trust policy says. Service control
# policies limit your own people and roles. These policies limit everybody else. They are off until
# var.resource_control_policies names them: docs/existing-organization.md says how to find out what they would deny.
#
# They never limit resources of the management account, or roles that AWS itself made for its services. AWS allows five policies
# at the root and at each unit, of 5,120 characters each. Its own RCPFullAWSAccess counts, too.

locals {
  # A list replaces a word and its quotes. A text replaces only the word. A list without an entry would be no list of a policy, so
  # the partners begin with an account that does not exist.
  resource_documents = {
    for name in toset([for pair in local.resource_pairs : pair.name]) : name => jsonencode(jsondecode(
      replace(
        replace(
          replace(
            file("${path.module}/rcp-${name}.json"),
            "\"GITHUB_SUBJECTS\"", jsonencode([for owner in var.github_owners : "repo:${owner}/*"]),
          ),
          "\"PARTNER_ACCOUNTS\"", jsonencode(setunion(["000000000000"], var.partner_accounts)),
        ),
        "ORGANIZATION_ID", aws_organizations_organization.this.id,
      )
    ))
  }

  resource_pairs = {
    for key in var.resource_control_policies : key => { target = split("/", key)[0], name = split("/", key)[1] }
  }
}

resource "aws_organizations_policy" "rcp" {
  for_each = local.resource_documents

  name    = each.key
  type    = "RESOURCE_CONTROL_POLICY"
  content = each.value

  lifecycle {
    precondition {
      condition     = length(each.value) <= 5120
      error_message = "The policy ${each.key} is longer than the 5,120 characters that AWS allows."
    }

    precondition {
      condition     = each.key != "only-my-github" || length(var.github_owners) > 0
      error_message = "The policy only-my-github would stop every workflow: name your GitHub organization in github_owners."
    }
  }
}

resource "aws_organizations_policy_attachment" "rcp" {
  for_each = local.resource_pairs

  policy_id = aws_organizations_policy.rcp[each.value.name].id
  target_id = each.value.target == "root" ? local.root_id : try(aws_organizations_organizational_unit.this[each.value.target].id, "")

  lifecycle {
    precondition {
      condition     = each.value.target == "root" || contains(keys(local.units), each.value.target)
      error_message = "The entry ${each.key} of resource_control_policies names a unit that organizational-units.tf does not have."
    }
  }
}
