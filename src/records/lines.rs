//! Lines read in bounded memory.

use std::io::{self, BufRead, Read};

use super::finding::Finding;

/// Longest line read unless told otherwise, in bytes: 64 MiB. No election of the default 10 000
/// rounds is longer: a round of at most 101 plies with 82 payments takes less than 5.5 KB.
pub const DEFAULT_LINE_LIMIT: usize = 64 << 20;

/// What [`read_line`] found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineRead {
    /// A line was appended, without its `\n`.
    Line,
    /// A line was over the limit: nothing was appended, and the next call reads the one after it.
    TooLong,
    /// There is no further line.
    End,
}

/// Appends the next line to `bytes` if it has at most `limit` bytes before its `\n`. The last line
/// may lack its `\n`.
///
/// # Errors
/// As the reader has them.
pub fn read_line(
    reader: &mut impl BufRead,
    limit: usize,
    bytes: &mut Vec<u8>,
) -> io::Result<LineRead> {
    let start = bytes.len();
    let most = (limit as u64).saturating_add(1);
    let read = reader.by_ref().take(most).read_until(b'\n', bytes)?;
    if read == 0 {
        return Ok(LineRead::End);
    }
    if bytes.ends_with(b"\n") {
        bytes.pop();
    } else if read as u64 == most {
        bytes.truncate(start);
        reader.skip_until(b'\n')?;
        return Ok(LineRead::TooLong);
    }
    Ok(LineRead::Line)
}

/// The finding on a line that is over the limit.
pub fn too_long(limit: usize) -> Finding {
    let rules = format!("at most {limit} bytes a line; `--line-limit` allows more");
    Finding::of_line(format!("a line of more than {limit} bytes"), rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_at_below_and_over_the_limit() {
        let mut reader = io::BufReader::with_capacity(2, &b"abc\n\nabcd\nab\nabcde"[..]);
        let mut bytes = Vec::new();
        let mut seen = Vec::new();
        loop {
            bytes.clear();
            let read = read_line(&mut reader, 3, &mut bytes).unwrap();
            seen.push((read, String::from_utf8(bytes.clone()).unwrap()));
            if read == LineRead::End {
                break;
            }
        }
        let expected = [
            (LineRead::Line, "abc"),
            (LineRead::Line, ""),
            (LineRead::TooLong, ""),
            (LineRead::Line, "ab"),
            (LineRead::TooLong, ""),
            (LineRead::End, ""),
        ];
        assert_eq!(seen, expected.map(|(read, line)| (read, line.to_owned())));
    }

    #[test]
    fn a_last_line_without_its_end() {
        let mut bytes = b"kept ".to_vec();
        assert_eq!(read_line(&mut &b"abc"[..], 3, &mut bytes).unwrap(), LineRead::Line);
        assert_eq!(bytes, b"kept abc");
    }
}
