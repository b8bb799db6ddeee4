// What the kit must allow and deny, as a table of requests. The checks run them, and /kit/policies shows them.
import type { Holder } from './assignment.ts'

export interface Case {
  title: string
  /** The unit of the account: its service control policies and those of the root apply, except to the management account. */
  unit: 'management' | 'security' | 'access' | 'shared' | 'workloads' | 'suspended'
  /** Only where it matters in which account of the unit. By default, the asker has their usual session there. */
  account?: string
  holder: Holder
  action: string
  /** An ARN, or `{holder}`: the role of that holder. Left out if no statement that decides names a resource. */
  resource?: string
  context?: Record<string, string | string[]>
  expect: 'denied' | 'allowed'
  /** The gate that has to deny it, if it is not a policy. */
  at?: 'assignment' | 'trust policy'
}

const account = '111122223333'
const boundary = `arn:aws:iam::${account}:policy/baseline/permission-boundary`
const role = (path: string) => `arn:aws:iam::${account}:role/${path}`

const home = { 'aws:RequestedRegion': 'eu-central-1' }
const mumbai = { 'aws:RequestedRegion': 'ap-south-1' }
const bounded = { 'iam:PermissionsBoundary': boundary }
const logBucket = 'arn:aws:s3:::acme-log-trail-555566667777'

