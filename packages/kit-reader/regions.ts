/**
 * The regions that every account has from its first day, and three of each region's availability zones that new accounts can use
 * (https://docs.aws.amazon.com/global-infrastructure/latest/regions/aws-availability-zones.html). Northern California has two
 * for new accounts, so a network cannot live there.
 */
export const regions: Record<string, readonly string[]> = {
  'ap-northeast-1': ['apne1-az1', 'apne1-az2', 'apne1-az4'],
  'ap-northeast-2': ['apne2-az1', 'apne2-az2', 'apne2-az3'],
  'ap-northeast-3': ['apne3-az1', 'apne3-az2', 'apne3-az3'],
  'ap-south-1': ['aps1-az1', 'aps1-az2', 'aps1-az3'],
  'ap-southeast-1': ['apse1-az1', 'apse1-az2', 'apse1-az3'],
  'ap-southeast-2': ['apse2-az1', 'apse2-az2', 'apse2-az3'],
  'ca-central-1': ['cac1-az1', 'cac1-az2', 'cac1-az4'],
  'eu-central-1': ['euc1-az1', 'euc1-az2', 'euc1-az3'],
  'eu-north-1': ['eun1-az1', 'eun1-az2', 'eun1-az3'],
  'eu-west-1': ['euw1-az1', 'euw1-az2', 'euw1-az3'],
  'eu-west-2': ['euw2-az1', 'euw2-az2', 'euw2-az3'],
  'eu-west-3': ['euw3-az1', 'euw3-az2', 'euw3-az3'],
  'sa-east-1': ['sae1-az1', 'sae1-az2', 'sae1-az3'],
  'us-east-1': ['use1-az1', 'use1-az2', 'use1-az4'],
  'us-east-2': ['use2-az1', 'use2-az2', 'use2-az3'],
  'us-west-1': [],
  'us-west-2': ['usw2-az1', 'usw2-az2', 'usw2-az3'],
}

/** The regions with three zones. */
export const homeRegions = Object.keys(regions).filter((name) => regions[name]?.length === 3)
