// The IAM action of a CloudTrail event. Most events have the name of their action.
import { servicePrefixes } from '../names/reference.ts'
import { eachText } from './values.ts'

/** Event sources whose first label is not the prefix of their actions (Service Authorization Reference). */
const prefixes: Record<string, string> = {
  amazonmq: 'mq',
  applicationsignals: 'application-signals',
  appstream2: 'appstream',
  awsssoportal: 'sso',
  'bedrock-agent': 'bedrock',
  'bedrock-agent-runtime': 'bedrock',
  'bedrock-runtime': 'bedrock',
  cloudcontrolapi: 'cloudformation',
  cloudhsmv2: 'cloudhsm',
  elasticloadbalancingv2: 'elasticloadbalancing',
  email: 'ses',
  'memory-db': 'memorydb',
  // Macie Classic, which AWS has closed, is not among the prefixes.
  macie: 'macie',
  monitoring: 'cloudwatch',
  'mturk-requester': 'mechanicalturk',
  networksynthetics: 'networkmonitor',
  pinpoint: 'mobiletargeting',
  rdsdata: 'rds-data',
  's3-control': 's3',
  'servicecatalog-appregistry': 'servicecatalog',
  'support-subscription': 'supportplans',
  tagging: 'tag',
  taxconsole: 'tax',
}

/** Reads lines of an action and the events that need it. @returns actions by event */
const table = (lines: string): ReadonlyMap<string, string> =>
  new Map(
    lines
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [action = '', ...events] = line.trim().split(/\s+/)
        return events.map((event): [string, string] => [event, action])
      }),
  )

/** Actions whose events have other names, by prefix. */
const names: Record<string, ReadonlyMap<string, string>> = {
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html. A copy also needs GetObject.
  s3: table(`
    ListAllMyBuckets ListBuckets
    ListBucket ListObjects ListObjectsV2 HeadBucket
    ListBucketVersions ListObjectVersions
    ListBucketMultipartUploads ListMultipartUploads
    ListMultipartUploadParts ListParts
    GetObject HeadObject SelectObjectContent
    PutObject CopyObject CreateMultipartUpload UploadPart UploadPartCopy CompleteMultipartUpload PostObject
    DeleteObject DeleteObjects
    GetEncryptionConfiguration GetBucketEncryption
    PutEncryptionConfiguration PutBucketEncryption DeleteBucketEncryption
    GetLifecycleConfiguration GetBucketLifecycle GetBucketLifecycleConfiguration
    PutLifecycleConfiguration PutBucketLifecycle PutBucketLifecycleConfiguration DeleteBucketLifecycle
    GetReplicationConfiguration GetBucketReplication
    PutReplicationConfiguration PutBucketReplication DeleteBucketReplication
    GetBucketCORS GetBucketCors
    PutBucketCORS PutBucketCors DeleteBucketCors
    PutBucketTagging DeleteBucketTagging
    PutBucketOwnershipControls DeleteBucketOwnershipControls
    GetBucketPublicAccessBlock GetPublicAccessBlock
    PutBucketPublicAccessBlock PutPublicAccessBlock DeletePublicAccessBlock DeleteBucketPublicAccessBlock
    PutAccountPublicAccessBlock DeleteAccountPublicAccessBlock
    GetBucketObjectLockConfiguration GetObjectLockConfiguration
    PutBucketObjectLockConfiguration PutObjectLockConfiguration
    GetBucketNotification GetBucketNotificationConfiguration
    PutBucketNotification PutBucketNotificationConfiguration
    GetAccelerateConfiguration GetBucketAccelerateConfiguration
    PutAccelerateConfiguration PutBucketAccelerateConfiguration
    GetAnalyticsConfiguration GetBucketAnalyticsConfiguration ListBucketAnalyticsConfigurations
    PutAnalyticsConfiguration PutBucketAnalyticsConfiguration DeleteBucketAnalyticsConfiguration
    GetInventoryConfiguration GetBucketInventoryConfiguration ListBucketInventoryConfigurations
    PutInventoryConfiguration PutBucketInventoryConfiguration DeleteBucketInventoryConfiguration
    GetMetricsConfiguration GetBucketMetricsConfiguration ListBucketMetricsConfigurations
    PutMetricsConfiguration PutBucketMetricsConfiguration DeleteBucketMetricsConfiguration
    GetIntelligentTieringConfiguration GetBucketIntelligentTieringConfiguration ListBucketIntelligentTieringConfigurations
    PutIntelligentTieringConfiguration PutBucketIntelligentTieringConfiguration DeleteBucketIntelligentTieringConfiguration
  `),
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/s3-express-security-iam.html. A session stands for all requests to objects.
  s3express: table(`
    CreateSession GetObject HeadObject GetObjectAttributes PutObject CopyObject DeleteObject DeleteObjects ListObjectsV2 HeadBucket
    CreateSession CreateMultipartUpload UploadPart UploadPartCopy CompleteMultipartUpload AbortMultipartUpload ListParts ListMultipartUploads RenameObject
    ListAllMyDirectoryBuckets ListDirectoryBuckets ListBuckets
    PutEncryptionConfiguration PutBucketEncryption DeleteBucketEncryption
    GetEncryptionConfiguration GetBucketEncryption
    PutLifecycleConfiguration PutBucketLifecycleConfiguration DeleteBucketLifecycle
    GetLifecycleConfiguration GetBucketLifecycleConfiguration
  `),
  // https://docs.aws.amazon.com/kms/latest/developerguide/kms-api-permissions-reference.html. It also needs ReEncryptTo.
  kms: table(`
    ReEncryptFrom ReEncrypt
  `),
  // https://docs.aws.amazon.com/lambda/latest/dg/logging-using-cloudtrail.html
  lambda: table(`
    InvokeFunction Invoke InvokeWithResponseStream
    GetLayerVersion GetLayerVersionByArn
  `),
  // https://docs.aws.amazon.com/bedrock/latest/userguide/inference-prereq.html
  bedrock: table(`
    InvokeModel Converse StartAsyncInvoke InvokeModelWithBidirectionalStream
    InvokeModelWithResponseStream ConverseStream
    RetrieveAndGenerate RetrieveAndGenerateStream
  `),
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html
  dynamodb: table(`
    GetItem TransactGetItems
  `),
  // https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsns.html
  sns: table(`
    Publish PublishBatch
  `),
  // https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoncloudfront.html
  cloudfront: table(`
    CreateDistribution CreateDistributionWithTags
  `),
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-api-permissions-reference.html
  sqs: table(`
    SendMessage SendMessageBatch
    DeleteMessage DeleteMessageBatch
    ChangeMessageVisibility ChangeMessageVisibilityBatch
  `),
  // https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsbudgetservice.html
  budgets: table(`
    ModifyBudget CreateBudget UpdateBudget DeleteBudget CreateNotification UpdateNotification DeleteNotification
    ModifyBudget CreateSubscriber UpdateSubscriber DeleteSubscriber
    ViewBudget DescribeBudget DescribeBudgets DescribeBudgetPerformanceHistory DescribeBudgetNotificationsForAccount
    ViewBudget DescribeNotificationsForBudget DescribeSubscribersForNotification
  `),
}

