//! The text so far, as bytes.
//!
//! The room behind it is filled with spaces, so that spaces are written by leaving them where they are. Behind that room
//! there may be text that was set aside.
//!
//! Knows nothing of lines.

use std::fmt;
use std::mem;
use std::ops::Range;

use crate::quote::{copy, copy_plain, write_quoted};
use crate::source::count_columns;

/// So many bytes are allocated at first.
const CAPACITY: usize = 4096;

/// So many of them are filled with spaces at once.
const ROOM: usize = 1024;

/// Text that is being written.
pub(super) struct Text {
    /// The text and the room behind it.
    bytes: Vec<u8>,
    len: usize,
}

/// What is set aside of a text, behind the room.
pub(super) struct Aside {
    start: usize,
}

impl Text {
    pub(super) fn with_room() -> Self {
        let mut bytes = Vec::with_capacity(CAPACITY);
        bytes.resize(ROOM, b' ');
        Text { bytes, len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Whether the last line has been ended.
    pub(super) fn is_at_line_start(&self) -> bool {
        self.bytes[..self.len]
            .last()
            .is_none_or(|last| *last == b'\n')
    }

    /// Makes the text longer by so many bytes and gives them, which are spaces, if there is room for them.
    #[inline]
    fn room(&mut self, len: usize) -> Option<&mut [u8]> {
        let end = self.len + len;
        let room = self.bytes.get_mut(self.len..end)?;
        self.len = end;
        Some(room)
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, len: usize) {
        self.bytes.resize(self.len + len + ROOM, b' ');
    }

    #[inline]
    pub(super) fn push_str(&mut self, text: &str) {
        self.push_bytes(text.as_bytes());
    }

    /// Writes a whole piece of text.
    #[inline]
    pub(super) fn push_bytes(&mut self, bytes: &[u8]) {
        match self.room(bytes.len()) {
            Some(room) => room.copy_from_slice(bytes),
            None => self.push_grown(bytes),
        }
    }

    #[cold]
    #[inline(never)]
    fn push_grown(&mut self, bytes: &[u8]) {
        self.grow(bytes.len());
        self.push_bytes(bytes);
    }

    #[inline]
    pub(super) fn push_spaces(&mut self, count: usize) {
        if self.room(count).is_none() {
            self.grow(count);
            self.len += count;
        }
    }

    /// Writes so many spaces and so many bytes, behind which there are more spaces.
    #[inline]
    pub(super) fn push_padded<const N: usize>(
        &mut self,
        indent: usize,
        padded: &[u8; N],
        len: usize,
    ) {
        self.put(indent, padded);
        self.len += indent + len;
    }

    /// Writes the beginning of an assignment: so many spaces, a name with those that align it, of so many bytes together,
    /// and the equals sign.
    #[inline]
    pub(super) fn push_head<const N: usize>(
        &mut self,
        indent: usize,
        name: &[u8; N],
        width: usize,
    ) {
        let start = self.len + indent;
        let room = self.bytes.get_mut(start..);
        if let Some(room) = room.and_then(|room| room.get_mut(..width + N))
            && let Some(head) = room.first_chunk_mut()
        {
            *head = *name;
            room[width + 1] = b'=';
            self.len = start + width + " = ".len();
        } else {
            self.push_head_grown(indent, name, width);
        }
    }

    #[cold]
    #[inline(never)]
    fn push_head_grown<const N: usize>(&mut self, indent: usize, name: &[u8; N], width: usize) {
        self.grow(indent + width + N);
        self.push_head(indent, name, width);
    }

    /// Puts bytes, behind which there are spaces, so many bytes from here, without making the text longer.
    #[inline]
    fn put<const N: usize>(&mut self, offset: usize, padded: &[u8; N]) {
        let start = self.len + offset;
        let room = self.bytes.get_mut(start..start + N);
        match room.and_then(<[u8]>::first_chunk_mut) {
            Some(room) => *room = *padded,
            None => self.put_grown(start, padded),
        }
    }

    #[cold]
    #[inline(never)]
    fn put_grown(&mut self, start: usize, bytes: &[u8]) {
        let end = start + bytes.len();
        self.grow(end - self.len);
        self.bytes[start..end].copy_from_slice(bytes);
    }

    /// Writes a text on the line and ends that.
    #[inline]
    pub(super) fn push_line(&mut self, text: &str) {
        match self.room(text.len() + 1) {
            Some([within @ .., last]) => {
                within.copy_from_slice(text.as_bytes());
                *last = b'\n';
            }
            _ => self.push_line_grown(text),
        }
    }

    #[cold]
    #[inline(never)]
    fn push_line_grown(&mut self, text: &str) {
        self.push_grown(text.as_bytes());
        self.push_str("\n");
    }

    /// Writes a text between quotes.
    #[inline(never)]
    pub(super) fn push_quoted(&mut self, text: &str) {
        let end = self.len + text.len() + 2;
        if let Some([first, within @ .., last]) = self.bytes.get_mut(self.len..end)
            && copy_plain(text.as_bytes(), within)
        {
            (*first, *last) = (b'"', b'"');
            self.len = end;
        } else {
            self.push_escaped(text);
        }
    }

    /// Writes a text between quotes and ends the line.
    #[inline]
    pub(super) fn push_quoted_line(&mut self, text: &str) {
        let end = self.len + text.len() + 3;
        if let Some([first, within @ .., last, newline]) = self.bytes.get_mut(self.len..end)
            && copy_plain(text.as_bytes(), within)
        {
            (*first, *last, *newline) = (b'"', b'"', b'\n');
            self.len = end;
        } else {
            self.push_escaped(text);
            self.push_str("\n");
        }
    }

    /// The same for any text. If it has been tried without escapes, that is written over: with them, it is not shorter.
    #[inline(never)]
    fn push_escaped(&mut self, text: &str) {
        // Writing to a text does not fail.
        let _ = write_quoted(self, text);
    }

    /// Takes back what is behind a place between two pieces.
    pub(super) fn truncate(&mut self, len: usize) {
        self.bytes[len..self.len].fill(b' ');
        self.len = len;
    }

    /// Sets aside what is behind a place between two pieces, so that it can be written again with so many more bytes: with
    /// more than those, it would be written over.
    pub(super) fn set_aside(&mut self, from: usize, more: usize) -> Aside {
        let end = self.bytes.len().max(self.len + more);
        self.bytes.resize(end, b' ');
        self.bytes.extend_from_within(from..self.len);
        self.truncate(from);
        Aside { start: end }
    }

    /// Writes a part of what is set aside.
    #[inline]
    pub(super) fn push_from(&mut self, aside: &Aside, part: Range<usize>) {
        let end = self.bytes.len().min(aside.start.saturating_add(part.end));
        let start = end.min(aside.start + part.start);
        self.bytes.copy_within(start..end, self.len);
        self.len += end - start;
    }

    /// Forgets what is set aside, once all of it has been written.
    pub(super) fn forget(&mut self, aside: &Aside) {
        self.bytes.truncate(aside.start);
    }

    /// Copies a piece to another place, over what is there.
    #[inline]
    pub(super) fn copy_within(&mut self, piece: Range<usize>, to: usize) {
        self.bytes.copy_within(piece, to);
    }

    /// Writes spaces over what is at a place.
    #[inline]
    pub(super) fn write_spaces(&mut self, place: usize, count: usize) {
        const SPACES: [u8; 16] = [b' '; 16];
        let gap = &mut self.bytes[place..place + count];
        match (SPACES.get(..count), gap) {
            (_, []) => {}
            (_, [one]) => *one = b' ',
            (_, [first, second]) => (*first, *second) = (b' ', b' '),
            (_, [first, second, third]) => (*first, *second, *third) = (b' ', b' ', b' '),
            (Some(spaces), gap) => copy(spaces, gap),
            (None, gap) => gap.fill(b' '),
        }
    }

    /// Takes out a piece.
    pub(super) fn remove(&mut self, piece: Range<usize>) {
        self.bytes.copy_within(piece.end..self.len, piece.start);
        self.truncate(self.len - piece.len());
    }

    /// How many columns a piece takes that is part of one line.
    pub(super) fn columns(&self, piece: Range<usize>) -> usize {
        count_columns(&String::from_utf8_lossy(&self.bytes[piece]))
    }

    /// All of it, which leaves nothing.
    pub(super) fn take_string(&mut self) -> String {
        let mut bytes = mem::take(&mut self.bytes);
        bytes.truncate(mem::take(&mut self.len));
        if bytes.len() < bytes.capacity() / 4 {
            bytes.shrink_to_fit();
        }
        String::from_utf8(bytes).expect("whole pieces of text, one behind the other, are text")
    }
}

impl fmt::Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push_str(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{ROOM, Text};

    /// Writes something behind so many bytes, for each place at which the room may end in it, and takes some of it back.
    fn writes(write: impl Fn(&mut Text), expected: &str) {
        for before in ROOM - 64..=ROOM {
            let mut text = Text::with_room();
            text.push_str(&"x".repeat(before));
            write(&mut text);
            assert!(text.len <= text.bytes.len());
            assert_eq!(text.len, before + expected.len());
            text.remove(before..before + 1);
            text.push_str("y");
            text.push_spaces(3);
            let written = text.take_string();
            assert_eq!(written[before..], format!("{}y   ", &expected[1..]));
        }
    }

    #[test]
    fn wherever_the_room_ends() {
        let name = b"name                            ";
        writes(|text| text.push_head(0, name, 4), "name = ");
        writes(|text| text.push_head(2, name, 7), "  name    = ");
        writes(
            |text| text.push_head(2, name, 38),
            &format!("{:40} = ", "  name"),
        );
        writes(|text| text.push_padded(1, name, 4), " name");
        writes(|text| text.push_padded(3, b"}\n", 2), "   }\n");
        writes(|text| text.push_line("true"), "true\n");
        writes(|text| text.push_quoted("ab"), "\"ab\"");
        writes(
            |text| text.push_quoted_line("a b c d e f"),
            "\"a b c d e f\"\n",
        );
        writes(
            |text| text.push_quoted_line("${a}\n\"é"),
            "\"$${a}\\n\\\"é\"\n",
        );
        writes(|text| text.push_quoted("#héé"), "\"#héé\"");
        writes(|text| text.push_quoted("\u{85}"), "\"\\u0085\"");
    }

    #[test]
    fn what_is_set_aside_is_written_again() {
        let separate = |text: &mut Text| {
            text.push_str("[1, 2]");
            let aside = text.set_aside(text.len() - "1, 2]".len(), 2 * "\n  ,".len());
            text.push_str("\n  ");
            text.push_from(&aside, 0..1);
            text.push_str(",\n  ");
            text.push_from(&aside, 3..usize::MAX);
            text.forget(&aside);
        };
        writes(separate, "[\n  1,\n  2]");
    }

    #[test]
    fn gaps_are_widened() {
        for count in 0..40 {
            let widen = |text: &mut Text| {
                text.push_str("a=1");
                let (start, end) = (text.len() - 2, text.len());
                text.push_spaces(count);
                text.copy_within(start..end, start + count);
                text.write_spaces(start, count);
            };
            writes(widen, &format!("a{:count$}=1", ""));
        }
    }
}
