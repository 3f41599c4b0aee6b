//! Flush heredocs with strip markers and directives, compared with a model that follows the words of the
//! specification: line by line, one part after the other.

use hcl::{EvalContext, Value};

use super::random::Random;

/// The parts of a heredoc, in the order of the source.
enum Part {
    /// The text of a line or of a part of a line.
    Text(String),
    /// An interpolation or a directive, with its strip markers and its result.
    Sequence {
        source: &'static str,
        strips: [bool; 2],
        result: &'static str,
    },
}

/// Returns random parts. Directives are closed in reverse order of their opening.
fn parts(random: &mut Random) -> Vec<Part> {
    const TEXTS: [&str; 15] = [
        "\n",
        "\n",
        "  \n",
        "x\n",
        "    y\n",
        "\t z\n",
        "\u{3000}\u{a0}w\n",
        "  ",
        "    ",
        "\t",
        "v ",
        " u",
        "\r\n",
        "$${a}\n",
        " 5%x",
    ];
    let mut parts = Vec::new();
    let mut open = 0;
    for _ in 0..random.below(9) {
        if random.below(5) > 1 {
            // Two adjacent texts on one line form one part.
            let text = TEXTS[random.below(TEXTS.len())];
            match parts.last_mut() {
                Some(Part::Text(last)) if !last.ends_with('\n') => last.push_str(text),
                _ => parts.push(Part::Text(text.to_owned())),
            }
            continue;
        }
        let strips = [random.below(3) == 0, random.below(3) == 0];
        let (source, result) = match random.below(3) {
            0 => ("${ \"  v\" }", "  v"),
            1 if open > 0 => {
                open -= 1;
                ("%{ endif }", "")
            }
            _ => {
                open += 1;
                ("%{ if true }", "")
            }
        };
        parts.push(Part::Sequence {
            source,
            strips,
            result,
        });
    }
    close(&mut parts, open);
    parts
}

/// Closes the open directives and ends the last line, because the end marker needs a line of its own.
fn close(parts: &mut Vec<Part>, open: usize) {
    for _ in 0..open {
        parts.push(Part::Sequence {
            source: "%{ endif }",
            strips: [false; 2],
            result: "",
        });
    }
    match parts.last_mut() {
        Some(Part::Text(last)) if last.ends_with('\n') => {}
        Some(Part::Text(last)) => last.push('\n'),
        Some(Part::Sequence { .. }) => parts.push(Part::Text("\n".to_owned())),
        None => {}
    }
}

fn source(parts: &[Part], marker: &str) -> String {
    let mut source = String::from("<<-EOT\n");
    for part in parts {
        match part {
            Part::Text(text) => source.push_str(text),
            Part::Sequence {
                source: sequence,
                strips,
                ..
            } => {
                let (open, close) = sequence.split_at(2);
                let close = &close[..close.len() - 1];
                let [left, right] = strips.map(|strips| if strips { "~" } else { "" });
                source.extend([open, left, close, right, "}"]);
            }
        }
    }
    source + marker
}

/// Returns the string to which the parts evaluate.
fn expected(parts: &[Part]) -> String {
    let strips = |index: Option<usize>, side: usize| {
        let part = index.and_then(|index| parts.get(index));
        matches!(part, Some(Part::Sequence { strips, .. }) if strips[side])
    };
    // Strip markers are applied first. The starts of the lines and their indentation are determined after that.
    let mut begins_line = true;
    let mut least = usize::MAX;
    let mut pieces = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let Part::Text(text) = part else {
            if begins_line {
                least = 0;
            }
            begins_line = false;
            continue;
        };
        let mut text = text.as_str();
        if strips(index.checked_sub(1), 1) {
            text = text.trim_start();
        }
        if strips(Some(index + 1), 0) {
            text = text.trim_end();
        }
        let is_blank = text.trim().is_empty() && text.ends_with('\n');
        let is_indented = begins_line && !is_blank;
        if is_indented {
            least = least.min(spaces(text));
        }
        begins_line = text.ends_with('\n');
        pieces.push((index, text, is_indented));
    }
    let mut result = String::new();
    let mut pieces = pieces.into_iter().peekable();
    for (index, part) in parts.iter().enumerate() {
        match (part, pieces.next_if(|piece| piece.0 == index)) {
            (_, Some((_, text, is_indented))) => {
                let indent = if is_indented { least } else { 0 };
                result.extend(text.replace("$$", "$").chars().skip(indent));
            }
            (Part::Sequence { result: value, .. }, _) => result.push_str(value),
            _ => {}
        }
    }
    result
}

fn spaces(text: &str) -> usize {
    text.chars()
        .take_while(|character| character.is_whitespace())
        .count()
}

#[test]
fn flush_heredocs_agree_with_a_model() {
    const MARKERS: [&str; 4] = [
        "EOT\n",
        "  \tEOT\n",
        "\u{3000}\u{a0}EOT \n",
        "\u{2003}EOT\u{a0}\r\n",
    ];
    let mut random = Random(0x4e4e);
    let ctx = EvalContext::new();
    for _ in 0..20_000 {
        let parts = parts(&mut random);
        let source = source(&parts, MARKERS[random.below(MARKERS.len())]);
        let expression =
            hcl::parse_expression(&source).unwrap_or_else(|error| panic!("{source:?}\n{error}"));
        let value = expression
            .evaluate(&ctx)
            .unwrap_or_else(|error| panic!("{source:?}\n{error}"));
        assert_eq!(value, Value::from(expected(&parts)), "{source:?}");
    }
}
