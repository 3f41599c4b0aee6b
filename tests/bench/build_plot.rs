//! Draws what the script `tests/bench/build` has measured, which it gives on standard input, as SVG on standard output.

use std::io::Read as _;

use hcl_bench::plot::{self, Amount, Plot};

/// A line of the script's output: what was built, with which profile, and the results.
struct Build<'t> {
    name: &'t str,
    profile: &'t str,
    seconds: f64,
    bytes: f64,
}

impl<'t> Build<'t> {
    /// Reads a line: name, profile, seconds, seconds of processors, crates, bytes.
    fn read(line: &'t str) -> Option<Self> {
        let mut words = line.split(' ');
        Some(Build {
            name: words.next()?,
            profile: words.next()?,
            seconds: words.next()?.parse().ok()?,
            bytes: words.nth(2)?.parse().ok()?,
        })
    }
}

fn main() {
    let mut lines = String::new();
    std::io::stdin()
        .read_to_string(&mut lines)
        .expect("the figures are text");
    let builds: Vec<Build> = lines.lines().filter_map(Build::read).collect();
    let [serde_hcl, hcl_rs, toml] = ["serde_hcl", "hcl-rs", "toml"].map(plot::with_version);
    let comparison = format!(
        "{serde_hcl} with its default features and with all of the library, {hcl_rs} and {toml}: a program that reads a struct \
         of three fields."
    );
    let mut plot = Plot::new(
        "What a dependency costs to build: shorter is better",
        comparison,
        "cold builds",
    );
    let least = |profile: &str, name: &str, figure: fn(&Build) -> f64| {
        let of_both = |it: &&Build| it.profile == profile && it.name == name;
        let figures = builds.iter().filter(of_both).map(figure);
        figures.fold(f64::INFINITY, f64::min)
    };
    let names = [
        ("serde_hcl", "serde_hcl"),
        ("serde_hcl, full", "full"),
        ("hcl-rs", "hcl-rs"),
        ("toml", "toml"),
    ];
    for (title, profile) in [("dev build", "dev"), ("release build", "release")] {
        let bars = names.map(|(bar, name)| {
            let seconds = least(profile, name, |build| build.seconds);
            (bar.to_owned(), Amount::Seconds(seconds))
        });
        plot.group(title, bars);
    }
    let bars = names.map(|(bar, name)| {
        let bytes = least("release", name, |build| build.bytes);
        (bar.to_owned(), Amount::Bytes(bytes))
    });
    plot.group("stripped binary of the release build", bars);
    print!("{}", plot.to_svg());
}
