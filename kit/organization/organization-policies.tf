# Settings that AWS itself enforces in every account of the organization. No team can change them, and no team's destroy
# removes them. A setting that a Terraform folder makes inside an account has no such protection.

locals {
  policy_types = {
    s3-policy  = "S3_POLICY"
    ec2-policy = "DECLARATIVE_POLICY_EC2"
    tag-policy = "TAG_POLICY"
  }
}

resource "aws_organizations_policy" "setting" {
  for_each = var.organization_policies

  name    = each.key
  type    = local.policy_types[each.key]
  content = jsonencode(jsondecode(file("${path.module}/${each.key}.json")))

  depends_on = [aws_organizations_aws_service_access.this]
}

resource "aws_organizations_policy_attachment" "setting" {
  for_each = aws_organizations_policy.setting

  policy_id = each.value.id
  target_id = local.root_id
}
