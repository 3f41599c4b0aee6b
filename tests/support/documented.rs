//! Reads numbers from the tables in the documentation.

use std::fs::read_to_string;

/// Returns the numbers in the second and the third column of the table row that begins with `row`.
pub(crate) fn documented(file: &str, row: &str) -> [Option<usize>; 2] {
    let text = read_to_string(file).expect("the file is there");
    let line = text
        .lines()
        .map(|line| line.trim_start_matches("//! "))
        .find(|line| line.starts_with(&format!("| {row}")))
        .unwrap_or_else(|| panic!("{file} has no row \"{row}\""));
    let mut cells = line.split('|').map(str::trim).skip(2);
    [cells.next(), cells.next()].map(|cell| cell?.replace(',', "").parse().ok())
}

/// Returns the number in a row of the guide's tables of fixed limits and of memory.
pub(crate) fn in_guide(row: &str) -> usize {
    let [number, _] = documented("src/guide/untrusted_input.rs", row);
    number.unwrap_or_else(|| panic!("\"{row}\" has no number"))
}
