//! Terraform-like configuration in realistic proportions: aligned attributes, labelled and nested blocks, and sometimes
//! the constructs that cost a parser more: templates, a heredoc, conditionals, calls and `for` expressions.

use super::random::Random;
use super::text_with_room;

const KINDS: [&str; 8] = [
    "web", "worker", "database", "cache", "bastion", "public", "private", "logs",
];
const ZONES: [&str; 3] = ["eu-central-1a", "eu-central-1b", "eu-central-1c"];
const INSTANCES: [&str; 4] = ["t3.micro", "t3.large", "m6i.xlarge", "c7g.2xlarge"];
const REMARKS: [&str; 6] = [
    "Keep in step with the launch template of the blue environment.",
    "The limit was raised after the incident of last spring.",
    "Only the load balancer may reach these hosts.",
    "Encrypted with the key of the account, not of the region.",
    "Moves to the shared network once that has a second zone.",
    "Names must stay under 32 characters.",
];

pub(super) fn generate(bytes: usize) -> String {
    let mut random = Random::new(0x7F);
    let mut writer = Writer {
        text: text_with_room(bytes),
        indent: 0,
    };
    writer.line("# Generated infrastructure of one environment.");
    let mut index = 0;
    while writer.text.len() < bytes {
        writer.text.push('\n');
        if random.one_in(3) {
            let sign = if random.one_in(4) { "//" } else { "#" };
            writer.line(&format!("{sign} {}", random.pick(&REMARKS)));
        }
        write_item(&mut writer, &mut random, index);
        index += 1;
    }
    writer.text
}

fn write_item(writer: &mut Writer, random: &mut Random, index: u32) {
    match random.below(20) {
        0..=3 => write_instance(writer, random, index),
        4..=6 => write_security_group(writer, random, index),
        7..=8 => write_bucket(writer, random, index),
        9 => write_role(writer, random, index),
        10..=13 => write_variable(writer, random, index),
        14..=15 => write_output(writer, random, index),
        16..=17 => write_module(writer, random, index),
        18 => write_data(writer, random, index),
        _ => write_locals(writer, random, index),
    }
}

fn write_instance(writer: &mut Writer, random: &mut Random, index: u32) {
    let kind = random.pick(&KINDS);
    writer.open(&format!("resource \"aws_instance\" \"{kind}_{index}\""));
    writer.attributes(&[
        (
            "count",
            format!(
                "var.environment == \"production\" ? {} : 1",
                2 + random.below(6)
            ),
        ),
        ("ami", "data.aws_ami.ubuntu.id".into()),
        ("instance_type", format!("\"{}\"", random.pick(&INSTANCES))),
        ("availability_zone", format!("\"{}\"", random.pick(&ZONES))),
        ("subnet_id", format!("aws_subnet.{kind}[count.index].id")),
        (
            "vpc_security_group_ids",
            format!("[aws_security_group.{kind}.id, module.network.default_group_id]"),
        ),
        (
            "monitoring",
            if random.one_in(2) { "true" } else { "false" }.into(),
        ),
    ]);
    if random.one_in(3) {
        writer.text.push('\n');
        write_heredoc(writer, random);
    }
    writer.text.push('\n');
    writer.open("root_block_device");
    writer.attributes(&[
        ("volume_type", "\"gp3\"".into()),
        ("volume_size", (8 + random.below(500)).to_string()),
        ("encrypted", "true".into()),
    ]);
    writer.close("}");
    if random.one_in(3) {
        writer.text.push('\n');
        writer.open("lifecycle");
        writer.attributes(&[
            ("create_before_destroy", "true".into()),
            (
                "ignore_changes",
                "[ami, user_data]  # replaced by the pipeline".into(),
            ),
        ]);
        writer.close("}");
    }
    writer.text.push('\n');
    writer.open("tags = merge(local.common_tags,");
    writer.attributes(&[
        (
            "Name",
            format!("\"${{var.project}}-{kind}-${{count.index + 1}}\""),
        ),
        ("Role", format!("\"{kind}\"")),
    ]);
    writer.close("})");
    writer.close("}");
}

fn write_heredoc(writer: &mut Writer, random: &mut Random) {
    writer.line("user_data = <<-EOT");
    writer.indent += 1;
    for text in [
        "#!/bin/bash",
        "set -euo pipefail",
        "hostnamectl set-hostname ${var.project}-${count.index}",
        "echo \"ENVIRONMENT=${var.environment}\" >> /etc/environment",
    ] {
        writer.line(text);
    }
    writer.line(&format!(
        "systemctl enable --now service-{}",
        random.below(50)
    ));
    writer.indent -= 1;
    writer.line("EOT");
}

