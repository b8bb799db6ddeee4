// Public kinds of events, and the action that AWS documents for each: the Service Authorization Reference, and the guide of each
// service about CloudTrail.
import { expect, test } from 'vitest'
import { knownActions } from '../names/aws-names.ts'
import { actionOf } from './actions.ts'

/** Sources, each with its events. An event without an arrow needs the action of its name. */
const documented: Record<string, string> = {
  'access-analyzer → access-analyzer': 'CreateAnalyzer ListFindings',
  'account → account': 'PutAlternateContact EnableRegion',
  'acm → acm': 'RequestCertificate DeleteCertificate',
  'acm-pca → acm-pca': 'IssueCertificate',
  'airflow → airflow': 'CreateEnvironment',
  'amazonmq → mq': 'CreateBroker RebootBroker',
  'amplify → amplify': 'CreateApp',
  'aoss → aoss': 'CreateCollection',
  'apigateway → apigateway':
    'GetRestApis→GET CreateRestApi→POST UpdateStage→PATCH PutIntegration→PUT DeleteStage→DELETE ImportRestApi→POST TagResource→PUT UntagResource→DELETE CreateDeployment→POST TestInvokeMethod→GET',
  'applicationinsights → applicationinsights': 'CreateApplication',
  'applicationsignals → application-signals': 'CreateServiceLevelObjective GetService',
  'appstream2 → appstream': 'CreateFleet',
  'athena → athena': 'StartQueryExecution GetQueryResults',
  'autoscaling → autoscaling': 'CreateAutoScalingGroup SetDesiredCapacity',
  'backup → backup': 'StartBackupJob DeleteRecoveryPoint',
  'bedrock → bedrock':
    'InvokeModel Converse→InvokeModel ConverseStream→InvokeModelWithResponseStream ListFoundationModels',
  'bedrock-agent → bedrock': 'CreateAgent',
  'bedrock-agent-runtime → bedrock': 'InvokeAgent RetrieveAndGenerateStream→RetrieveAndGenerate',
  'bedrock-runtime → bedrock': 'InvokeModel StartAsyncInvoke→InvokeModel',
  'budgets → budgets': 'CreateBudget→ModifyBudget DescribeBudgets→ViewBudget',
  'catalog-marketplace → aws-marketplace': 'StartChangeSet',
  'ce → ce': 'GetCostAndUsage',
  'cloud9 → cloud9': 'CreateEnvironmentEC2',
  'cloudcontrolapi → cloudformation': 'CreateResource',
  'cloudformation → cloudformation': 'CreateStack DeleteStackInstances',
  'cloudfront → cloudfront':
    'UpdateDistribution2020_05_31→UpdateDistribution CreateInvalidation2020_05_31→CreateInvalidation',
  'cloudhsm → cloudhsm': 'CreateCluster',
  'cloudshell → cloudshell': 'CreateEnvironment GetFileDownloadUrls',
  'cloudtrail → cloudtrail': 'StopLogging DeleteTrail PutEventSelectors LookupEvents',
  'codebuild → codebuild': 'StartBuild UpdateProject',
  'codecommit → codecommit': 'GitPull CreateRepository',
  'codepipeline → codepipeline': 'StartPipelineExecution',
  'cognito-identity → cognito-identity': 'GetCredentialsForIdentity GetId',
  'cognito-idp → cognito-idp': 'AdminCreateUser',
  'config → config': 'StopConfigurationRecorder DeleteDeliveryChannel',
  'ds → ds': 'CreateMicrosoftAD',
  'dynamodb → dynamodb': 'CreateTable GetItem TransactGetItems→GetItem',
  'ebs → ebs': 'GetSnapshotBlock ListSnapshotBlocks',
  'ec2 → ec2':
    'RunInstances TerminateInstances CreateSecurityGroup AuthorizeSecurityGroupIngress ModifySnapshotAttribute GetPasswordData DisableEbsEncryptionByDefault',
  'ec2-instance-connect → ec2-instance-connect': 'SendSSHPublicKey SendSerialConsoleSSHPublicKey',
  'ecr → ecr': 'PutImage GetAuthorizationToken BatchGetImage',
  'ecs → ecs': 'RegisterTaskDefinition RunTask',
  'eks → eks': 'CreateCluster AccessKubernetesApi',
  'elasticache → elasticache': 'CreateCacheCluster',
  'elasticfilesystem → elasticfilesystem': 'CreateFileSystem DeleteMountTarget',
  'elasticloadbalancing → elasticloadbalancing': 'CreateLoadBalancer',
  'elasticmapreduce → elasticmapreduce': 'RunJobFlow',
  'email → ses': 'VerifyEmailIdentity',
  'es → es': 'CreateDomain',
  'events → events': 'PutRule PutTargets DisableRule',
  'firehose → firehose': 'CreateDeliveryStream',
  'fsx → fsx': 'CreateFileSystem',
  'glue → glue': 'CreateJob GetTable',
  'guardduty → guardduty': 'DeleteDetector UpdateDetector DisassociateMembers CreateIPSet',
  'health → health': 'DescribeEventAggregates',
  'iam → iam':
    'CreateUser CreateAccessKey AttachRolePolicy PutRolePolicy UpdateAssumeRolePolicy DeactivateMFADevice CreateLoginProfile CreateVirtualMFADevice',
  'imagebuilder → imagebuilder': 'CreateImage',
  'inspector2 → inspector2': 'Enable Disable',
  'kafka → kafka': 'CreateCluster',
  'kinesis → kinesis': 'CreateStream',
  'kms → kms': 'Decrypt GenerateDataKey ScheduleKeyDeletion DisableKey ReEncrypt→ReEncryptFrom CreateGrant',
  'lakeformation → lakeformation': 'GrantPermissions GetDataAccess',
  'lambda → lambda':
    'CreateFunction20150331→CreateFunction UpdateFunctionCode20150331v2→UpdateFunctionCode AddPermission20150331v2→AddPermission Invoke→InvokeFunction GetLayerVersionByArn→GetLayerVersion CreateEventSourceMapping20150331→CreateEventSourceMapping',
  'lightsail → lightsail': 'CreateInstances',
  'logs → logs': 'DeleteLogGroup PutSubscriptionFilter CreateLogStream',
  'macie → macie': 'AssociateS3Resources',
  'macie2 → macie2': 'DisableMacie',
  'memory-db → memorydb': 'CreateCluster',
  'monitoring → cloudwatch': 'PutMetricAlarm DeleteAlarms GetMetricData',
  'network-firewall → network-firewall': 'DeleteFirewall',
  'networksynthetics → networkmonitor': 'CreateMonitor GetProbe',
  'oam → oam': 'CreateSink',
  'organizations → organizations': 'LeaveOrganization CreateAccount AttachPolicy DisablePolicyType',
  'pinpoint → mobiletargeting': 'CreateApp',
  'pricing → pricing': 'GetProducts',
  'ram → ram': 'CreateResourceShare',
  'rds → rds': 'CreateDBInstance ModifyDBSnapshotAttribute DeleteDBCluster StartExportTask',
  'rdsdata → rds-data': 'ExecuteStatement BeginTransaction',
  'redshift → redshift': 'GetClusterCredentials',
  'redshift-data → redshift-data': 'ExecuteStatement',
  'resource-explorer-2 → resource-explorer-2': 'Search',
  'rolesanywhere → rolesanywhere': 'CreateTrustAnchor',
  'route53 → route53': 'ChangeResourceRecordSets CreateHostedZone',
  'route53domains → route53domains': 'TransferDomain',
  'route53resolver → route53resolver': 'DeleteResolverQueryLogConfig',
  's3 → s3':
    'CreateBucket ListBuckets→ListAllMyBuckets HeadBucket→ListBucket ListObjectVersions→ListBucketVersions HeadObject→GetObject CopyObject→PutObject CompleteMultipartUpload→PutObject DeleteObjects→DeleteObject DeleteBucketCors→PutBucketCORS GetBucketLifecycle→GetLifecycleConfiguration DeleteBucketReplication→PutReplicationConfiguration GetBucketEncryption→GetEncryptionConfiguration PutBucketPublicAccessBlock PutBucketPolicy DeleteBucketPolicy DeleteBucketTagging→PutBucketTagging DeleteBucketIntelligentTieringConfiguration→PutIntelligentTieringConfiguration ListBucketIntelligentTieringConfigurations→GetIntelligentTieringConfiguration PutBucketVersioning PutBucketLogging PutObjectAcl DeleteBucketWebsite RestoreObject',
  's3-control → s3': 'PutAccountPublicAccessBlock CreateAccessPoint',
  's3express → s3express':
    'CreateSession GetObject→CreateSession PutObject→CreateSession ListObjectsV2→CreateSession CreateBucket DeleteBucket',
  'sagemaker → sagemaker': 'CreateNotebookInstance CreatePresignedNotebookInstanceUrl',
  'scheduler → scheduler': 'CreateSchedule',
  'secretsmanager → secretsmanager': 'GetSecretValue DeleteSecret PutSecretValue BatchGetSecretValue',
  'securityhub → securityhub': 'DisableSecurityHub BatchImportFindings',
  'servicecatalog → servicecatalog': 'ProvisionProduct',
  'servicecatalog-appregistry → servicecatalog': 'CreateApplication',
  'servicequotas → servicequotas': 'RequestServiceQuotaIncrease',
  'ses → ses': 'SendEmail GetAccount',
  'sns → sns': 'Publish Subscribe DeleteTopic',
  'sqs → sqs': 'CreateQueue SendMessageBatch→SendMessage DeleteMessageBatch→DeleteMessage PurgeQueue',
  'ssm → ssm': 'SendCommand GetParameter StartSession GetParametersByPath ResumeSession',
  'sso → sso': 'CreateAccountAssignment ProvisionPermissionSet',
  'sso-directory → sso-directory': 'CreateUser',
  'states → states': 'CreateStateMachine StartExecution',
  'sts → sts':
    'AssumeRole AssumeRoleWithSAML AssumeRoleWithWebIdentity GetCallerIdentity GetFederationToken AssumeRoot',
  'support → support': 'CreateCase',
  'support-subscription → supportplans': 'StartSupportPlanUpdate GetSupportPlan',
  'tagging → tag': 'GetResources TagResources',
  'taxconsole → tax': 'BatchPutTaxRegistration',
  'transfer → transfer': 'CreateServer',
  'trustedadvisor → trustedadvisor': 'DescribeChecks',
  'waf-regional → waf-regional': 'DeleteWebACL',
  'wafv2 → wafv2': 'DeleteWebACL DisassociateWebACL',
  'workspaces → workspaces': 'CreateWorkspaces',
  'xray → xray': 'PutTraceSegments',
}

