# These resources exist only with use_ipam. The VPCs still get their addresses from addresses.tf, and IPAM keeps other
# networks from using them.

resource "aws_vpc_ipam" "this" {
  count = var.use_ipam ? 1 : 0

  tier = "advanced"

  operating_regions {
    region_name = var.home_region
  }
}

resource "aws_vpc_ipam_pool" "home" {
  count = var.use_ipam ? 1 : 0

  address_family = "ipv4"
  ipam_scope_id  = aws_vpc_ipam.this[0].private_default_scope_id
  locale         = var.home_region
}

resource "aws_vpc_ipam_pool_cidr" "home" {
  count = var.use_ipam ? 1 : 0

  ipam_pool_id = aws_vpc_ipam_pool.home[0].id
  cidr         = var.pool_cidr
}