fn write_security_group(writer: &mut Writer, random: &mut Random, index: u32) {
    let kind = random.pick(&KINDS);
    writer.open(&format!(
        "resource \"aws_security_group\" \"{kind}_{index}\""
    ));
    writer.attributes(&[
        ("name", format!("\"${{local.prefix}}-{kind}-{index}\"")),
        ("description", format!("\"Traffic of the {kind} hosts\"")),
        ("vpc_id", "aws_vpc.main.id".into()),
    ]);
    for _ in 0..=random.below(3) {
        let port = random.pick(&[22, 80, 443, 5432, 6379, 8080]);
        writer.text.push('\n');
        writer.open("ingress");
        writer.attributes(&[
            ("description", format!("\"Port {port}\"")),
            ("from_port", port.to_string()),
            ("to_port", port.to_string()),
            ("protocol", "\"tcp\"".into()),
            (
                "cidr_blocks",
                format!(
                    "[\"10.{}.0.0/16\", \"192.168.{}.0/24\"]",
                    random.below(255),
                    random.below(255)
                ),
            ),
        ]);
        writer.close("}");
    }
    writer.text.push('\n');
    writer.open("egress");
    writer.attributes(&[
        ("from_port", "0".into()),
        ("to_port", "0".into()),
        ("protocol", "\"-1\"".into()),
        ("cidr_blocks", "var.egress_cidr_blocks".into()),
    ]);
    writer.close("}");
    writer.close("}");
}

fn write_bucket(writer: &mut Writer, random: &mut Random, index: u32) {
    let kind = random.pick(&KINDS);
    writer.open(&format!("resource \"aws_s3_bucket\" \"{kind}_{index}\""));
    writer.attributes(&[
        (
            "bucket",
            format!("lower(\"${{var.project}}-${{var.environment}}-{kind}-{index}\")"),
        ),
        ("force_destroy", "var.environment != \"production\"".into()),
    ]);
    writer.text.push('\n');
    writer.line("versioning { enabled = true }");
    writer.text.push('\n');
    writer.open("lifecycle_rule");
    writer.attributes(&[
        ("id", format!("\"expire-{kind}\"")),
        ("enabled", "true".into()),
        ("prefix", format!("\"{kind}/\"")),
    ]);
    writer.text.push('\n');
    writer.open("expiration");
    writer.attributes(&[(
        "days",
        format!("max(var.retention_days, {})", 30 + random.below(300)),
    )]);
    writer.close("}");
    writer.close("}");
    writer.text.push('\n');
    writer.attributes(&[(
        "depends_on",
        format!("[aws_kms_key.main, aws_iam_role.{kind}]"),
    )]);
    writer.close("}");
}

fn write_role(writer: &mut Writer, random: &mut Random, index: u32) {
    let kind = random.pick(&KINDS);
    writer.open(&format!("resource \"aws_iam_role\" \"{kind}_{index}\""));
    writer.attributes(&[("name", format!("\"${{local.prefix}}-{kind}-{index}\""))]);
    writer.text.push('\n');
    writer.open("assume_role_policy = jsonencode(");
    writer.attributes(&[("Version", "\"2012-10-17\"".into())]);
    writer.open("Statement = [");
    writer.attributes(&[
        ("Action", "\"sts:AssumeRole\"".into()),
        ("Effect", "\"Allow\"".into()),
        ("Principal", "{ Service = \"ec2.amazonaws.com\" }".into()),
    ]);
    writer.close("}]");
    writer.close("})");
    writer.close("}");
}

fn write_variable(writer: &mut Writer, random: &mut Random, index: u32) {
    let kind = random.pick(&KINDS);
    writer.open(&format!("variable \"{kind}_setting_{index}\""));
    let (type_expression, default) = match random.below(4) {
        0 => ("string", format!("\"{}\"", random.pick(&INSTANCES))),
        1 => ("number", random.below(1000).to_string()),
        2 => (
            "list(string)",
            format!("[\"{}\", \"{}\"]", ZONES[0], random.pick(&ZONES)),
        ),
        _ => (
            "object({ name = string, size = optional(number, 1) })",
            "null".into(),
        ),
    };
    writer.attributes(&[
        (
            "description",
            format!("\"Setting {index} of the {kind} hosts.\""),
        ),
        ("type", type_expression.into()),
        ("default", default),
    ]);
    if random.one_in(3) {
        writer.text.push('\n');
        writer.open("validation");
        writer.attributes(&[
            (
                "condition",
                format!(
                    "length(var.{kind}_setting_{index}) > 0 && can(regex(\"^[a-z]\", var.{kind}_setting_{index}))"
                ),
            ),
            ("error_message", "\"The setting must begin with a lower-case letter.\"".into()),
        ]);
        writer.close("}");
    }
    writer.close("}");
}

