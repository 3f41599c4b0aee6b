//! A bar chart of times or sizes as SVG, with the machine and the date in it, for light and for dark backgrounds.
//!
//! Each group has a scale of its own, because the times of groups differ by a factor of a thousand: the longest bar of
//! each group is as wide as the chart. Bars begin at zero. Next to each bar is its amount, and the ratio of its amount
//! to the amount of the first bar.

use std::fmt::Write as _;
use std::time::Duration;
use std::{env, fs, thread};

use crate::timing::Arguments;

/// A chart of groups of bars.
pub struct Plot {
    title: String,
    notes: Vec<String>,
    groups: Vec<Group>,
}

/// The bars for one row of the benchmark, which are compared with each other.
struct Group {
    name: String,
    bars: Vec<(String, Amount)>,
}

/// The amount that a bar shows.
#[derive(Clone, Copy)]
pub enum Amount {
    /// A time.
    Seconds(f64),
    /// A size.
    Bytes(f64),
}

/// All lengths are in the units of the picture, which viewers show as pixels.
const WIDTH: f64 = 860.0;
const MARGIN: f64 = 24.0;
/// The left end of the bars; the names of the contestants are to the left of it.
const BARS_LEFT: f64 = 150.0;
/// The width of the longest bar, which leaves room for its time.
const BARS_WIDTH: f64 = WIDTH - BARS_LEFT - MARGIN - 110.0;
const BAR_HEIGHT: f64 = 18.0;
const BAR_STEP: f64 = 22.0;
const GROUP_HEAD: f64 = 24.0;
const GROUP_GAP: f64 = 14.0;
const NOTE_STEP: f64 = 18.0;
/// The prefix of the names of our bars.
const OURS: &str = "serde_hcl";

/// Colours and fonts. A viewer with a dark theme gets the second colours.
const STYLE: &str = "<style>\n\
    text { fill: #24292f } .paper { fill: #ffffff } .ours { fill: #1a6fd4 } .peer { fill: #9aa5b1 }\n\
    .title { font-size: 17px } .title, .group { font-weight: bold } .note { font-size: 12px; fill: #57606a }\n\
    .name { text-anchor: end }\n\
    @media (prefers-color-scheme: dark) {\n\
    text { fill: #e6edf3 } .paper { fill: #0d1117 } .ours { fill: #4493f8 } .peer { fill: #6e7681 } .note { fill: #9198a1 }\n\
    }\n\
    </style>\n";

impl Amount {
    /// The time of a bar.
    pub fn time(time: Duration) -> Self {
        Amount::Seconds(time.as_secs_f64())
    }

    fn number(self) -> f64 {
        match self {
            Amount::Seconds(number) | Amount::Bytes(number) => number,
        }
    }

    /// The amount with three significant digits.
    fn words(self) -> String {
        let (count, unit) = match self {
            Amount::Seconds(seconds) if seconds < 1e-3 => (seconds * 1e6, "µs"),
            Amount::Seconds(seconds) if seconds < 1.0 => (seconds * 1e3, "ms"),
            Amount::Seconds(seconds) => (seconds, "s"),
            Amount::Bytes(bytes) if bytes < 1e6 => (bytes / 1e3, "kB"),
            Amount::Bytes(bytes) => (bytes / 1e6, "MB"),
        };
        format!("{} {unit}", three_digits(count))
    }
}