/** API Gateway's actions are verbs (https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-iam-policy-examples.html). */
const verbs: [RegExp, string][] = [
  [/^(Get|Test|Export)/, 'GET'],
  [/^(Create|Import|Generate|Flush)/, 'POST'],
  [/^Update/, 'PATCH'],
  [/^(Put|Reimport|Tag)/, 'PUT'],
  [/^(Delete|Untag)/, 'DELETE'],
]

/** Actions on one version of an object ("Actions, resources, and condition keys for Amazon S3" in the Service Authorization Reference). */
const ofVersions =
  /^((Get|Delete)Object|(Get|Put|Delete)ObjectTagging|(Get|Put)ObjectAcl|GetObject(Attributes|Torrent))$/

/**
 * The actions of a transaction or a batch of DynamoDB, of which its event lists the operations, or the statements in PartiQL
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/understanding-ddb-log-entries.html, transaction-apis-iam.html and
 * ql-iam.html there).
 */
export function operationsIn(eventName: string, parameters: Readonly<Record<string, unknown>>): string[] {
  if (!/^(TransactWriteItems|(Batch)?ExecuteStatement|ExecuteTransaction)$/.test(eventName)) return []
  const actions = new Set<string>()
  eachText(parameters, (text, field) => {
    const [, word = ''] = /^\s*(select|exists|insert|update|delete)\b/i.exec(text) ?? []
    if (field === 'operation') actions.add(`dynamodb:${text}Item`)
    else if (field === 'statement' && word !== '')
      actions.add(
        `dynamodb:PartiQL${/exists/i.test(word) ? 'Select' : word[0]?.toUpperCase() + word.slice(1).toLowerCase()}`,
      )
  })
  return [...actions]
}

/** The prefix and the name that depend on the request's parameters. */
function byParameters(prefix: string, name: string, parameters: Readonly<Record<string, unknown>>) {
  const [operation] = prefix === 'dynamodb' ? operationsIn(name, parameters) : []
  if (operation) return [operation]
  // Application Auto Scaling has the same source as EC2 Auto Scaling.
  if (prefix === 'autoscaling' && 'serviceNamespace' in parameters) return ['application-autoscaling', name]
  if (prefix === 's3' && parameters.versionId && ofVersions.test(name))
    return ['s3', name.replace('Object', 'ObjectVersion')]
  return [prefix, name]
}

/**
 * The action that IAM checked. The service may lack an action of this name.
 * @param parameters of the request, which decide between some actions
 * @returns null for an unknown event source
 */
export function actionOf(
  source: string,
  eventName: string,
  parameters: Readonly<Record<string, unknown>> = {},
): string | null {
  const label = source.replace(/\.(amazonaws\.com(\.cn)?|amazonaws\.eu|aws\.amazon\.com)$/, '')
  const known = Object.hasOwn(prefixes, label) ? prefixes[label] : undefined
  const prefix = known ?? (/-marketplace$/.test(label) ? 'aws-marketplace' : label)
  if (known === undefined && !servicePrefixes.has(prefix)) return null
  // Lambda and CloudFront append the version of their API to the name, as in GetFunction20150331v2.
  const event = eventName.replace(/(?<=[a-z])(\d{8}(v\d+)?|\d{4}_\d{2}_\d{2})$/, '')
  const verb = prefix === 'apigateway' && verbs.find(([pattern]) => pattern.test(event))
  const name = verb ? verb[1] : (names[prefix]?.get(event) ?? event)
  return byParameters(prefix, name, parameters).join(':')
}

/** @returns the actions, without prefix, of the events of a service that have another name, by event */
export const renamedIn = (prefix: string): ReadonlyMap<string, string> => names[prefix] ?? new Map()

/** @returns the names, without versions, of the events that need the action */
export const eventsOf = (action: string): string[] => {
  const [prefix = '', name = ''] = action.split(':')
  const others = [...(names[prefix] ?? [])].flatMap(([event, needed]) => (needed === name ? event : []))
  return [name, ...others]
}

/** @returns the event sources of a service, by the prefix of its actions */
export const sourcesOf = (prefix: string): string[] => {
  const labels = Object.entries(prefixes).flatMap(([label, other]) => (other === prefix ? label : []))
  return [prefix, ...labels].map((label) => `${label}.amazonaws.com`)
}
