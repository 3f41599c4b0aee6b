//! Checks that the links and pictures in the Markdown pages lead to files and headings that exist.

use std::path::Path;

use super::Report;

/// Checks a page of Markdown at the root of the repository.
pub(crate) fn check(page: &Path, text: &str, report: &mut Report) {
    for (index, line) in text.lines().enumerate() {
        for link in line
            .split("](")
            .skip(1)
            .filter_map(|it| it.split(')').next())
        {
            let exists = match link.strip_prefix('#') {
                Some(heading) => text
                    .lines()
                    .any(|it| anchor(it).as_deref() == Some(heading)),
                None => link.contains("://") || Path::new(link).exists(),
            };
            if !exists {
                report.add(page, index + 1, format!("{link} does not exist"));
            }
        }
    }
}

/// Returns the anchor that Markdown viewers give to a heading.
fn anchor(line: &str) -> Option<String> {
    let heading = line.strip_prefix('#')?.trim_start_matches('#').trim();
    let kept = heading
        .chars()
        .filter(|it| it.is_alphanumeric() || " -_".contains(*it));
    let lower: String = kept.flat_map(char::to_lowercase).collect();
    Some(lower.replace(' ', "-"))
}
