# New disks of the management account are encrypted. Member accounts get this setting from account-baseline.yaml.

resource "aws_ebs_encryption_by_default" "management" {
  for_each = var.regions

  region  = each.key
  enabled = true
}
