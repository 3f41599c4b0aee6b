//! Keys of maps that are no strings.

use std::collections::BTreeMap;

use expect_test::expect;
use serde_derive::Deserialize;

use super::{X, fails, gives};

#[derive(Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
enum Level {
    Low,
    High,
}

#[derive(Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Id(u8);

#[test]
fn hcl_rs_0_20_other_keys() {
    gives("x = { 80 = 1, \"-443\" = 2 }", X { x: BTreeMap::from([(80, 1), (-443, 2)]) });
    gives("x = { true = 1 }", X { x: BTreeMap::from([(true, 1)]) });
    gives("x = { a = 1 }", X { x: BTreeMap::from([('a', 1)]) });
    gives("x = { 1 = 1 }", X { x: BTreeMap::from([(Id(1), 1)]) });
    gives("x = { 1 = 1 }", X { x: BTreeMap::from([(Some(1), 1)]) });
    gives("x = { 1.5 = 1 }", X { x: BTreeMap::from([(hcl::Number::try_from(1.5).unwrap(), 1)]) });
    gives("low = 1\nhigh = 2\n", BTreeMap::from([(Level::Low, 1), (Level::High, 2)]));
    gives("x low {}\n", X { x: BTreeMap::from([(Level::Low, BTreeMap::<u8, u8>::new())]) });
    fails::<X<BTreeMap<u8, u8>>>("x = { 256 = 1 }", expect![[""]]);
    fails::<X<BTreeMap<u8, u8>>>("x \"a\" {}\n", expect![[""]]);
    fails::<BTreeMap<Level, u8>>("middle = 1\n", expect![[""]]);
}