// biome-ignore format: a table, with a row for each line
const organization: Case[] = [
  { title: 'leave the organization', unit: 'workloads', holder: 'administrator', action: 'organizations:LeaveOrganization', expect: 'denied' },
  { title: 'leave the organization, even in the management role', unit: 'shared', holder: 'management role', action: 'organizations:LeaveOrganization', expect: 'denied' },
  { title: 'read the organization', unit: 'workloads', holder: 'administrator', action: 'organizations:DescribeOrganization', expect: 'allowed' },

  { title: 'root user lists buckets', unit: 'workloads', holder: 'root user', action: 's3:ListAllMyBuckets', expect: 'denied' },
  { title: 'root user makes an access key', unit: 'security', holder: 'root user', action: 'iam:CreateAccessKey', expect: 'denied' },
  { title: 'central root session unlocks a bucket', unit: 'workloads', holder: 'root user', action: 's3:DeleteBucketPolicy', resource: 'arn:aws:s3:::locked', context: { ...home, 'aws:AssumedRoot': 'true' }, expect: 'allowed' },

  { title: 'start a server in Mumbai', unit: 'workloads', holder: 'administrator', action: 'ec2:RunInstances', context: mumbai, expect: 'denied' },
  { title: 'start a server in Frankfurt', unit: 'workloads', holder: 'administrator', action: 'ec2:RunInstances', context: home, expect: 'allowed' },
  { title: 'make a bucket in Mumbai', unit: 'shared', holder: 'administrator', action: 's3:CreateBucket', context: mumbai, expect: 'denied' },
  { title: 'invoke a model in Oregon', unit: 'workloads', holder: 'developer', action: 'bedrock:InvokeModel', context: { 'aws:RequestedRegion': 'us-west-2' }, expect: 'denied' },
  { title: 'read roles, a global service', unit: 'workloads', holder: 'administrator', action: 'iam:ListRoles', context: mumbai, expect: 'allowed' },
  { title: 'change a record in Route 53', unit: 'workloads', holder: 'administrator', action: 'route53:ChangeResourceRecordSets', context: mumbai, expect: 'allowed' },
  { title: 'use Network Manager, which answers in Oregon', unit: 'shared', holder: 'administrator', action: 'networkmanager:ListCoreNetworks', context: { 'aws:RequestedRegion': 'us-west-2' }, expect: 'allowed' },
  { title: 'list regions in Mumbai, as the console does', unit: 'workloads', holder: 'administrator', action: 'ec2:DescribeRegions', context: mumbai, expect: 'allowed' },
  { title: 'management role cleans up in Mumbai', unit: 'workloads', holder: 'management role', action: 'ec2:TerminateInstances', context: mumbai, expect: 'allowed' },
  { title: 'break-glass starts a server in Mumbai', unit: 'workloads', holder: 'break-glass', action: 'ec2:RunInstances', context: mumbai, expect: 'denied' },

  { title: 'stop the recorder of AWS Config', unit: 'workloads', holder: 'administrator', action: 'config:StopConfigurationRecorder', context: home, expect: 'denied' },
  { title: 'make the recorder record nothing', unit: 'workloads', holder: 'administrator', action: 'config:PutConfigurationRecorder', context: home, expect: 'denied' },
  { title: 'send the records of Config elsewhere', unit: 'workloads', holder: 'administrator', action: 'config:PutDeliveryChannel', context: home, expect: 'denied' },
  { title: 'management role stops a recorder', unit: 'workloads', holder: 'management role', action: 'config:StopConfigurationRecorder', context: home, expect: 'allowed' },
  { title: 'StackSets changes a recorder', unit: 'workloads', holder: 'StackSets role', action: 'config:PutConfigurationRecorder', context: home, expect: 'allowed' },
  { title: 'read what Config recorded', unit: 'workloads', holder: 'developer', action: 'config:GetResourceConfigHistory', context: home, expect: 'allowed' },
  { title: 'disable a GuardDuty detector', unit: 'workloads', holder: 'administrator', action: 'guardduty:UpdateDetector', context: home, expect: 'denied' },
  { title: 'leave GuardDuty', unit: 'workloads', holder: 'administrator', action: 'guardduty:DisassociateFromAdministratorAccount', context: home, expect: 'denied' },
  { title: 'remove accounts from GuardDuty', unit: 'security', holder: 'break-glass', action: 'guardduty:DisassociateMembers', context: home, expect: 'denied' },
  { title: 'security team gives itself an account', unit: 'security', holder: 'security operator', action: 'sso:CreateAccountAssignment', context: home, expect: 'denied' },
  { title: 'security team makes an access key for break-glass', unit: 'security', holder: 'security operator', action: 'iam:CreateAccessKey', resource: `arn:aws:iam::${account}:user/break-glass/break-glass-1`, expect: 'denied' },
  { title: 'security team works on a finding', unit: 'security', holder: 'security operator', action: 'securityhub:BatchUpdateFindings', context: home, expect: 'allowed' },
  { title: 'security team suppresses a finding', unit: 'security', holder: 'security operator', action: 'guardduty:CreateFilter', context: home, expect: 'allowed' },
  { title: 'change which standards run', unit: 'security', holder: 'break-glass', action: 'securityhub:UpdateConfigurationPolicy', context: home, expect: 'denied' },
  { title: 'make an access key for a break-glass user', unit: 'access', holder: 'break-glass', action: 'iam:CreateAccessKey', resource: `arn:aws:iam::${account}:user/break-glass/break-glass-1`, expect: 'denied' },
  { title: 'set the password of a break-glass user', unit: 'access', holder: 'break-glass', action: 'iam:UpdateLoginProfile', resource: `arn:aws:iam::${account}:user/break-glass/break-glass-1`, expect: 'denied' },
  { title: 'register an MFA device for a break-glass user', unit: 'access', holder: 'break-glass', action: 'iam:EnableMFADevice', resource: `arn:aws:iam::${account}:user/break-glass/break-glass-1`, expect: 'denied' },
  { title: 'give a break-glass user a policy', unit: 'access', holder: 'break-glass', action: 'iam:AttachUserPolicy', resource: `arn:aws:iam::${account}:user/break-glass/break-glass-1`, expect: 'denied' },
  { title: 'set the password of a break-glass user from the management account', unit: 'access', holder: 'management role', action: 'iam:CreateLoginProfile', resource: `arn:aws:iam::${account}:user/break-glass/break-glass-1`, expect: 'allowed' },
  { title: 'delete the alarm of break-glass', unit: 'access', holder: 'break-glass', action: 'events:DeleteRule', resource: `arn:aws:events:us-east-1:${account}:rule/security-alarm-break-glass`, context: { 'aws:RequestedRegion': 'us-east-1' }, expect: 'denied' },
  { title: 'point the alarm elsewhere', unit: 'access', holder: 'break-glass', action: 'events:PutTargets', resource: `arn:aws:events:us-east-1:${account}:rule/security-alarm-break-glass`, context: { 'aws:RequestedRegion': 'us-east-1' }, expect: 'denied' },
  { title: 'delete the topic of the alarms', unit: 'security', holder: 'break-glass', action: 'sns:DeleteTopic', resource: `arn:aws:sns:us-east-1:${account}:security-alarms`, context: { 'aws:RequestedRegion': 'us-east-1' }, expect: 'denied' },
  { title: 'delete flow logs of the network', unit: 'shared', holder: 'administrator', action: 'ec2:DeleteFlowLogs', context: home, expect: 'denied' },
  { title: 'delete the stack of the baseline', unit: 'workloads', holder: 'developer', action: 'cloudformation:DeleteStack', resource: `arn:aws:cloudformation:eu-central-1:${account}:stack/StackSet-account-baseline-1/2`, context: home, expect: 'denied' },
  { title: 'update the stack of the baseline', unit: 'workloads', holder: 'administrator', action: 'cloudformation:UpdateStack', resource: `arn:aws:cloudformation:eu-central-1:${account}:stack/StackSet-account-baseline-1/2`, context: home, expect: 'denied' },
  { title: 'StackSets updates the stack of the baseline', unit: 'workloads', holder: 'StackSets role', action: 'cloudformation:UpdateStack', resource: `arn:aws:cloudformation:eu-central-1:${account}:stack/StackSet-account-baseline-1/2`, context: home, expect: 'allowed' },
  { title: 'delete an own stack', unit: 'workloads', holder: 'developer', action: 'cloudformation:DeleteStack', resource: `arn:aws:cloudformation:eu-central-1:${account}:stack/orders/1`, context: home, expect: 'allowed' },
  { title: 'leave Security Hub', unit: 'workloads', holder: 'administrator', action: 'securityhub:DisassociateFromAdministratorAccount', context: home, expect: 'denied' },
  { title: 'switch off standards', unit: 'workloads', holder: 'administrator', action: 'securityhub:BatchDisableStandards', context: home, expect: 'denied' },
  { title: 'stop a trail of the account', unit: 'workloads', holder: 'administrator', action: 'cloudtrail:StopLogging', context: home, expect: 'denied' },
  { title: 'empty the event selectors of a trail', unit: 'workloads', holder: 'administrator', action: 'cloudtrail:PutEventSelectors', context: home, expect: 'denied' },
  { title: 'delete the access analyzer', unit: 'security', holder: 'break-glass', action: 'access-analyzer:DeleteAnalyzer', context: home, expect: 'denied' },
  { title: 'change who may assume the management role', unit: 'workloads', holder: 'administrator', action: 'iam:UpdateAssumeRolePolicy', resource: role('OrganizationAccountAccessRole'), expect: 'denied' },
  { title: 'make a role with the name of a StackSets role', unit: 'workloads', holder: 'administrator', action: 'iam:CreateRole', resource: role('stacksets-exec-mine'), expect: 'denied' },
  { title: 'pass the break-glass role to a service', unit: 'workloads', holder: 'administrator', action: 'iam:PassRole', resource: role('baseline/break-glass'), expect: 'denied' },
  { title: 'widen the permission boundary', unit: 'workloads', holder: 'administrator', action: 'iam:CreatePolicyVersion', resource: boundary, expect: 'denied' },
  { title: 'StackSets updates the permission boundary', unit: 'workloads', holder: 'StackSets role', action: 'iam:CreatePolicyVersion', resource: boundary, expect: 'allowed' },
  { title: 'make a role for a service', unit: 'workloads', holder: 'administrator', action: 'iam:CreateRole', resource: role('app/orders/api'), expect: 'allowed' },

  { title: 'delete a file of the trail', unit: 'security', holder: 'break-glass', action: 's3:DeleteObject', resource: `${logBucket}/AWSLogs/x.json.gz`, expect: 'denied' },
  { title: 'delete a file of the trail before its lock ends', unit: 'security', holder: 'break-glass', action: 's3:BypassGovernanceRetention', resource: `${logBucket}/AWSLogs/x.json.gz`, expect: 'denied' },
  { title: 'let files expire tomorrow', unit: 'security', holder: 'break-glass', action: 's3:PutLifecycleConfiguration', resource: logBucket, expect: 'denied' },
  { title: 'open the log bucket', unit: 'security', holder: 'break-glass', action: 's3:PutBucketPolicy', resource: logBucket, expect: 'denied' },
  { title: 'read the trail', unit: 'security', holder: 'break-glass', action: 's3:GetObject', resource: `${logBucket}/AWSLogs/x.json.gz`, expect: 'allowed' },
  { title: 'delete an object of another bucket', unit: 'security', holder: 'break-glass', action: 's3:DeleteObject', resource: 'arn:aws:s3:::athena-results/x', expect: 'allowed' },
  { title: 'delete the key of the trail', unit: 'security', holder: 'break-glass', action: 'kms:ScheduleKeyDeletion', context: { ...home, 'aws:ResourceTag/purpose': 'organization-logs' }, expect: 'denied' },
  { title: 'remove the tag that protects the key of the trail', unit: 'security', holder: 'break-glass', action: 'kms:UntagResource', resource: `arn:aws:kms:eu-central-1:${account}:key/1`, context: { ...home, 'aws:ResourceTag/purpose': 'organization-logs' }, expect: 'denied' },
  { title: 'change the tag that protects the key of the trail', unit: 'security', holder: 'break-glass', action: 'kms:TagResource', resource: `arn:aws:kms:eu-central-1:${account}:key/1`, context: { ...home, 'aws:ResourceTag/purpose': 'organization-logs' }, expect: 'denied' },
  { title: 'read the trail', unit: 'security', holder: 'log reader', action: 's3:GetObject', resource: `${logBucket}/AWSLogs/x.json.gz`, expect: 'allowed' },
  { title: 'decrypt the trail, through S3', unit: 'security', holder: 'log reader', action: 'kms:Decrypt', resource: `arn:aws:kms:eu-central-1:${account}:key/1`, context: { ...home, 'kms:ViaService': 's3.eu-central-1.amazonaws.com' }, expect: 'allowed' },
  { title: 'decrypt something else', unit: 'security', holder: 'log reader', action: 'kms:Decrypt', resource: `arn:aws:kms:eu-central-1:${account}:key/1`, context: home, expect: 'denied' },
  { title: 'query the trail', unit: 'security', holder: 'log reader', action: 'athena:StartQueryExecution', context: home, expect: 'allowed' },
  { title: 'keep the results of a query', unit: 'security', holder: 'log reader', action: 's3:PutObject', resource: 'arn:aws:s3:::athena-results-acme/x', expect: 'allowed' },
  { title: 'write into a log bucket', unit: 'security', holder: 'log reader', action: 's3:PutObject', resource: `${logBucket}/AWSLogs/x.json.gz`, expect: 'denied' },
  { title: 'delete another key', unit: 'security', holder: 'break-glass', action: 'kms:ScheduleKeyDeletion', context: home, expect: 'allowed' },
  { title: 'management role changes the bucket policy', unit: 'security', holder: 'management role', action: 's3:PutBucketPolicy', resource: logBucket, expect: 'allowed' },

  { title: 'make an unencrypted volume', unit: 'workloads', holder: 'administrator', action: 'ec2:CreateVolume', resource: `arn:aws:ec2:eu-central-1:${account}:volume/*`, context: { ...home, 'ec2:Encrypted': 'false' }, expect: 'denied' },
  { title: 'make an encrypted volume', unit: 'workloads', holder: 'administrator', action: 'ec2:CreateVolume', resource: `arn:aws:ec2:eu-central-1:${account}:volume/*`, context: { ...home, 'ec2:Encrypted': 'true' }, expect: 'allowed' },
  { title: 'start a server with an unencrypted disk', unit: 'shared', holder: 'administrator', action: 'ec2:RunInstances', resource: `arn:aws:ec2:eu-central-1:${account}:volume/*`, context: { ...home, 'ec2:Encrypted': 'false' }, expect: 'denied' },
  { title: 'start a server with an encrypted disk, as the baseline makes them', unit: 'workloads', holder: 'developer', action: 'ec2:RunInstances', resource: `arn:aws:ec2:eu-central-1:${account}:volume/*`, context: { ...home, 'ec2:Encrypted': 'true' }, expect: 'allowed' },
  { title: 'make an unencrypted file system', unit: 'workloads', holder: 'administrator', action: 'elasticfilesystem:CreateFileSystem', context: { ...home, 'elasticfilesystem:Encrypted': 'false' }, expect: 'denied' },
  { title: 'switch off default encryption', unit: 'workloads', holder: 'administrator', action: 'ec2:DisableEbsEncryptionByDefault', context: home, expect: 'denied' },

  { title: 'a session of somebody who left', unit: 'workloads', holder: 'administrator', action: 's3:ListAllMyBuckets', context: { ...home, 'identitystore:userId': '00000000-departed' }, expect: 'denied' },
  { title: 'a session of somebody else', unit: 'workloads', holder: 'administrator', action: 's3:ListAllMyBuckets', context: { ...home, 'identitystore:userId': '11111111-present' }, expect: 'allowed' },

  { title: 'anything in a suspended account', unit: 'suspended', holder: 'break-glass', action: 's3:GetObject', expect: 'denied' },
  { title: 'management role saves data of a suspended account', unit: 'suspended', holder: 'management role', action: 's3:GetObject', expect: 'allowed' },
]