fn three_digits(number: f64) -> String {
    match number {
        _ if number < 10.0 => format!("{number:.2}"),
        _ if number < 100.0 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}

/// The text of a ratio to the amount of the first bar.
fn times(factor: f64) -> String {
    format!("{} ×", three_digits(factor))
}

impl Plot {
    /// A chart without bars. Below the title, in small text, are the comparison, the machine, the day, and the method
    /// of measurement (`how`).
    pub fn new(title: &str, comparison: String, how: &str) -> Self {
        let run = format!("{}, {how}.", machine_and_date());
        Self {
            title: title.to_owned(),
            notes: vec![comparison, run],
            groups: Vec::new(),
        }
    }

    /// Adds a group of bars, each with its name and its amount. The first bar is the one that the others are compared
    /// with.
    pub fn group(&mut self, name: &str, bars: impl IntoIterator<Item = (String, Amount)>) {
        let bars = bars.into_iter().collect();
        self.groups.push(Group {
            name: name.to_owned(),
            bars,
        });
    }

    /// Writes the chart as SVG to the file named in the arguments, if there is one.
    ///
    /// # Panics
    ///
    /// If the file cannot be written.
    pub fn write(&self, arguments: &Arguments) {
        if let Some(path) = arguments.plot() {
            fs::write(path, self.to_svg()).unwrap_or_else(|error| panic!("{path}: {error}"));
        }
    }

    /// The chart as SVG.
    pub fn to_svg(&self) -> String {
        let mut svg = Svg::default();
        let mut top = MARGIN + 16.0;
        svg.text("title", MARGIN, top, &self.title);
        for note in &self.notes {
            top += NOTE_STEP;
            svg.text("note", MARGIN, top, note);
        }
        top += GROUP_GAP;
        for group in &self.groups {
            svg.text("group", MARGIN, top + 16.0, &group.name);
            top += GROUP_HEAD;
            let amounts = group.bars.iter().map(|(_, amount)| amount.number());
            let longest = amounts.clone().fold(0.0, f64::max);
            let first = amounts.clone().next().unwrap_or_default();
            for (index, (name, amount)) in group.bars.iter().enumerate() {
                let width = amount.number() / longest * BARS_WIDTH;
                let mut text = amount.words();
                if index > 0 {
                    let _ = write!(text, " · {}", times(amount.number() / first));
                }
                let class = if name.starts_with(OURS) {
                    "ours"
                } else {
                    "peer"
                };
                svg.text("name", BARS_LEFT - 8.0, top + 14.0, name);
                svg.bar(top, width, class);
                svg.text("time", BARS_LEFT + width + 8.0, top + 14.0, &text);
                top += BAR_STEP;
            }
            top += GROUP_GAP;
        }
        svg.finish(top + MARGIN - GROUP_GAP)
    }
}

/// The elements of a picture.
#[derive(Default)]
struct Svg(String);

impl Svg {
    fn text(&mut self, class: &str, x: f64, y: f64, text: &str) {
        let text = escape(text);
        let line = format!("<text class=\"{class}\" x=\"{x:.0}\" y=\"{y}\">{text}</text>\n");
        self.0.push_str(&line);
    }

    fn bar(&mut self, y: f64, width: f64, class: &str) {
        let line = format!(
            "<rect class=\"{class}\" x=\"{BARS_LEFT}\" y=\"{y}\" width=\"{width:.1}\" height=\"{BAR_HEIGHT}\"/>\n"
        );
        self.0.push_str(&line);
    }

    fn finish(self, height: f64) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
             font-family=\"sans-serif\" font-size=\"13\">\n"
        );
        svg.push_str(STYLE);
        let _ = writeln!(
            svg,
            "<rect class=\"paper\" width=\"{WIDTH}\" height=\"{height}\"/>"
        );
        svg.push_str(&self.0);
        svg.push_str("</svg>\n");
        svg
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// The processor, its number of cores and the day (UTC) of this run.
fn machine_and_date() -> String {
    let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = processors
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "))
        .map_or(env::consts::ARCH, |(_, name)| name);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let cores = match cores {
        1 => "1 core".to_owned(),
        _ => format!("{cores} cores"),
    };
    let day = jiff::Timestamp::now().strftime("%Y-%m-%d").to_string();
    format!("{name}, {cores}, {}, {day}", env::consts::OS)
}

/// The name of a peer with the version that this package is locked to.
pub fn with_version(peer: &str) -> String {
    let lock = include_str!("../Cargo.lock");
    let entry = format!("name = \"{peer}\"\nversion = \"");
    let version = lock
        .split_once(&entry)
        .and_then(|(_, rest)| rest.split_once('"'))
        .map_or("", |(version, _)| version);
    format!("{peer} {version}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_times_and_text_is_escaped() {
        let mut plot = Plot::new("a < b & c", String::new(), "once");
        let bar = |name: &str, micros| {
            let time = Amount::time(Duration::from_micros(micros));
            (name.to_owned(), time)
        };
        plot.group("read", [bar("ours", 250), bar("peer", 1_000)]);
        let svg = plot.to_svg();
        assert!(svg.contains("a &lt; b &amp; c"), "{svg}");
        let widths: Vec<f64> = svg
            .split("<rect class=")
            .skip(2)
            .filter_map(|it| it.split("width=\"").nth(1)?.split('"').next()?.parse().ok())
            .collect();
        assert_eq!(widths, [BARS_WIDTH / 4.0, BARS_WIDTH]);
        assert!(
            svg.contains(">250 µs<") && svg.contains(">1.00 ms · 4.00 ×<"),
            "{svg}"
        );
    }

    #[test]
    fn peers_have_a_version() {
        for peer in ["hcl-edit", "hcl-rs", "serde_json", "toml"] {
            let name = with_version(peer);
            assert!(name.contains('.'), "{name}");
        }
    }
}
