# Reports every bucket, role, key and queue that somebody outside the organization can reach.

resource "aws_accessanalyzer_analyzer" "organization" {
  for_each = var.regions
  provider = aws.audit

  region        = each.key
  analyzer_name = "organization"
  type          = "ORGANIZATION"

  depends_on = [aws_organizations_delegated_administrator.this]
}