const stateBucket = (team: string) => `arn:aws:s3:::tfstate-${team}-${account}-eu-central-1`
const state = (team: string) => `${stateBucket(team)}/environment.tfstate`
const ownResource = { ...home, 'aws:ResourceTag/team': 'orders' }
const otherTeamsResource = { ...home, 'aws:ResourceTag/team': 'billing' }
const orders = { ...home, 'aws:PrincipalTag/team': 'orders' }
const othersFromOrders = { ...orders, 'aws:ResourceTag/team': 'billing' }
const arn = (service: string, rest: string) => `arn:aws:${service}:eu-central-1:${account}:${rest}`

// biome-ignore format: a table, with a row for each line
const developers: Case[] = [
  { title: 'make a role for a service, with the boundary', unit: 'workloads', holder: 'developer', action: 'iam:CreateRole', resource: role('app/orders/api'), context: bounded, expect: 'allowed' },
  { title: 'make a role without the boundary', unit: 'workloads', holder: 'developer', action: 'iam:CreateRole', resource: role('app/orders/api'), expect: 'denied' },
  { title: 'make a role outside /app/', unit: 'workloads', holder: 'developer', action: 'iam:CreateRole', resource: role('admin'), context: bounded, expect: 'denied' },
  { title: 'give its own role more policies', unit: 'workloads', holder: 'developer', action: 'iam:AttachRolePolicy', resource: role('app/orders/api'), context: bounded, expect: 'allowed' },
  { title: 'remove the boundary from a role', unit: 'workloads', holder: 'developer', action: 'iam:DeleteRolePermissionsBoundary', resource: role('app/orders/api'), expect: 'denied' },
  { title: 'pass its own role to Lambda', unit: 'workloads', holder: 'developer', action: 'iam:PassRole', resource: role('app/orders/api'), expect: 'allowed' },
  { title: 'pass the deploy role to Lambda', unit: 'workloads', holder: 'developer', action: 'iam:PassRole', resource: '{deploy role}', expect: 'denied' },
  { title: 'change who may assume the deploy role', unit: 'workloads', holder: 'developer', action: 'iam:UpdateAssumeRolePolicy', resource: '{deploy role}', expect: 'denied' },
  { title: 'change who may assume the break-glass role', unit: 'workloads', holder: 'developer', action: 'iam:UpdateAssumeRolePolicy', resource: role('baseline/break-glass'), expect: 'denied' },
  { title: 'add a policy to the deploy role', unit: 'workloads', holder: 'developer', action: 'iam:PutRolePolicy', resource: '{deploy role}', context: bounded, expect: 'denied' },
  { title: 'make a user', unit: 'workloads', holder: 'developer', action: 'iam:CreateUser', expect: 'denied' },
  { title: 'make an access key', unit: 'workloads', holder: 'developer', action: 'iam:CreateAccessKey', expect: 'denied' },
  { title: 'widen the boundary', unit: 'workloads', holder: 'developer', action: 'iam:CreatePolicyVersion', resource: boundary, expect: 'denied' },
  { title: 'trust another repository', unit: 'workloads', holder: 'developer', action: 'iam:CreateOpenIDConnectProvider', expect: 'denied' },
  { title: "overwrite a team's state", unit: 'workloads', holder: 'developer', action: 's3:PutObject', resource: state('orders'), context: home, expect: 'denied' },
  { title: "read a team's state", unit: 'workloads', holder: 'developer', action: 's3:GetObject', resource: state('orders'), context: home, expect: 'denied' },
  { title: 'delete old versions of a state', unit: 'workloads', holder: 'developer', action: 's3:DeleteObjectVersion', resource: state('orders'), context: home, expect: 'denied' },
  { title: "open a team's state to others", unit: 'workloads', holder: 'developer', action: 's3:PutBucketPolicy', resource: stateBucket('orders'), context: home, expect: 'denied' },
  { title: "copy a team's state elsewhere by replication", unit: 'workloads', holder: 'developer', action: 's3:PutReplicationConfiguration', resource: stateBucket('orders'), context: home, expect: 'denied' },
  { title: "encrypt a team's state with another key", unit: 'workloads', holder: 'developer', action: 's3:PutEncryptionConfiguration', resource: stateBucket('orders'), context: home, expect: 'denied' },
  { title: "encrypt a file of a team's state anew", unit: 'workloads', holder: 'developer', action: 's3:UpdateObjectEncryption', resource: state('orders'), context: home, expect: 'denied' },
  { title: "let others own what they write into a team's state", unit: 'workloads', holder: 'developer', action: 's3:PutBucketOwnershipControls', resource: stateBucket('orders'), context: home, expect: 'denied' },
  { title: "let a team's state become public", unit: 'workloads', holder: 'developer', action: 's3:PutBucketPublicAccessBlock', resource: stateBucket('orders'), context: home, expect: 'denied' },
  { title: "update the bucket of a team's state", unit: 'workloads', holder: 'administrator', action: 's3:PutEncryptionConfiguration', resource: stateBucket('orders'), context: home, expect: 'allowed' },
  { title: "repair a team's state", unit: 'workloads', holder: 'administrator', action: 's3:PutObject', resource: state('orders'), context: home, expect: 'allowed' },
  { title: 'make a table', unit: 'workloads', holder: 'developer', action: 'dynamodb:CreateTable', context: home, expect: 'allowed' },
  { title: 'give somebody access to an account', unit: 'workloads', holder: 'developer', action: 'sso:CreateAccountAssignment', expect: 'denied' },
]

