# Production: three tasks at least, one in each zone.
environment           = "prod"
account_id            = "333344445555"
home_region           = "eu-central-1"
team                  = "orders"
network_parameter_arn = "arn:aws:ssm:eu-central-1:444455556666:parameter/network/prod"
zone_name             = "orders.prod.example.com"
alarm_email           = "orders-pager@example.com"
is_protected          = true

api_image = "555566667777.dkr.ecr.eu-central-1.amazonaws.com/orders/api@sha256:0000000000000000000000000000000000000000000000000000000000000000"
api_size  = { cpu = 1024, memory = 2048, min = 3, max = 12 }
