//! The data that the benchmark `serde` decodes and encodes: a configuration of services with derived types, and its
//! texts. All three crates get the same types: this crate and `hcl-rs` read the same text in native syntax,
//! `serde_json` reads JSON with the same data.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

/// The size of the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// 100 lines: a configuration that a service reads when it starts.
    Service,
    /// 1,000 labelled blocks.
    Blocks,
    /// 10 MB of such blocks.
    Large,
}

impl Extent {
    /// Every extent, ascending.
    pub const ALL: [Self; 3] = [Self::Service, Self::Blocks, Self::Large];

    /// The name that tables and arguments use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Service => "100 lines",
            Self::Blocks => "1,000 blocks",
            Self::Large => "10 MB",
        }
    }

    const fn blocks(self) -> usize {
        match self {
            Self::Service => 6,
            Self::Blocks => 1_000,
            Self::Large => 32_000,
        }
    }
}

/// A whole configuration.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Configuration {
    /// A string.
    pub name: String,
    /// An enum with few variants.
    pub log_level: Level,
    /// Numbers.
    pub quotas: Vec<u64>,
    /// Blocks by their labels.
    pub service: BTreeMap<String, Service>,
}

/// How much is written to a log.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Little.
    Warn,
    /// Much.
    Debug,
}

/// One block.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Service {
    /// A string.
    pub image: String,
    /// A small integer.
    pub port: u16,
    /// A float.
    pub weight: f64,
    /// A bool.
    pub enabled: bool,
    /// A string that only some blocks have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Strings.
    pub tags: Vec<String>,
    /// An object.
    pub environment: BTreeMap<String, String>,
    /// A block in the block.
    pub health: Health,
}

/// A block within a block.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Health {
    /// A string.
    pub path: String,
    /// An integer.
    pub interval: u32,
}

/// The data and its texts.
pub struct Texts {
    /// The data.
    pub configuration: Configuration,
    /// Native syntax, as written by hand.
    pub hcl: String,
    /// JSON, pretty-printed.
    pub json: String,
    /// JSON without white space.
    pub compact_json: String,
    /// TOML.
    pub toml: String,
}

impl Texts {
    /// Makes the data and writes the texts.
    ///
    /// # Panics
    ///
    /// Panics if `serde_json` or `toml` cannot write the data.
    pub fn of(extent: Extent) -> Self {
        let configuration = Configuration::with_services(extent.blocks());
        Self {
            hcl: configuration.native_syntax(),
            json: serde_json::to_string_pretty(&configuration).expect("the data is JSON"),
            compact_json: serde_json::to_string(&configuration).expect("the data is JSON"),
            toml: toml::to_string_pretty(&configuration).expect("the data is TOML"),
            configuration,
        }
    }
}

impl Configuration {
    fn with_services(count: usize) -> Self {
        Configuration {
            name: "shop".into(),
            log_level: Level::Warn,
            quotas: vec![100, 2_000, 30_000],
            service: (0..count)
                .map(|index| (format!("service-{index:05}"), Service::numbered(index)))
                .collect(),
        }
    }

    fn native_syntax(&self) -> String {
        const WRITTEN: &str = "a String takes every write";
        let mut text = String::from(
            "# The services of the shop.\nname      = \"shop\"\nlog_level = \"warn\"\nquotas    = [100, 2000, 30000]\n",
        );
        for (label, service) in &self.service {
            let Service {
                image,
                port,
                weight,
                enabled,
                ..
            } = service;
            write!(
                text,
                "\nservice \"{label}\" {{\n  image   = \"{image}\"\n  port    = {port}\n  weight  = {weight}\n  \
                 enabled = {enabled}\n"
            )
            .expect(WRITTEN);
            if let Some(description) = &service.description {
                writeln!(text, "  description = \"{description}\"").expect(WRITTEN);
            }
            writeln!(text, "  tags    = {:?}\n  environment = {{", service.tags).expect(WRITTEN);
            for (name, value) in &service.environment {
                writeln!(text, "    {name} = \"{value}\"").expect(WRITTEN);
            }
            let Health { path, interval } = &service.health;
            writeln!(
                text,
                "  }}\n  health {{\n    path     = \"{path}\"\n    interval = {interval}\n  }}\n}}"
            )
            .expect(WRITTEN);
        }
        text
    }
}

impl Service {
    fn numbered(index: usize) -> Self {
        let number = u16::try_from(index % 50_000).unwrap_or_default();
        Service {
            image: format!(
                "registry.example.com/shop/service:{}.{}",
                index % 7,
                index % 31
            ),
            port: 8_000 + number,
            weight: f64::from(number % 40) / 4.0 + 0.25,
            enabled: !index.is_multiple_of(3),
            description: index
                .is_multiple_of(2)
                .then(|| format!("Service number {index} of the shop")),
            tags: vec!["public".into(), format!("zone-{}", index % 5)],
            environment: BTreeMap::from([
                ("LOG".into(), "warn".into()),
                ("REGION".into(), format!("eu-central-{}", index % 3)),
            ]),
            health: Health {
                path: "/healthz".into(),
                interval: 10 + u32::from(number % 20),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Configuration, Extent, Texts};

    #[test]
    fn all_crates_decode_and_encode_the_same_data() {
        for extent in [Extent::Service, Extent::Blocks] {
            let Texts {
                configuration,
                hcl,
                json,
                ..
            } = Texts::of(extent);
            let decoded: Configuration = hcl::from_str(&hcl).expect("hcl decodes");
            assert_eq!(decoded, configuration);
            let decoded: Configuration = hcl_rs::from_str(&hcl).expect("hcl-rs decodes");
            assert_eq!(decoded, configuration);
            let decoded: Configuration = serde_json::from_str(&json).expect("serde_json decodes");
            assert_eq!(decoded, configuration);

            let text = hcl::to_string(&configuration).expect("hcl encodes");
            assert_eq!(
                hcl::from_str::<Configuration>(&text).expect("it decodes"),
                configuration
            );
            let text = hcl_rs::to_string(&configuration).expect("hcl-rs encodes");
            assert_eq!(
                hcl_rs::from_str::<Configuration>(&text).expect("it decodes"),
                configuration
            );
        }
    }

    #[test]
    fn sizes_agree_with_their_names() {
        assert_eq!(Texts::of(Extent::Service).hcl.lines().count() / 10, 10);
        let large = Texts::of(Extent::Large);
        assert_eq!(large.hcl.len() / 1_000_000, 10);
        assert_eq!(Texts::of(Extent::Blocks).configuration.service.len(), 1_000);
    }
}
