//! A program that changes a configuration as a person would.

use expect_test::expect;
use hcl::{Block, Body};

const JOB: &str = r#"# The shop.

job "shop" {
    datacenters = ["dc1"]
    type        = "service"

    group "api" {
        count = 2

        network {
            port "http" { to = 8080 }
        }

        # The server itself.
        task "web" {
            driver = "docker"

            config {
                image = "example/web:1.4"
                ports = ["http"] # see network
            }

            resources {
                cpu    = 500 # MHz
                memory = 256
            }
        }

        task "logs" {
            driver = "exec"
        }
    }
}
"#;

#[test]
fn a_job_is_changed_in_place() {
    let body = hcl::parse(JOB).expect("it parses");
    let item = |path: &str| body.item(path).unwrap_or_else(|error| panic!("{error}"));
    let mut edit = body.edit();
    edit.set_path(
        &body,
        "job.group.task[\"web\"].config.image",
        "example/web:1.5",
    );
    edit.insert_path(&body, "job.group.task[\"web\"].config.ports[1]", "https");
    edit.set_path(&body, "job.group.task[\"web\"].resources.memory_max", 512);
    edit.comment_out(item("job.group.count"));
    edit.after(item("job.group.count"))
        .insert(Body::builder().attribute("count", 3));
    edit.set_line_comment(item("job.datacenters"), "for now");
    edit.remove_path(&body, "job.group.task[\"logs\"]");
    edit.after(item("job.group.network.port"))
        .insert(Block::builder("port").label("https").attribute("to", 8443));
    edit.before(item("job.group.task[\"web\"]")).insert(
        Body::builder()
            .comment("Moved to another machine if it fails twice.")
            .block(
                Block::builder("restart")
                    .attribute("attempts", 2)
                    .attribute("mode", "fail"),
            ),
    );
    edit.set_head_comment("The shop, made by a program.");
    let changed = edit.finish().expect("it can be changed");
    expect![[r##"
        # The shop, made by a program.

        job "shop" {
            datacenters = ["dc1"] # for now
            type        = "service"

            group "api" {
                # count = 2
                count = 3

                network {
                    port "http" { to = 8080 }

                    port "https" {
                        to = 8443
                    }
                }

                # Moved to another machine if it fails twice.
                restart {
                    attempts = 2
                    mode     = "fail"
                }

                # The server itself.
                task "web" {
                    driver = "docker"

                    config {
                        image = "example/web:1.5"
                        ports = ["http", "https"] # see network
                    }

                    resources {
                        cpu        = 500 # MHz
                        memory     = 256
                        memory_max = 512
                    }
                }
            }
        }
    "##]]
    .assert_eq(changed.source().text());
}
