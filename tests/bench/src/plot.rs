//! A bar chart of a benchmark as SVG, with the machine and the date in it.
//!
//! Each group has a scale of its own, because the times of groups differ by a factor of a thousand: the longest bar of each is
//! as wide as the chart. Bars begin at zero.

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

/// What is compared in one row of the benchmark.
struct Group {
    name: String,
    bars: Vec<(String, Duration)>,
}

/// All lengths are in the units of the picture, which viewers show as pixels.
const WIDTH: f64 = 860.0;
const MARGIN: f64 = 24.0;
/// Where the bars begin: the names of the contestants are to the left.
const BARS_LEFT: f64 = 150.0;
/// The width of the longest bar, which leaves room for its time.
const BARS_WIDTH: f64 = WIDTH - BARS_LEFT - MARGIN - 110.0;
const BAR_HEIGHT: f64 = 18.0;
const BAR_STEP: f64 = 22.0;
const GROUP_HEAD: f64 = 24.0;
const GROUP_GAP: f64 = 14.0;
const NOTE_STEP: f64 = 18.0;
/// The first bar of each group is ours.
const OURS: &str = "#1a6fd4";
const PEER: &str = "#9aa5b1";

impl Plot {
    /// A chart without bars. Below the title, in small text, are what is compared, the machine, the day and how thorough the
    /// run is.
    pub fn new(title: &str, comparison: String, arguments: &Arguments) -> Self {
        let rounds = if arguments.is_quick() {
            "the fastest of a few rounds"
        } else {
            "the fastest of many rounds"
        };
        let run = format!("{}, {rounds}.", machine_and_date());
        Self {
            title: title.to_owned(),
            notes: vec![comparison, run],
            groups: Vec::new(),
        }
    }

    /// Adds a group of bars: the name and the time of each, ours first.
    pub fn group(&mut self, name: &str, bars: impl IntoIterator<Item = (String, Duration)>) {
        let bars = bars.into_iter().collect();
        self.groups.push(Group {
            name: name.to_owned(),
            bars,
        });
    }

    /// Writes the chart as SVG into the file that the arguments ask for, if they ask for one.
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
            let longest = group.bars.iter().map(|(_, time)| *time).max();
            for (index, (name, time)) in group.bars.iter().enumerate() {
                let share = time.as_secs_f64() / longest.unwrap_or_default().as_secs_f64();
                let width = share * BARS_WIDTH;
                let colour = if index == 0 { OURS } else { PEER };
                svg.text("name", BARS_LEFT - 8.0, top + 14.0, name);
                svg.bar(top, width, colour);
                svg.text("time", BARS_LEFT + width + 8.0, top + 14.0, &words(*time));
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

    fn bar(&mut self, y: f64, width: f64, colour: &str) {
        let line = format!(
            "<rect x=\"{BARS_LEFT}\" y=\"{y}\" width=\"{width:.1}\" height=\"{BAR_HEIGHT}\" fill=\"{colour}\"/>\n"
        );
        self.0.push_str(&line);
    }

    fn finish(self, height: f64) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
             font-family=\"sans-serif\" font-size=\"13\" fill=\"#24292f\">\n"
        );
        svg.push_str(
            "<style>.title { font-size: 17px } .title, .group { font-weight: bold } .note { font-size: 12px; fill: #57606a } \
             .name { text-anchor: end }</style>\n",
        );
        let _ = writeln!(
            svg,
            "<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>"
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

/// A time with three significant digits.
fn words(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (count, unit) = match seconds {
        _ if seconds < 1e-3 => (seconds * 1e6, "µs"),
        _ if seconds < 1.0 => (seconds * 1e3, "ms"),
        _ => (seconds, "s"),
    };
    match count {
        _ if count < 10.0 => format!("{count:.2} {unit}"),
        _ if count < 100.0 => format!("{count:.1} {unit}"),
        _ => format!("{count:.0} {unit}"),
    }
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
        let mut plot = Plot::new("a < b & c", String::new(), &Arguments::default());
        let bar = |name: &str, micros| (name.to_owned(), Duration::from_micros(micros));
        plot.group("read", [bar("ours", 250), bar("peer", 1_000)]);
        let svg = plot.to_svg();
        assert!(svg.contains("a &lt; b &amp; c"), "{svg}");
        let widths: Vec<f64> = svg
            .split("<rect x=")
            .skip(1)
            .filter_map(|it| it.split("width=\"").nth(1)?.split('"').next()?.parse().ok())
            .collect();
        assert_eq!(widths, [BARS_WIDTH / 4.0, BARS_WIDTH]);
        assert!(
            svg.contains(">250 µs<") && svg.contains(">1.00 ms<"),
            "{svg}"
        );
    }

    #[test]
    fn peers_have_a_version() {
        for peer in ["hcl-edit", "hcl-rs", "serde_json"] {
            let name = with_version(peer);
            assert!(name.contains('.'), "{name}");
        }
    }
}
