# Staging: the shape of production at a smaller size. Two tasks, so that problems that need
# more than one task show up here.
environment           = "staging"
account_id            = "222233334444"
home_region           = "eu-central-1"
team                  = "orders"
network_parameter_arn = "arn:aws:ssm:eu-central-1:444455556666:parameter/network/staging"
zone_name             = "orders.staging.example.com"
alarm_email           = "orders@example.com"

api_image = "555566667777.dkr.ecr.eu-central-1.amazonaws.com/orders/api@sha256:0000000000000000000000000000000000000000000000000000000000000000"
api_size  = { cpu = 512, memory = 1024, min = 2, max = 3 }