// biome-ignore format: a table, with a row for each line
const applicationRoles: Case[] = [
  { title: 'pass the deploy role to Lambda', unit: 'workloads', holder: 'application role', action: 'iam:PassRole', resource: '{deploy role}', expect: 'denied' },
  { title: 'let itself assume the deploy role', unit: 'workloads', holder: 'application role', action: 'iam:UpdateAssumeRolePolicy', resource: '{deploy role}', expect: 'denied' },
  { title: 'make a role without the boundary', unit: 'workloads', holder: 'application role', action: 'iam:CreateRole', resource: role('app/orders/more'), expect: 'denied' },
  { title: 'remove its own boundary', unit: 'workloads', holder: 'application role', action: 'iam:DeleteRolePermissionsBoundary', resource: role('app/orders/lambda'), expect: 'denied' },
  { title: 'make a user', unit: 'workloads', holder: 'application role', action: 'iam:CreateUser', expect: 'denied' },
  { title: 'make a permanent key', unit: 'workloads', holder: 'application role', action: 'iam:CreateAccessKey', expect: 'denied' },
  { title: 'make a role with the boundary', unit: 'workloads', holder: 'application role', action: 'iam:CreateRole', resource: role('app/orders/more'), context: bounded, expect: 'denied' },
  { title: "overwrite another team's state", unit: 'workloads', holder: 'application role', action: 's3:PutObject', resource: state('billing'), context: orders, expect: 'denied' },
  { title: "overwrite its own team's state", unit: 'workloads', holder: 'application role', action: 's3:PutObject', resource: state('orders'), context: orders, expect: 'denied' },
  { title: "overwrite a team's state by replication", unit: 'workloads', holder: 'application role', action: 's3:ReplicateObject', resource: state('billing'), context: orders, expect: 'denied' },
  { title: "read a team's state by replication", unit: 'workloads', holder: 'application role', action: 's3:GetObjectVersionForReplication', resource: state('billing'), context: orders, expect: 'denied' },
  { title: "read another team's secret", unit: 'workloads', holder: 'application role', action: 'secretsmanager:GetSecretValue', resource: arn('secretsmanager', 'secret:billing'), context: othersFromOrders, expect: 'denied' },
  { title: 'read its own secret', unit: 'workloads', holder: 'application role', action: 'secretsmanager:GetSecretValue', resource: arn('secretsmanager', 'secret:orders'), context: { ...orders, 'aws:ResourceTag/team': 'orders' }, expect: 'allowed' },
  { title: "tag another team's secret as its own", unit: 'workloads', holder: 'application role', action: 'secretsmanager:TagResource', resource: arn('secretsmanager', 'secret:billing'), context: { ...othersFromOrders, 'aws:RequestTag/team': 'orders' }, expect: 'denied' },
  { title: "decrypt with another team's key", unit: 'workloads', holder: 'application role', action: 'kms:Decrypt', resource: arn('kms', 'key/2'), context: othersFromOrders, expect: 'denied' },
  { title: "read another team's parameter", unit: 'workloads', holder: 'application role', action: 'ssm:GetParameter', resource: arn('ssm', 'parameter/billing/password'), context: othersFromOrders, expect: 'denied' },
  { title: "delete another team's service", unit: 'workloads', holder: 'application role', action: 'ecs:DeleteService', resource: arn('ecs', 'service/billing/billing-api'), context: othersFromOrders, expect: 'denied' },
  { title: "start a task with another team's role", unit: 'workloads', holder: 'application role', action: 'iam:PassRole', resource: role('app/billing/billing-api-task'), context: orders, expect: 'denied' },
  { title: 'start a task with a role of its team', unit: 'workloads', holder: 'application role', action: 'iam:PassRole', resource: role('app/orders/orders-api-task'), context: orders, expect: 'allowed' },
  { title: 'let an outside account assume its role', unit: 'workloads', holder: 'application role', action: 'iam:UpdateAssumeRolePolicy', resource: role('app/orders/lambda'), context: orders, expect: 'denied' },
  { title: "give itself another team's tag", unit: 'workloads', holder: 'application role', action: 'iam:TagRole', resource: role('app/orders/lambda'), context: { ...orders, 'aws:RequestTag/team': 'billing' }, expect: 'denied' },
  { title: "without a tag, read a team's secret", unit: 'workloads', holder: 'application role', action: 'secretsmanager:GetSecretValue', resource: arn('secretsmanager', 'secret:billing'), context: otherTeamsResource, expect: 'denied' },
  { title: 'read a table', unit: 'workloads', holder: 'application role', action: 'dynamodb:GetItem', context: home, expect: 'allowed' },
]

