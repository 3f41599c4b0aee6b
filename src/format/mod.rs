//! The canonical form of native syntax text ("Comments and Whitespace").
//!
//! Only white space changes, so the form is made from the lexer's tokens and needs no tree: it is
//! there for a source that is wrong somewhere, too. The text is read into [pieces](piece), between
//! which [spaces](spacing) stand or do not. A newline ends a line, whatever is open; each line
//! has its [indentation and its cells](layout), and what follows in consecutive lines is [aligned](alignment).
//!
//! Knows nothing of trees and what they mean.

mod alignment;
mod layout;
mod piece;
mod spacing;

use layout::Layout;

/// Brings a source in native syntax into the canonical form.
///
/// The form is that of the formatter which comes with the reference implementation. A text is in it
/// if and only if `format(text) == text`; formatting twice is formatting once.
///
/// # The canonical form
///
/// **Only white space differs.** Every other byte stays, in its order, and so does every newline:
/// lines are neither joined nor broken, and neither blank lines nor a missing newline at the end
/// are touched. Comments, the text of templates and all of a heredoc down to its end marker stay as
/// they are. A source means what it meant before.
///
/// **Lines are indented by two spaces** for each line above them that opens more brackets than it
/// closes, however many more. The brackets are `{}`, `[]`, `()` and those of template
/// sequences. A line that closes more than it opens is indented as the line that it closes.
///
/// ```
/// let text = "\
/// service \"web\" {
/// ports = [
/// 80,
/// 443,
/// ]
/// routes = concat([{
/// path = \"/\"
/// }])
/// }
/// ";
/// let formatted = "\
/// service \"web\" {
///   ports = [
///     80,
///     443,
///   ]
///   routes = concat([{
///     path = \"/\"
///   }])
/// }
/// ";
/// assert_eq!(hcl::format(text), formatted);
/// ```
///
/// **One space** stands between two tokens of a line, and none
///
/// * at its end, and around `.` and `::`;
/// * before `,` and `...`;
/// * behind `!`, and behind a `-` that begins an operand;
/// * between the name of a function and `(`, and between an operand and the `[` of an index;
/// * inside of `()`, `[]`, `${}` and `%{}`; inside of braces only if they are empty.
///
/// ```
/// assert_eq!(hcl::format("x = max( a.b [ 0 ],- 1 )*{n=1} . n\n"), "x = max(a.b[0], -1) * { n = 1 }.n\n");
/// assert_eq!(hcl::format("x = \"${ a } and  ${{}}\"\n"), "x = \"${a} and  ${ {} }\"\n");
/// ```
///
/// **The first `=` of consecutive lines is aligned** where the value ends on its line, and so are
/// **comments behind something** up to the end of the line. A line without one, such as a blank line, ends the run.
///
/// ```
/// let text = "\
/// name = \"shop\" # shown to users
/// replicas = 2 # at least two
/// tags = [
/// ]
/// zone = \"a\"
/// ";
/// let formatted = "\
/// name     = \"shop\" # shown to users
/// replicas = 2      # at least two
/// tags = [
/// ]
/// zone = \"a\"
/// ";
/// assert_eq!(hcl::format(text), formatted);
/// ```
///
/// # Sources that are wrong
///
/// The same holds for a source that does not parse: nothing but white space changes, and no text is
/// lost. A line with something that cannot be read as tokens, such as a string without its closing quote,
/// stays as it is, and so does everything behind a heredoc or a comment that nothing ends.
///
/// ```
/// assert_eq!(hcl::format("a=1\n  b  =\"two\nlonger=3\n"), "a = 1\n  b  =\"two\nlonger = 3\n");
/// ```
///
/// # Limits
///
/// The time and the size of the result are in proportion to the source, however deep it nests:
/// indentation ends at 256 levels, which is deeper than [`parse`](crate::parse) goes; and what
/// begins behind column 1,000 is not aligned. A source of 4 GiB or more, which does not parse, stays as it is.
/// A byte order mark at the start stays there.
pub fn format(text: &str) -> String {
    const BYTE_ORDER_MARK: &str = "\u{feff}";
    if u32::try_from(text.len()).is_err() {
        return text.to_owned();
    }
    let source = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    out.push_str(&text[..text.len() - source.len()]);
    let mut layout = Layout::new(source, out);
    piece::read(source, |piece| layout.push(piece));
    layout.finish()
}