const rows = Object.entries(documented).flatMap(([sources, events]) => {
  const [source = '', prefix = ''] = sources.split(' → ')
  return events
    .split(' ')
    .filter(Boolean)
    .map((event): [string, string, string] => {
      const [name = '', action = name] = event.split('→')
      return [`${source}.amazonaws.com`, name, `${prefix}:${action}`]
    })
})

test.each(rows)('%s %s needs %s', (source, name, action) => {
  expect(actionOf(source, name)).toBe(action)
})

test.each([
  [
    'autoscaling',
    'PutScalingPolicy',
    { serviceNamespace: 'ecs' },
    'application-autoscaling:PutScalingPolicy',
  ],
  ['autoscaling', 'PutScalingPolicy', { autoScalingGroupName: 'g' }, 'autoscaling:PutScalingPolicy'],
  ['s3', 'DeleteObject', { versionId: 'v' }, 's3:DeleteObjectVersion'],
  ['s3', 'HeadObject', { versionId: 'v' }, 's3:GetObjectVersion'],
  ['s3', 'GetObjectAcl', { versionId: 'v' }, 's3:GetObjectVersionAcl'],
  ['s3', 'PutObjectTagging', { versionId: 'v' }, 's3:PutObjectVersionTagging'],
  ['s3', 'DeleteObject', { key: 'k' }, 's3:DeleteObject'],
  ['s3', 'GetObjectAttributes', { versionId: 'v' }, 's3:GetObjectVersionAttributes'],
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/understanding-ddb-log-entries.html
  ['dynamodb', 'TransactWriteItems', { requestItems: [{ operation: 'Delete' }] }, 'dynamodb:DeleteItem'],
  ['dynamodb', 'ExecuteStatement', { statement: 'INSERT INTO "t" VALUE {}' }, 'dynamodb:PartiQLInsert'],
  // AWS has no action of this name, so every statement that names an action of the service is in doubt.
  ['dynamodb', 'TransactWriteItems', {}, 'dynamodb:TransactWriteItems'],
  ['sns', 'PublishBatch', {}, 'sns:Publish'],
])('%s %s with %o needs %s', (source, name, parameters, action) => {
  expect(actionOf(`${source}.amazonaws.com`, name, parameters)).toBe(action)
})

test.each(['amazonaws.com', 'amazonaws.com.cn', 'amazonaws.eu'])('a source of %s is known', (domain) => {
  expect(actionOf(`ec2.${domain}`, 'RunInstances')).toBe('ec2:RunInstances')
})

test.each(['billingconsole', 'quantumledger', 'constructor', 'toString'])(
  'nothing is guessed of %s',
  (source) => {
    expect(actionOf(`${source}.amazonaws.com`, 'Get')).toBe(null)
  },
)

test('AWS has each of these actions, but those of Macie Classic', () => {
  const unknown = rows.filter(([, , action]) => {
    const [prefix = '', name = ''] = action.split(':')
    return !knownActions.services[prefix]?.includes(name)
  })
  expect(unknown.map(([, , action]) => action)).toEqual(['macie:AssociateS3Resources'])
})