// biome-ignore format: a table, with a row for each line
const pipelines: Case[] = [
  { title: 'write its state', unit: 'workloads', holder: 'deploy role', action: 's3:PutObject', resource: state('orders'), context: home, expect: 'allowed' },
  { title: "write another team's state", unit: 'workloads', holder: 'deploy role', action: 's3:PutObject', resource: state('billing'), context: home, expect: 'denied' },
  { title: 'delete its state', unit: 'workloads', holder: 'deploy role', action: 's3:DeleteObject', resource: state('orders'), context: home, expect: 'denied' },
  { title: 'release its lock', unit: 'workloads', holder: 'deploy role', action: 's3:DeleteObject', resource: `${state('orders')}.tflock`, context: home, expect: 'allowed' },
  { title: 'deploy its service', unit: 'workloads', holder: 'deploy role', action: 'ecs:UpdateService', resource: arn('ecs', 'service/orders/orders-api'), context: home, expect: 'allowed' },
  { title: "stop another team's service", unit: 'workloads', holder: 'deploy role', action: 'ecs:UpdateService', resource: arn('ecs', 'service/billing/billing-api'), context: home, expect: 'denied' },
  { title: 'make its cluster', unit: 'workloads', holder: 'deploy role', action: 'ecs:CreateCluster', resource: arn('ecs', 'cluster/orders'), context: home, expect: 'allowed' },
  { title: "make a cluster with another team's name", unit: 'workloads', holder: 'deploy role', action: 'ecs:CreateCluster', resource: arn('ecs', 'cluster/billing'), context: home, expect: 'denied' },
  { title: 'scale its service for the first time', unit: 'workloads', holder: 'deploy role', action: 'application-autoscaling:RegisterScalableTarget', resource: arn('application-autoscaling', 'scalable-target/1'), context: { ...home, 'application-autoscaling:service-namespace': 'ecs' }, expect: 'allowed' },
  { title: 'scale its service again', unit: 'workloads', holder: 'deploy role', action: 'application-autoscaling:RegisterScalableTarget', resource: arn('application-autoscaling', 'scalable-target/1'), context: { ...ownResource, 'application-autoscaling:service-namespace': 'ecs' }, expect: 'allowed' },
  { title: "scale another team's service", unit: 'workloads', holder: 'deploy role', action: 'application-autoscaling:RegisterScalableTarget', resource: arn('application-autoscaling', 'scalable-target/2'), context: { ...otherTeamsResource, 'application-autoscaling:service-namespace': 'ecs' }, expect: 'denied' },
  { title: 'delete its load balancer', unit: 'workloads', holder: 'deploy role', action: 'elasticloadbalancing:DeleteLoadBalancer', resource: arn('elasticloadbalancing', 'loadbalancer/app/orders/0123'), context: home, expect: 'allowed' },
  { title: "delete another team's load balancer", unit: 'workloads', holder: 'deploy role', action: 'elasticloadbalancing:DeleteLoadBalancer', resource: arn('elasticloadbalancing', 'loadbalancer/app/billing/0123'), context: home, expect: 'denied' },
  { title: 'open its security group', unit: 'workloads', holder: 'deploy role', action: 'ec2:AuthorizeSecurityGroupIngress', resource: arn('ec2', 'security-group/sg-1'), context: ownResource, expect: 'allowed' },
  { title: "open another team's security group", unit: 'workloads', holder: 'deploy role', action: 'ec2:AuthorizeSecurityGroupIngress', resource: arn('ec2', 'security-group/sg-2'), context: otherTeamsResource, expect: 'denied' },
  { title: 'tag a group of another team as its own', unit: 'workloads', holder: 'deploy role', action: 'ec2:CreateTags', resource: arn('ec2', 'security-group/sg-2'), context: { ...otherTeamsResource, 'aws:RequestTag/team': 'orders' }, expect: 'denied' },
  { title: 'change a tag of its security group', unit: 'workloads', holder: 'deploy role', action: 'ec2:CreateTags', resource: arn('ec2', 'security-group/sg-1'), context: { ...ownResource, 'aws:RequestTag/owner': 'ada' }, expect: 'allowed' },
  { title: 'change a tag of its rule', unit: 'workloads', holder: 'deploy role', action: 'ec2:CreateTags', resource: arn('ec2', 'security-group-rule/sgr-1'), context: { ...ownResource, 'aws:RequestTag/owner': 'ada' }, expect: 'allowed' },
  { title: 'remove a tag of its security group', unit: 'workloads', holder: 'deploy role', action: 'ec2:DeleteTags', resource: arn('ec2', 'security-group/sg-1'), context: { ...ownResource, 'aws:TagKeys': ['owner'] }, expect: 'allowed' },
  { title: 'change a tag of its certificate', unit: 'workloads', holder: 'deploy role', action: 'acm:AddTagsToCertificate', resource: arn('acm', 'certificate/1'), context: { ...ownResource, 'aws:RequestTag/owner': 'ada' }, expect: 'allowed' },
  { title: 'remove a tag of its certificate', unit: 'workloads', holder: 'deploy role', action: 'acm:RemoveTagsFromCertificate', resource: arn('acm', 'certificate/1'), context: { ...ownResource, 'aws:TagKeys': ['owner'] }, expect: 'allowed' },
  { title: 'give its security group to another team', unit: 'workloads', holder: 'deploy role', action: 'ec2:CreateTags', resource: arn('ec2', 'security-group/sg-1'), context: { ...ownResource, 'aws:RequestTag/team': 'billing' }, expect: 'denied' },
  { title: 'remove the team from its security group', unit: 'workloads', holder: 'deploy role', action: 'ec2:DeleteTags', resource: arn('ec2', 'security-group/sg-1'), context: { ...ownResource, 'aws:TagKeys': ['team'] }, expect: 'denied' },
  { title: "change a tag of another team's certificate", unit: 'workloads', holder: 'deploy role', action: 'acm:AddTagsToCertificate', resource: arn('acm', 'certificate/2'), context: { ...otherTeamsResource, 'aws:RequestTag/owner': 'ada' }, expect: 'denied' },
  { title: "make a role with another team's tag", unit: 'workloads', holder: 'deploy role', action: 'iam:CreateRole', resource: role('app/orders/orders-api-task'), context: { ...bounded, 'aws:RequestTag/team': 'billing' }, expect: 'denied' },
  { title: 'attach AdministratorAccess to its role', unit: 'workloads', holder: 'deploy role', action: 'iam:AttachRolePolicy', resource: role('app/orders/orders-api-task'), context: { ...bounded, 'iam:PolicyARN': 'arn:aws:iam::aws:policy/AdministratorAccess' }, expect: 'denied' },
  { title: 'attach a policy of its team to its role', unit: 'workloads', holder: 'deploy role', action: 'iam:AttachRolePolicy', resource: role('app/orders/orders-api-task'), context: { ...bounded, 'iam:PolicyARN': `arn:aws:iam::${account}:policy/app/orders/tables` }, expect: 'allowed' },
  { title: 'make a role for its service', unit: 'workloads', holder: 'deploy role', action: 'iam:CreateRole', resource: role('app/orders/orders-api-task'), context: bounded, expect: 'allowed' },
  { title: 'make a role without the boundary', unit: 'workloads', holder: 'deploy role', action: 'iam:CreateRole', resource: role('app/orders/orders-api-task'), expect: 'denied' },
  { title: "change another team's role", unit: 'workloads', holder: 'deploy role', action: 'iam:PutRolePolicy', resource: role('app/billing/billing-api-task'), context: bounded, expect: 'denied' },
  { title: 'give itself more permissions', unit: 'workloads', holder: 'deploy role', action: 'iam:PutRolePolicy', resource: '{deploy role}', context: bounded, expect: 'denied' },
  { title: 'pass its role to ECS', unit: 'workloads', holder: 'deploy role', action: 'iam:PassRole', resource: role('app/orders/orders-api-task'), context: { 'iam:PassedToService': 'ecs-tasks.amazonaws.com' }, expect: 'allowed' },
  { title: 'pass its role to Lambda', unit: 'workloads', holder: 'deploy role', action: 'iam:PassRole', resource: role('app/orders/orders-api-task'), context: { 'iam:PassedToService': 'lambda.amazonaws.com' }, expect: 'denied' },
  { title: 'change a setting of the whole account', unit: 'workloads', holder: 'deploy role', action: 's3:PutAccountPublicAccessBlock', context: home, expect: 'denied' },
  { title: "read a team's secret", unit: 'workloads', holder: 'deploy role', action: 'secretsmanager:GetSecretValue', context: home, expect: 'denied' },
  { title: 'deploy to Mumbai', unit: 'workloads', holder: 'deploy role', action: 'ecs:CreateCluster', resource: arn('ecs', 'cluster/orders'), context: mumbai, expect: 'denied' },

  { title: 'read settings', unit: 'workloads', holder: 'plan role', action: 'ecs:DescribeServices', context: home, expect: 'allowed' },
  { title: 'find its zone', unit: 'workloads', holder: 'plan role', action: 'route53:ListHostedZones', context: home, expect: 'allowed' },
  { title: 'read its state', unit: 'workloads', holder: 'plan role', action: 's3:GetObject', resource: state('orders'), context: home, expect: 'allowed' },
  { title: "read another team's state", unit: 'workloads', holder: 'plan role', action: 's3:GetObject', resource: state('billing'), context: home, expect: 'denied' },
  { title: 'write its state', unit: 'workloads', holder: 'plan role', action: 's3:PutObject', resource: state('orders'), context: home, expect: 'denied' },
  { title: 'read what the network publishes', unit: 'workloads', holder: 'plan role', action: 'ssm:GetParameter', resource: 'arn:aws:ssm:eu-central-1:444455556666:parameter/network/dev', context: home, expect: 'allowed' },
  { title: 'read other parameters', unit: 'workloads', holder: 'plan role', action: 'ssm:GetParameter', resource: arn('ssm', 'parameter/orders/password'), context: home, expect: 'denied' },
  { title: 'read a secret', unit: 'workloads', holder: 'plan role', action: 'secretsmanager:GetSecretValue', context: home, expect: 'denied' },
  { title: "read customers' data", unit: 'workloads', holder: 'plan role', action: 'dynamodb:GetItem', context: home, expect: 'denied' },
  { title: 'tail the logs of a service', unit: 'workloads', holder: 'plan role', action: 'logs:StartLiveTail', context: home, expect: 'denied' },
  { title: 'read a log record', unit: 'workloads', holder: 'plan role', action: 'logs:GetLogRecord', context: home, expect: 'denied' },
  { title: "read a function's environment variables", unit: 'workloads', holder: 'plan role', action: 'lambda:GetFunctionConfiguration', context: home, expect: 'denied' },
  { title: "read a server's start script", unit: 'workloads', holder: 'plan role', action: 'ec2:DescribeInstanceAttribute', context: home, expect: 'denied' },
  { title: 'read a file of a repository', unit: 'workloads', holder: 'plan role', action: 'codecommit:GetBlob', context: home, expect: 'denied' },
  { title: 'read the output of a command', unit: 'workloads', holder: 'plan role', action: 'ssm:GetCommandInvocation', context: home, expect: 'denied' },
  { title: 'read a table of Keyspaces', unit: 'workloads', holder: 'plan role', action: 'cassandra:Select', context: home, expect: 'denied' },
  { title: 'read a role of its services', unit: 'workloads', holder: 'plan role', action: 'iam:GetRole', resource: role('app/orders/orders-api-task'), context: home, expect: 'allowed' },
  { title: "read another team's role", unit: 'workloads', holder: 'plan role', action: 'iam:GetRolePolicy', resource: role('app/billing/billing-api-task'), context: home, expect: 'denied' },
  { title: 'stop a service', unit: 'workloads', holder: 'plan role', action: 'ecs:UpdateService', resource: arn('ecs', 'service/orders/orders-api'), context: home, expect: 'denied' },
]

