//! The example that migrates configurations.

use expect_test::expect;

#[path = "../../examples/migrate.rs"]
mod example;

#[test]
fn everything_else_is_unchanged() {
    let body = hcl::parse(example::EXAMPLE).expect("it is valid");
    let text = example::migrate(&body).expect("it can be changed");
    expect![[r#"
        # The shop.

        server {
          address = "0.0.0.0"

          tls { # checked in March
            certificate = "/etc/shop/tls.pem"
          }
        }

        service "web" {
          listen = 8080 # behind the proxy
          health = "http://localhost:${service.web.listen}/health"
        }
    "#]]
    .assert_eq(&text);
    let again = hcl::parse(&text).expect("it is valid");
    assert_eq!(example::migrate(&again).expect("it can be changed"), text);
}
