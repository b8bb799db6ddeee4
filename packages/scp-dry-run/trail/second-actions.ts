// What AWS authorizes for an event beside its own action on the same resources, by the pages of the services.

interface SecondAction {
  /** The event, with the prefix of its action. */
  events: RegExp
  /** One of the parameters, as `name=value`. Null: every request asks for it. */
  parameters: RegExp | null
  action: string
  is: 'certain' | 'possible'
}

const put = /^s3:(PutObject|CopyObject|CreateMultipartUpload|PostObject)$/
const certain = (events: RegExp, parameters: RegExp | null, action: string): SecondAction => ({
  ...{ events, parameters, action, is: 'certain' },
})
const possible = (events: RegExp, parameters: RegExp | null, action: string): SecondAction => ({
  ...{ events, parameters, action, is: 'possible' },
})

export const secondActions: readonly SecondAction[] = [
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html, and the operations in the S3 API Reference.
  // For an object, they do not say whether the ACL "private", which is the default, counts.
  certain(put, /^x-amz-(acl=(?!private$)|grant-)/, 's3:PutObjectAcl'),
  possible(put, /^x-amz-acl=private$/, 's3:PutObjectAcl'),
  certain(put, /^x-amz-tagging=/, 's3:PutObjectTagging'),
  certain(put, /^x-amz-object-lock-(mode|retain-until-date)=/, 's3:PutObjectRetention'),
  certain(put, /^x-amz-object-lock-legal-hold=/, 's3:PutObjectLegalHold'),
  // A copy has the tags of its source.
  possible(/^s3:CopyObject$/, null, 's3:PutObjectTagging'),
  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucket.html: for a bucket, the ACL "private" does not count.
  certain(/^s3:CreateBucket$/, /^x-amz-(acl=(?!private$)|grant-)/, 's3:PutBucketAcl'),
  certain(/^s3:CreateBucket$/, /^x-amz-object-ownership=/, 's3:PutBucketOwnershipControls'),
  certain(/^s3:CreateBucket$/, /^x-amz-bucket-object-lock-enabled=true$/i, 's3:PutBucketVersioning'),
  certain(
    /^s3:CreateBucket$/,
    /^x-amz-bucket-object-lock-enabled=true$/i,
    's3:PutBucketObjectLockConfiguration',
  ),
  certain(/^s3:GetObjectAttributes$/, null, 's3:GetObject'),
  certain(/^s3:GetObjectAttributes$/, /^versionId=/, 's3:GetObjectVersion'),
  // The event does not list the objects.
  possible(/^s3:DeleteObjects$/, null, 's3:DeleteObjectVersion'),
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock-managing.html: only for an object that is locked.
  possible(
    /^s3:(DeleteObjects?|PutObjectRetention)$/,
    /^x-amz-bypass-governance-retention=true$/i,
    's3:BypassGovernanceRetention',
  ),
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_temp_control-access_monitor.html
  certain(/^sts:(AssumeRole|GetFederationToken)/, /^sourceIdentity=/, 'sts:SetSourceIdentity'),
  // https://docs.aws.amazon.com/lambda/latest/dg/permissions-user-function.html
  possible(/^lambda:(CreateFunction|UpdateFunctionConfiguration)/, /^layers=/, 'lambda:GetLayerVersion'),
]