// biome-ignore format: a table, with a row for each line
const corePipelines: Case[] = [
  { title: 'read the state of a layer', unit: 'management', holder: 'core plan role', action: 's3:GetObject', resource: 'arn:aws:s3:::acme-terraform-state-000011112222/networking/terraform.tfstate', expect: 'allowed' },
  { title: 'write the state of a layer', unit: 'management', holder: 'core plan role', action: 's3:PutObject', resource: 'arn:aws:s3:::acme-terraform-state-000011112222/networking/terraform.tfstate', expect: 'denied' },
  { title: 'plan in a member account', unit: 'management', holder: 'core plan role', action: 'sts:AssumeRole', resource: role('baseline/core-plan'), expect: 'allowed' },
  { title: 'become an administrator of a member account', unit: 'management', holder: 'core plan role', action: 'sts:AssumeRole', resource: role('OrganizationAccountAccessRole'), expect: 'denied' },
  { title: 'attach a policy to a unit', unit: 'management', holder: 'core plan role', action: 'organizations:AttachPolicy', resource: 'arn:aws:organizations::000011112222:policy/o-example/service_control_policy/p-1', expect: 'denied' },
  { title: 'write its state', unit: 'management', holder: 'role of iam-identity-center', action: 's3:PutObject', resource: 'arn:aws:s3:::acme-terraform-state-000011112222/iam-identity-center/terraform.tfstate', expect: 'allowed' },
  { title: 'write the state of the organization', unit: 'management', holder: 'role of iam-identity-center', action: 's3:PutObject', resource: 'arn:aws:s3:::acme-terraform-state-000011112222/organization/terraform.tfstate', expect: 'denied' },
  { title: 'work in the identity account', unit: 'management', holder: 'role of iam-identity-center', action: 'sts:AssumeRole', resource: role('OrganizationAccountAccessRole'), expect: 'allowed' },
  { title: 'work in another account', unit: 'management', holder: 'role of iam-identity-center', action: 'sts:AssumeRole', resource: 'arn:aws:iam::222233334444:role/OrganizationAccountAccessRole', expect: 'denied' },
  { title: 'change a policy of the organization', unit: 'management', holder: 'role of iam-identity-center', action: 'organizations:UpdatePolicy', resource: 'arn:aws:organizations::000011112222:policy/o-example/service_control_policy/p-1', expect: 'denied' },
]

