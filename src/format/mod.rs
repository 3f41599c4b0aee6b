//! The canonical form of native syntax text ("Comments and Whitespace").
//!
//! Only white space changes. The form is therefore made from tokens without a tree, so that an invalid source can be
//! formatted, too. The text is read into [pieces](piece). A newline ends a line, even inside brackets. Each line has an
//! [indentation and cells](layout), the pieces of a cell are separated by [a space or nothing](spacing), and cells are
//! [aligned](alignment) with those of the lines around them.

mod alignment;
mod layout;
mod piece;
mod spacing;

pub(crate) use alignment::{LineCells, MAX_COLUMNS, push_spaces, write_padded};
use layout::LineLayout;

use crate::source::BYTE_ORDER_MARK;

/// Brings a source in native syntax into the canonical form.
///
/// The form is that of the reference implementation's formatter. Formatting is idempotent: a text is in the canonical
/// form if and only if `hcl::format(text) == text`.
///
/// # The canonical form
///
/// **Only white space changes.** Every other byte stays, and so does every newline: lines are neither joined
/// nor broken, blank lines are kept, and no newline is added at the end. Comments, the text of templates and
/// whole heredocs stay as they are, including their blanks. The meaning of the source does not change.
///
/// **Lines are indented** by two spaces for each line above with brackets that are still open, however many it has.
/// Brackets are `{}`, `[]`, `()` and those of template sequences. A line that closes more brackets than it opens is
/// indented like the line whose brackets it closes.
///
/// ```
/// let text = r#"
/// service "web" {
/// ports = [
///   80,
///     443,
///     ]
/// routes = concat([{
/// path = "/"
/// }])
/// }
/// "#;
/// let formatted = r#"
/// service "web" {
///   ports = [
///     80,
///     443,
///   ]
///   routes = concat([{
///     path = "/"
///   }])
/// }
/// "#;
/// assert_eq!(hcl::format(text), formatted);
/// ```
///
/// **One space** stands between two tokens of a line, with these exceptions:
///
/// * around `.` and `::`, before `,` and `...`, and at the end of the line;
/// * after `!`, and after a `-` that begins a line or follows an operator, a separator or an
///   opening bracket;
/// * between the name of a function and `(`;
/// * between a name, a number or a closing bracket and `[` (after the keyword `in`, there is one);
/// * inside of `()`, `[]`, `${}`, `%{}` and empty braces.
///
/// ```
/// let text = "x = max( a.b [ 0 ],- 1 )*{n=1} . n\ny = \"  ${ a }${{}}\"\n";
/// let formatted = "x = max(a.b[0], -1) * { n = 1 }.n\ny = \"  ${a}${ {} }\"\n";
/// assert_eq!(hcl::format(text), formatted);
/// ```
///
/// **Assignments are aligned** in consecutive lines: the first `=` of each line, if the brackets opened after
/// it are closed on the same line. So are **comments** at the end of a line that begins with something else. A line
/// without an assignment or such a comment, even a blank one, ends the run of aligned lines.
///
/// ```
/// let text = r#"
/// name = "shop" # shown to users
/// replicas = 2 # at least two
/// tags = [
/// ]
/// zone = "a"
/// "#;
/// let formatted = r#"
/// name     = "shop" # shown to users
/// replicas = 2      # at least two
/// tags = [
/// ]
/// zone = "a"
/// "#;
/// assert_eq!(hcl::format(text), formatted);
/// ```
///
/// # Invalid sources
///
/// Here, too, only white space changes. A line that cannot be divided into tokens, such as one with an unclosed string,
/// stays as it is; so does everything after an unclosed heredoc or comment.
///
/// ```
/// let text = "a=1\n  b  =\"two\nlonger=3\n";
/// assert_eq!(hcl::format(text), "a = 1\n  b  =\"two\nlonger = 3\n");
/// ```
///
/// # Limits
///
/// The time and the length of the result are proportional to the length of the source: lines are indented by
/// at most 256 levels, the limit of [`parse`](crate::parse), and nothing is aligned after column 1,000. A
/// byte order mark stays. A source of 4 GiB, which cannot be parsed, stays as it is.
pub fn format(text: &str) -> String {
    format_with_cells(text).0
}

/// Brings a source into the canonical form. Also returns the offsets of the aligned cells of its lines.
///
/// The lines are those of the formatter: a heredoc or a comment in a line may contain newlines.
pub(crate) fn format_with_cells(text: &str) -> (String, Vec<LineCells>) {
    if u32::try_from(text.len()).is_err() {
        return (text.to_owned(), Vec::new());
    }
    let source = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    out.push_str(&text[..text.len() - source.len()]);
    let mut layout = LineLayout::new(source, out);
    piece::read(source, |piece| layout.push(piece));
    layout.finish()
}
