// The roles that a request hands to a service. IAM then also asks for iam:PassRole
// (https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_use_passrole.html).
import { arnWithoutPath } from '../policy/unknown-path.ts'

/** Actions that pass a role, where they are given one. From the documentation of each service. */
const passing: Record<string, RegExp> = {
  airflow: /^(Create|Update)Environment$/,
  apprunner: /^(Create|Update)Service$/,
  appsync: /^(Create|Update)(DataSource|GraphqlApi)$/,
  autoscaling: /^PutLifecycleHook$/,
  backup: /^(CreateBackupSelection|Start(Backup|Copy|Restore)Job)$/,
  batch: /^((Create|Update)ComputeEnvironment|RegisterJobDefinition)$/,
  bedrock: /^(Create|Update)(Agent|KnowledgeBase|Flow|ModelCustomizationJob|ModelInvocationJob)$/,
  cloudformation: /^((Create|Update|Delete)Stack|CreateChangeSet|ContinueUpdateRollback)$/,
  cloudtrail: /^(Create|Update)Trail$/,
  codebuild: /^(Create|Update)Project$/,
  codedeploy: /^(Create|Update)DeploymentGroup$/,
  codepipeline: /^(Create|Update)Pipeline$/,
  config: /^Put(ConfigurationRecorder|ConfigurationAggregator)$/,
  datapipeline: /^PutPipelineDefinition$/,
  ec2: /^(CreateFlowLogs|RequestSpotFleet|ModifyInstanceCreditSpecification)$/,
  ecs: /^(RegisterTaskDefinition|RunTask|StartTask|(Create|Update)Service)$/,
  eks: /^(CreateCluster|CreateNodegroup|CreateFargateProfile|CreateAddon|UpdateAddon|(Create|Update)PodIdentityAssociation)$/,
  events: /^Put(Rule|Targets)$/,
  firehose: /^(CreateDeliveryStream|UpdateDestination)$/,
  glue: /^(Create|Update)(Job|Crawler|DevEndpoint|MLTransform|Session)$/,
  iot: /^(Create|Replace)TopicRule$/,
  kinesisanalytics: /^(Create|Update)Application$/,
  lambda: /^(CreateFunction|UpdateFunctionConfiguration)$/,
  logs: /^Put(SubscriptionFilter|Destination)$/,
  pipes: /^(Create|Update)Pipe$/,
  rds: /^(CreateDBInstance|ModifyDBInstance|AddRoleToDB(Cluster|Instance)|StartExportTask|CreateDBProxy|ModifyDBProxy)$/,
  redshift: /^(CreateCluster|ModifyClusterIamRoles|RestoreFromClusterSnapshot)$/,
  s3: /^PutReplicationConfiguration$/,
  sagemaker:
    /^(Create|Update)(\w+Job|Model|NotebookInstance|Domain|UserProfile|Pipeline|FlowDefinition|FeatureGroup|Cluster)$/,
  scheduler: /^(Create|Update)Schedule$/,
  ssm: /^(CreateActivation|SendCommand|RegisterTaskWithMaintenanceWindow|UpdateServiceSetting)$/,
  states: /^(Create|Update)StateMachine$/,
  transfer: /^(Create|Update)(Server|User|Access)$/,
}

/** Services that the role is passed to, where there is only one. The value of iam:PassedToService. */
const receivers: Record<string, string> = {
  cloudformation: 'cloudformation',
  codebuild: 'codebuild',
  codepipeline: 'codepipeline',
  firehose: 'firehose',
  glue: 'glue',
  lambda: 'lambda',
  pipes: 'pipes',
  sagemaker: 'sagemaker',
  scheduler: 'scheduler',
  states: 'states',
}

/** @returns the value of iam:PassedToService. Undefined if the event does not show it. */
export const passedToService = (action: string): string | undefined => {
  const prefix = action.split(':')[0] ?? ''
  return Object.hasOwn(receivers, prefix) ? `${receivers[prefix]}.amazonaws.com` : undefined
}

const roleArn = /^arn:[\w-]+:iam::\d+:role\/(?!aws-service-role\/)/

/** Parameters are not deeper. */
const mostLevels = 6

function collect(value: unknown, isRole: boolean, roles: Set<string>, level: number): void {
  if (typeof value === 'string') {
    if (isRole && roleArn.test(value)) roles.add(value)
  } else if (value !== null && typeof value === 'object' && level < mostLevels)
    for (const [name, inner] of Object.entries(value))
      collect(inner, Array.isArray(value) ? isRole : /role/i.test(name), roles, level + 1)
}

/**
 * @param parameters of the request
 * @returns the ARNs of the roles that the request passes. Of some, only the name is known.
 */
export function passedRoles(
  action: string,
  parameters: Readonly<Record<string, unknown>>,
  place: { partition: string; account: string },
): string[] {
  const [prefix = '', name = ''] = action.split(':')
  // "AddRoleToInstanceProfile" in the IAM API Reference: "The caller of this operation must be granted the PassRole permission".
  if (action === 'iam:AddRoleToInstanceProfile')
    return typeof parameters.roleName === 'string' ? [arnWithoutPath('role', place, parameters.roleName)] : []
  if (!Object.hasOwn(passing, prefix) || !passing[prefix]?.test(name)) return []
  const roles = new Set<string>()
  collect(parameters, false, roles, 0)
  // Glue takes a name, too.
  if (prefix === 'glue' && typeof parameters.role === 'string' && !parameters.role.includes(':'))
    roles.add(arnWithoutPath('role', place, parameters.role))
  return [...roles]
}
