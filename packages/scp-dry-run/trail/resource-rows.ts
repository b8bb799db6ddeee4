// How events name resources: which parameters hold what the ARN of a type has in the place of its `*`. Only exact ARNs and ids are
// found without a row, because a name that is put into the wrong place gives a wrong "allowed".

/**
 * A line: the type, then what stands for each `*` of its ARN. `a.b` is a field in a field, `a|b` the first that is there, `a/` the
 * part after the last slash, `a=x` has a default, `?` is unknown, and `(…)` at the end limits the line to actions.
 */
const lines: Readonly<Record<string, string>> = {
  autoscaling: 'autoScalingGroup ? autoScalingGroupName\nlaunchConfiguration ? launchConfigurationName',
  // https://docs.aws.amazon.com/awscloudtrail/latest/APIReference/API_StopLogging.html: a name or an ARN.
  cloudtrail: 'trail name|trailName',
  cloudformation: 'stack stackName ?\nstackset stackSetName ?',
  cloudwatch: 'alarm alarmName|alarmNames\ndashboard dashboardName',
  codebuild: 'project projectName|name (Project|StartBuild)',
  codecommit: 'repository repositoryName',
  codepipeline: 'pipeline pipelineName|pipeline.name|name',
  dynamodb: 'table tableName\nindex tableName indexName',
  ecr: 'repository repositoryName',
  // A cluster that is not named is "default" (https://docs.aws.amazon.com/AmazonECS/latest/APIReference/API_RunTask.html).
  ecs: `
    cluster clusterName|cluster/=default (^(?!.*[tT]ag))
    service cluster/=default service/|serviceName
    task cluster/=default task/
    container-instance cluster/=default containerInstance/
    task-definition family ? (RegisterTaskDefinition)
  `,
  eks: 'cluster clusterName|name\nnodegroup clusterName nodegroupName ?\naddon clusterName addonName ?\nfargateprofile clusterName fargateProfileName ?',
  elasticfilesystem: 'file-system fileSystemId\naccess-point accessPointId',
  es: 'domain domainName',
  firehose: 'deliverystream deliveryStreamName',
  guardduty: `
    detector detectorId
    filter detectorId filterName|name
    ipset detectorId ipSetId
    threatintelset detectorId threatIntelSetId
    publishingDestination detectorId destinationId
  `,
  kinesis: 'stream streamName',
  lambda: 'eventSourceMapping uUID\nlayerVersion layerName versionNumber\nlayer layerName',
  rds: `
    db dBInstanceIdentifier
    cluster dBClusterIdentifier
    snapshot dBSnapshotIdentifier
    cluster-snapshot dBClusterSnapshotIdentifier
    pg dBParameterGroupName
    cluster-pg dBClusterParameterGroupName
    og optionGroupName
    subgrp dBSubnetGroupName
    global-cluster globalClusterIdentifier
  `,
  redshift: 'cluster clusterIdentifier',
  route53: 'hostedzone hostedZoneId/|id/ (HostedZone|ResourceRecordSets|VPC)',
  sns: 'topic name (CreateTopic)',
  sqs: 'queue queueName (CreateQueue)',
  ssm: 'instance instanceId|instanceIds|target (SendCommand|Session|Association|Inventory)',
  states: 'statemachine name (CreateStateMachine)',
}

interface Part {
  /** Paths of parameters, of which the first that is there counts. */
  paths: readonly { path: string; isAfterSlash: boolean }[]
  default: string | undefined
}
export interface ResourceRow {
  type: string
  parts: readonly Part[]
  /** Null: every action with the type. */
  actions: RegExp | null
}

function partOf(given: string): Part {
  const [names = '', standard] = given.split('=')
  const paths = names === '?' ? [] : names.split('|')
  return {
    paths: paths.map((path) => ({ path: path.replace(/\/$/, ''), isAfterSlash: path.endsWith('/') })),
    default: standard,
  }
}

/** The rows of a service, by its prefix. */
export const resourceRows: ReadonlyMap<string, readonly ResourceRow[]> = new Map(
  Object.entries(lines).map(([prefix, text]) => [
    prefix,
    text
      .trim()
      .split('\n')
      .map((line): ResourceRow => {
        const [, row = '', actions] = /^(.*?)(?: \((.*)\))?$/.exec(line.trim()) ?? []
        const [type = '', ...parts] = row.split(' ')
        return { type, parts: parts.map(partOf), actions: actions ? new RegExp(actions) : null }
      }),
  ]),
)

/**
 * Optional types that a request is without unless it has one of the parameters, in any depth: by the API reference of the action, no
 * default of the service stands in for them. Others are possible. RDS, for example, puts its own default groups into a request.
 */
export const absentWithout: readonly [actions: RegExp, type: string, parameters: RegExp][] = [
  // https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_RunInstances.html
  [/^ec2:RunInstances$/, 'key-pair', /^keyName$/],
  [/^ec2:RunInstances$/, 'launch-template', /^launchTemplate/],
  [/^ec2:RunInstances$/, 'placement-group', /^(groupName|groupId|placementGroup)$/],
  [/^ec2:RunInstances$/, 'group', /^(hostResourceGroupArn|capacityReservationResourceGroupArn)$/],
  [/^ec2:RunInstances$/, 'license-configuration', /^licenseConfigurationArn$/],
  [/^ec2:RunInstances$/, 'elastic-gpu', /^elasticGpu/i],
  [/^ec2:RunInstances$/, 'elastic-inference', /^elasticInference/i],
  [/^ec2:RunInstances$/, 'spot-instances-request', /^instanceMarketOptions$/],
  [/^ec2:RunInstances$/, 'secondary-interface', /^secondaryInterface/i],
  [/^ec2:RunInstances$/, 'secondary-subnet', /^secondary(Interface|Subnet)/i],
  [/^ec2:RunInstances$/, 'snapshot', /^(snapshotId|blockDeviceMapping)/],
  // https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateVolume.html
  [/^ec2:CreateVolume$/, 'snapshot', /^snapshotId$/],
  // https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateSubnet.html and API_CreateVpc.html
  [/^ec2:Create(Subnet|Vpc)$/, 'ipam-pool', /^ipv[46]IpamPoolId$/],
  // https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateNatGateway.html
  [/^ec2:CreateNatGateway$/, 'elastic-ip', /allocationId/i],
  // https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html
  [/^dynamodb:(Query|Scan)$/, 'index', /^indexName$/],
  // https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_CreateDBInstance.html
  [/^rds:CreateDBInstance$/, 'cluster', /^dBClusterIdentifier$/],
  [/^rds:(Create|Modify)DBInstance$/, 'secgrp', /^dBSecurityGroups$/],
]