fn write_output(writer: &mut Writer, random: &mut Random, index: u32) {
    let kind = random.pick(&KINDS);
    writer.open(&format!("output \"{kind}_addresses_{index}\""));
    let value = match random.below(3) {
        0 => format!("aws_instance.{kind}[*].private_ip"),
        1 => format!(
            "{{ for name, host in local.hosts : name => host.address if host.kind == \"{kind}\" }}"
        ),
        _ => format!("aws_instance.{kind}[0].public_dns"),
    };
    writer.attributes(&[
        ("description", format!("\"Addresses of the {kind} hosts\"")),
        ("value", value),
        (
            "sensitive",
            if random.one_in(2) { "true" } else { "false" }.into(),
        ),
    ]);
    writer.close("}");
}

fn write_module(writer: &mut Writer, random: &mut Random, index: u32) {
    let kind = random.pick(&KINDS);
    writer.open(&format!("module \"{kind}_{index}\""));
    writer.attributes(&[
        ("source", format!("\"terraform-aws-modules/{kind}/aws\"")),
        (
            "version",
            format!("\"~> {}.{}\"", random.below(9), random.below(20)),
        ),
    ]);
    writer.text.push('\n');
    writer.attributes(&[
        ("name", format!("\"${{local.prefix}}-{kind}\"")),
        (
            "cidr",
            format!("cidrsubnet(var.vpc_cidr, 8, {})", random.below(255)),
        ),
        (
            "azs",
            "[for zone in var.zones : \"${var.region}${zone}\"]".into(),
        ),
        (
            "enable_nat_gateway",
            "var.environment == \"production\" || var.force_nat".into(),
        ),
    ]);
    writer.text.push('\n');
    writer.line("private_subnets = [");
    for number in 0..=random.below(4) {
        writer.line(&format!("  \"10.{}.{number}.0/24\",", random.below(255)));
    }
    writer.line("]");
    writer.text.push('\n');
    writer.line("tags = local.common_tags");
    writer.close("}");
}

fn write_data(writer: &mut Writer, random: &mut Random, index: u32) {
    writer.open(&format!(
        "data \"aws_ami\" \"{}_{index}\"",
        random.pick(&KINDS)
    ));
    writer.attributes(&[
        ("most_recent", "true".into()),
        ("owners", "[\"099720109477\"]".into()),
    ]);
    for (name, value) in [
        ("name", "ubuntu/images/hvm-ssd/*-amd64-server-*"),
        ("virtualization-type", "hvm"),
    ] {
        writer.text.push('\n');
        writer.open("filter");
        writer.attributes(&[
            ("name", format!("\"{name}\"")),
            ("values", format!("[\"{value}\"]")),
        ]);
        writer.close("}");
    }
    writer.close("}");
}

fn write_locals(writer: &mut Writer, random: &mut Random, index: u32) {
    let kind = random.pick(&KINDS);
    writer.open("locals");
    writer.attributes(&[
        ("prefix", "\"${var.project}-${var.environment}\"".into()),
        (
            "zone_count",
            format!("min(length(var.zones), {})", 1 + random.below(3)),
        ),
        (
            "is_large",
            format!("var.{kind}_size * 2 + {} >= 100", random.below(50)),
        ),
        (
            "subnets",
            "flatten([for group in var.groups : [for subnet in group.subnets : subnet.id]])".into(),
        ),
    ]);
    writer.text.push('\n');
    writer.open(&format!("common_tags_{index} ="));
    writer.attributes(&[
        ("Project", "var.project".into()),
        ("ManagedBy", "\"terraform\"".into()),
        (
            "\"cost-center\"",
            format!("\"{}\"", 1000 + random.below(9000)),
        ),
    ]);
    writer.close("}");
    writer.close("}");
}

/// Writes lines at the current depth of nesting.
struct Writer {
    text: String,
    indent: usize,
}

impl Writer {
    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.text.push_str("  ");
        }
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Writes a header and an opening brace. There is no space before the brace if the header ends with a bracket.
    fn open(&mut self, header: &str) {
        let blank = if header.ends_with(['(', '[']) {
            ""
        } else {
            " "
        };
        self.line(&format!("{header}{blank}{{"));
        self.indent += 1;
    }

    fn close(&mut self, brackets: &str) {
        self.indent -= 1;
        self.line(brackets);
    }

    /// Writes attributes, or items of an object, with their `=` signs in one column.
    fn attributes(&mut self, attributes: &[(&str, String)]) {
        let width = attributes
            .iter()
            .map(|(name, _)| name.len())
            .max()
            .unwrap_or(0);
        for (name, value) in attributes {
            self.line(&format!("{name:width$} = {value}"));
        }
    }
}
