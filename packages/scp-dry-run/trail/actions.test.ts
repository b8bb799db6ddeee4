import { expect, test } from 'vitest'
import { actionOf, eventsOf } from './actions.ts'

test.each([
  ['ec2.amazonaws.com', 'DescribeInstances', 'ec2:DescribeInstances'],
  ['s3.amazonaws.com', 'ListBuckets', 's3:ListAllMyBuckets'],
  ['s3.amazonaws.com', 'DeleteBucketEncryption', 's3:PutEncryptionConfiguration'],
  ['s3.amazonaws.com', 'GetBucketPolicy', 's3:GetBucketPolicy'],
  ['lambda.amazonaws.com', 'GetFunction20150331v2', 'lambda:GetFunction'],
  ['lambda.amazonaws.com', 'Invoke', 'lambda:InvokeFunction'],
  ['cloudfront.amazonaws.com', 'UpdateDistribution2020_05_31', 'cloudfront:UpdateDistribution'],
  ['monitoring.amazonaws.com', 'PutMetricAlarm', 'cloudwatch:PutMetricAlarm'],
  ['amazonmq.amazonaws.com', 'CreateBroker', 'mq:CreateBroker'],
  ['catalog-marketplace.amazonaws.com', 'StartChangeSet', 'aws-marketplace:StartChangeSet'],
  ['apigateway.amazonaws.com', 'UpdateStage', 'apigateway:PATCH'],
  ['bedrock.amazonaws.com', 'Converse', 'bedrock:InvokeModel'],
  // A name of 2024 that ends in digits is not a version.
  ['s3.amazonaws.com', 'ListObjectsV2', 's3:ListBucket'],
  ['quantumledger.amazonaws.com', 'Entangle', null],
  ['constructor', 'Get', null],
])('%s %s needs %s', (source, name, action) => {
  expect(actionOf(source, name)).toBe(action)
})

test('the events of an action are its own name and the exceptions', () => {
  expect(eventsOf('s3:PutLifecycleConfiguration')).toContain('DeleteBucketLifecycle')
  expect(eventsOf('iam:CreateRole')).toEqual(['CreateRole'])
})
