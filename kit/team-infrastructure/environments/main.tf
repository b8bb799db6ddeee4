# The services of the team, from the module beside this folder. This is the file that a team edits most: a second
# service is a second block.

module "api" {
  source = "../ecs-service"

  name      = "${var.team}-api"
  team      = var.team
  image     = var.api_image
  port      = 8080
  host      = "api.${var.zone_name}"
  cpu       = var.api_size.cpu
  memory    = var.api_size.memory
  min_tasks = var.api_size.min
  max_tasks = var.api_size.max

  vpc_id                          = local.network.vpc_id
  private_subnet_ids              = local.network.private_subnet_ids
  cluster_arn                     = aws_ecs_cluster.this.arn
  alarm_topic_arn                 = aws_sns_topic.alarms.arn
  listener_arn                    = aws_lb_listener.https.arn
  load_balancer_arn_suffix        = aws_lb.this.arn_suffix
  load_balancer_security_group_id = aws_security_group.load_balancer.id
  permissions_boundary_arn        = local.permissions_boundary_arn
}
