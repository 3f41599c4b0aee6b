variable "project" {
  type    = string
  default = "shop"

  validation {
    condition     = length(var.project) <= 8
    error_message = "The name \"${var.project}\" is longer than eight letters."
  }
}

variable "is_production" {
  type    = bool
  default = false
}

variable "cidr" {
  type    = string
  default = "10.0.0.0/16"
}

variable "servers" {
  type    = map(number)
  default = { a = 1, b = 2 }
}
