//! A sample of cases, and what comes of judging all of them.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs::File;
use std::io::Read;

use flate2::read::GzDecoder;

use crate::compare::{Agreement, Judgement};
use crate::read::Json;

/// Percentage of the rejected cases whose first diagnostic must be at the same place as in the reference. Rare errors
/// are more frequent in a sample than in all cases.
const SAME_FIRST_RANGE: usize = 85;

/// Percentage of the rejected cases whose first summary must be that of the reference.
const SAME_FIRST_SUMMARY: usize = 85;

/// The number of disagreements that are shown.
const SHOWN: usize = 5;

/// The cases of one kind, a JSON text on each line.
pub(crate) struct Sample {
    name: &'static str,
    text: String,
}

impl Sample {
    /// Decompresses the sample with this name.
    pub(crate) fn read(name: &'static str) -> Self {
        let mut text = String::new();
        let file = File::open(format!("tests/conformance/{name}.jsonl.gz")).unwrap();
        GzDecoder::new(file).read_to_string(&mut text).unwrap();
        Sample { name, text }
    }

    /// Returns the cases.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines()
    }

    /// Answers each case and compares the answer with the case. Cases in which we follow the specification and the
    /// reference does not are counted separately.
    ///
    /// # Panics
    ///
    /// Panics if one answer differs, or if too many diagnostics do.
    pub(crate) fn judge(
        &self,
        compare: fn(&Json, &Json) -> Judgement,
        answer: impl Fn(&str) -> Result<String, Box<dyn Error>>,
    ) {
        let tally = self.tally(compare, answer);
        tally.report(self.name);
        tally.check_places();
    }

    /// Judges the answers like [`Sample::judge`], except for the places of diagnostics. For functions, our diagnostics
    /// point at an argument where the reference points at the call. For structs, the places are only counted.
    pub(crate) fn judge_values(
        &self,
        compare: fn(&Json, &Json) -> Judgement,
        answer: impl Fn(&str) -> Result<String, Box<dyn Error>>,
    ) {
        self.tally(compare, answer).report(self.name);
    }

    fn tally(
        &self,
        compare: fn(&Json, &Json) -> Judgement,
        answer: impl Fn(&str) -> Result<String, Box<dyn Error>>,
    ) -> Tally {
        let allowed = std::fs::read_to_string("tests/conformance.allow").unwrap();
        let allowed: BTreeSet<_> = allowed.lines().map(first_word).collect();
        let mut tally = Tally::default();
        for line in self.lines() {
            let case = Json::read(line);
            let id = case.member("id").and_then(Json::as_str).unwrap();
            if allowed.contains(id) {
                tally.allowed += 1;
                continue;
            }
            let answer = answer(line).unwrap_or_else(|error| panic!("{id}: {error}"));
            match compare(&case, &Json::read(&answer)) {
                Ok(agreement) => tally.add(agreement),
                Err(difference) => tally.failures.push(format!("{difference}\n  {line}")),
            }
        }
        tally
    }
}

fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

#[derive(Default)]
struct Tally {
    accepted: usize,
    rejected: usize,
    same_first_range: usize,
    same_first_summary: usize,
    allowed: usize,
    failures: Vec<String>,
}

impl Tally {
    fn add(&mut self, agreement: Agreement) {
        match agreement {
            Agreement::Accepted => self.accepted += 1,
            Agreement::Rejected(same) => {
                self.rejected += 1;
                self.same_first_range += usize::from(same.first_range);
                self.same_first_summary += usize::from(same.first_summary);
            }
        }
    }

    fn report(&self, name: &str) {
        let Tally {
            accepted,
            rejected,
            same_first_range,
            same_first_summary,
            allowed,
            failures,
        } = self;
        println!(
            "{name}: {accepted} accepted, {rejected} rejected ({same_first_range} with the same first range, \
             {same_first_summary} with the same first summary), {allowed} allowed, {} different",
            failures.len()
        );
        let shown: Vec<_> = failures.iter().take(SHOWN).map(String::as_str).collect();
        assert!(shown.is_empty(), "{name}:\n{}", shown.join("\n"));
        // Otherwise, an empty archive would agree with any answers.
        assert!(*accepted > 0 && *rejected > 0);
    }

    /// Checks that enough diagnostics have the same place and the same summary as in the reference.
    fn check_places(&self) {
        let Tally {
            rejected,
            same_first_range,
            same_first_summary,
            ..
        } = self;
        assert!(same_first_range * 100 >= rejected * SAME_FIRST_RANGE);
        assert!(same_first_summary * 100 >= rejected * SAME_FIRST_SUMMARY);
    }
}
