# The configuration of a gateway, read by the example `evaluate`.

name     = "gateway-${lower("EU")}"
listen   = "0.0.0.0:${8000 + 80}"
workers  = 2 * 4
log_file = hasindex(env, "GATEWAY_LOG") ? env.GATEWAY_LOG : null

route "api" {
  target  = "http://api.internal:${9000 + 1}"
  timeout = duration("2m")
  allow   = request.method == "GET" || request.path == "/login"
}

route "static" {
  target  = "http://files.internal"
  timeout = duration("30s") / 2

  # Only what is public.
  allow = substr(request.path, 0, 8) == "/public/"
}
