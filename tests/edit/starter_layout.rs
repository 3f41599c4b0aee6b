//! The layout of what is commented out in configurations to start from.

use std::collections::BTreeMap;

use expect_test::expect;
use hcl::{EncodeOptions, StarterFile};
use serde_derive::{Deserialize, Serialize};

use super::starter::{Log, Server};

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(default)]
struct Cache {
    size: u32,
    directory: String,
    on: bool,
    limits: BTreeMap<String, u32>,
    log: Log,
    shards: Vec<Server>,
}

/// Settings that are commented out have the layout of written settings: attributes are aligned, and blank lines
/// separate blocks.
#[test]
#[expect(clippy::too_many_lines, reason = "most of it is the expected text")]
fn commented_out_settings_are_laid_out() {
    let value = Cache {
        size: 1,
        ..Cache::default()
    };
    let shard = |name: &str| Server {
        name: name.to_owned(),
        port: 1,
        log: Some(Log::default()),
    };
    let examples = Cache {
        shards: vec![shard("a"), shard("b")],
        ..Cache::default()
    };
    let file = StarterFile::new()
        .with_defaults(&Cache::default())
        .with_examples(&examples)
        .with_comment("limits", "Of memory.")
        .with_comment("log.file", "Where it is.");
    let text = file.to_string(&value).expect("it can be written");
    assert_eq!(hcl::format(&text), text);
    expect![[r#"
        size = 1

        # directory = ""
        # on        = false

        # Of memory.
        # limits = {}

        # log {
        #   level = 0
        #
        #   # Where it is.
        #   file = ""
        #
        #   rotation {
        #     keep = 0
        #   }
        # }

        # shards "a" {
        #   port = 1
        #
        #   log {
        #     level = 0
        #     file  = ""
        #
        #     rotation {
        #       keep = 0
        #     }
        #   }
        # }

        # shards "b" {
        #   port = 1
        #
        #   log {
        #     level = 0
        #     file  = ""
        #
        #     rotation {
        #       keep = 0
        #     }
        #   }
        # }
    "#]]
    .assert_eq(&text);
    let options = EncodeOptions::new().with_indent(4).without_alignment();
    let text = file.with_options(options).to_string(&value);
    expect![[r#"
        size = 1

        # directory = ""
        # on = false

        # Of memory.
        # limits = {}

        # log {
        #     level = 0
        #
        #     # Where it is.
        #     file = ""
        #
        #     rotation {
        #         keep = 0
        #     }
        # }

        # shards "a" {
        #     port = 1
        #
        #     log {
        #         level = 0
        #         file = ""
        #
        #         rotation {
        #             keep = 0
        #         }
        #     }
        # }

        # shards "b" {
        #     port = 1
        #
        #     log {
        #         level = 0
        #         file = ""
        #
        #         rotation {
        #             keep = 0
        #         }
        #     }
        # }
    "#]]
    .assert_eq(&text.expect("it can be written"));
}
