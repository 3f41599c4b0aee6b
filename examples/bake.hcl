# Targets of a build, as Docker's Bake knows them, read by the example `bake`.

variable "REGISTRY" {
  default = "registry.example.com"
}

variable "TAG" {
  default = "v1.2.0"
}

# Of a variable that nobody has set, "try" makes one that is.
BRANCH = try(BRANCH_NAME, "main")

function "image" {
  params         = [name]
  variadic_param = tags
  result         = [for tag in length(tags) > 0 ? tags : [TAG] : "${REGISTRY}/${name}:${tag}"]
}

function "release" {
  params = [name]
  result = concat(image(name), image(name, BRANCH == "main" ? "latest" : BRANCH))
}

group "default" {
  targets = ["app", "check"]
}

target "base" {
  dockerfile = "Dockerfile"
  args = {
    RUST    = "1.88"
    PROFILE = "release"
  }
}

target "app" {
  inherits = ["base"]
  tags     = release("app")
  args = {
    FEATURES = join(",", ["cli", "stdlib"])
  }
}

target "check" {
  name = "check-${tool}-${replace(rust, ".", "-")}"
  matrix = {
    tool = ["lint", "test"]
    rust = ["1.88", "1.90"]
  }
  inherits = ["base"]
  target   = tool
  args = {
    RUST = rust
  }
}
