# Reports every bucket, role, key and queue that somebody outside the organization can reach.

# An analyzer of the organization reads it through this role. A member account makes the analyzers, and the service makes the
# role by itself only for an analyzer of the management account. An existing organization may have the role already:
# docs/existing-organization.md has its import block.
resource "aws_iam_service_linked_role" "access_analyzer" {
  aws_service_name = "access-analyzer.amazonaws.com"
}

resource "aws_accessanalyzer_analyzer" "organization" {
  for_each = var.regions
  provider = aws.audit

  region        = each.key
  analyzer_name = "organization"
  type          = "ORGANIZATION"

  depends_on = [
    aws_iam_service_linked_role.access_analyzer,
    aws_organizations_delegated_administrator.this,
  ]
}