// biome-ignore format: a table, with a row for each line
const assignments: Case[] = [
  { title: 'delete a key in prod', unit: 'workloads', account: 'prod', holder: 'developer', action: 'kms:ScheduleKeyDeletion', context: home, expect: 'denied', at: 'assignment' },
  { title: 'terminate a server in prod', unit: 'workloads', account: 'prod', holder: 'developer', action: 'ec2:TerminateInstances', context: home, expect: 'denied', at: 'assignment' },
  { title: "read another team's secret in prod", unit: 'workloads', account: 'prod', holder: 'developer', action: 'secretsmanager:GetSecretValue', resource: arn('secretsmanager', 'secret:billing'), context: home, expect: 'denied', at: 'assignment' },
  { title: 'buy reserved servers in prod', unit: 'workloads', account: 'prod', holder: 'developer', action: 'ec2:PurchaseReservedInstancesOffering', context: home, expect: 'denied', at: 'assignment' },
  { title: 'list servers in prod', unit: 'workloads', account: 'prod', holder: 'developer', action: 'ec2:DescribeInstances', context: home, expect: 'allowed' },
  { title: 'read a table in staging', unit: 'workloads', account: 'staging', holder: 'developer', action: 'dynamodb:GetItem', context: home, expect: 'allowed' },
  { title: 'write a table in staging', unit: 'workloads', account: 'staging', holder: 'developer', action: 'dynamodb:PutItem', context: home, expect: 'denied', at: 'assignment' },
  { title: 'work in the account of Identity Center', unit: 'access', holder: 'developer', action: 'sso:CreateAccountAssignment', context: home, expect: 'denied', at: 'assignment' },
  { title: 'work in the account of Identity Center', unit: 'access', holder: 'administrator', action: 'sso:CreateAccountAssignment', context: home, expect: 'denied', at: 'assignment' },
  { title: 'work in the management account', unit: 'management', holder: 'administrator', action: 'organizations:AttachPolicy', expect: 'denied', at: 'assignment' },
  { title: 'make a user in prod', unit: 'workloads', account: 'prod', holder: 'administrator', action: 'iam:CreateUser', expect: 'denied', at: 'assignment' },
  { title: 'delete a key in prod', unit: 'workloads', account: 'prod', holder: 'emergency administrator', action: 'kms:ScheduleKeyDeletion', context: home, expect: 'allowed' },
  { title: 'work on a finding in prod', unit: 'workloads', account: 'prod', holder: 'security operator', action: 'securityhub:BatchUpdateFindings', context: home, expect: 'denied', at: 'assignment' },
  { title: 'deploy to the log archive', unit: 'security', account: 'log-archive', holder: 'deploy role', action: 'ecs:CreateCluster', context: home, expect: 'denied', at: 'assignment' },
  { title: 'plan in a suspended account', unit: 'suspended', holder: 'plan role', action: 'ecs:DescribeServices', context: home, expect: 'denied', at: 'assignment' },
  { title: 'plan a layer in a member account', unit: 'workloads', holder: 'core plan role', action: 'ec2:DescribeInstances', context: home, expect: 'denied', at: 'assignment' },

  { title: 'assume the deploy role', unit: 'workloads', holder: 'developer', action: 'sts:AssumeRole', resource: '{deploy role}', expect: 'denied', at: 'trust policy' },
  { title: 'assume the deploy role', unit: 'workloads', holder: 'administrator', action: 'sts:AssumeRole', resource: '{deploy role}', expect: 'denied', at: 'trust policy' },
  { title: 'assume the deploy role with a token', unit: 'workloads', holder: 'developer', action: 'sts:AssumeRoleWithWebIdentity', resource: '{deploy role}', expect: 'denied', at: 'trust policy' },
  { title: 'assume the break-glass role', unit: 'workloads', holder: 'administrator', action: 'sts:AssumeRole', resource: '{break-glass}', expect: 'denied', at: 'trust policy' },
]

export const cases: Case[] = [
  ...assignments,
  ...organization,
  ...developers,
  ...applicationRoles,
  ...pipelines,
  ...corePipelines,
]
