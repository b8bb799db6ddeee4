# Development: one small task. The workflows read account_id, home_region and team from this file.
environment           = "dev"
account_id            = "111122223333"
home_region           = "eu-central-1"
team                  = "orders"
network_parameter_arn = "arn:aws:ssm:eu-central-1:444455556666:parameter/network/dev"
zone_name             = "orders.dev.example.com"
alarm_email           = "orders@example.com"

api_image = "555566667777.dkr.ecr.eu-central-1.amazonaws.com/orders/api@sha256:0000000000000000000000000000000000000000000000000000000000000000"
api_size  = { cpu = 256, memory = 512, min = 1, max = 2 }
