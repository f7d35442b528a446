//! The fields of a row as they stand, and what is said of one that is wrong.

use crate::engine::{BySeat, Seat};
use crate::records::legible;

/// A field that is not as it should be: what the file has, and what would be right.
pub(super) struct Wrong {
    pub(super) found: String,
    pub(super) right: String,
}

pub(super) type Checked<T> = Result<T, Wrong>;

/// A column that has something else than it should.
pub(super) fn wrong<T>(column: &str, found: &[u8], right: impl Into<String>) -> Checked<T> {
    let found = legible(&String::from_utf8_lossy(found), 60);
    Err(Wrong { found: format!("{column} is `{found}`"), right: right.into() })
}

/// The fields of a row by its header, quotes left on: the one way in which runs write them.
pub(super) struct Fields<'a> {
    header: &'static str,
    fields: Vec<&'a [u8]>,
}

impl<'a> Fields<'a> {
    /// Of a row without its end, which must have as many fields as the header.
    pub(super) fn of(row: &'a [u8], header: &'static str) -> Checked<Self> {
        let fields = split(row);
        let columns = header.split(',').count();
        if fields.len() != columns {
            let found = format!("a row of {} columns", fields.len());
            return Err(Wrong { found, right: format!("{columns} columns") });
        }
        Ok(Self { header: header.trim_end(), fields })
    }

    /// The name of a column.
    pub(super) fn name(&self, at: usize) -> &'static str {
        self.header.split(',').nth(at).unwrap_or_default()
    }

    pub(super) fn get(&self, at: usize) -> &'a [u8] {
        self.fields[at]
    }

    /// A column that has something else than it should.
    pub(super) fn wrong<T>(&self, at: usize, right: impl Into<String>) -> Checked<T> {
        wrong(self.name(at), self.get(at), right)
    }

    /// A column must have this text.
    pub(super) fn is(&self, at: usize, text: &[u8]) -> Checked<()> {
        if self.get(at) == text {
            return Ok(());
        }
        let right = match text {
            b"" => "empty".to_owned(),
            text => format!("`{}`", legible(&String::from_utf8_lossy(text), 60)),
        };
        self.wrong(at, right)
    }

    /// A column must have this number.
    pub(super) fn is_number(&self, at: usize, number: u64) -> Checked<()> {
        self.is(at, number.to_string().as_bytes())
    }

    /// A whole number from `low` to `high`.
    pub(super) fn number(&self, at: usize, (low, high): (u64, u64)) -> Checked<u64> {
        match number(self.get(at)).filter(|n| (low..=high).contains(n)) {
            Some(number) => Ok(number),
            None => self.wrong(at, format!("a whole number, {low} to {high}")),
        }
    }

    pub(super) fn seat(&self, at: usize) -> Checked<Seat> {
        let number = self.number(at, (0, Seat::COUNT as u64 - 1))?;
        Ok(Seat::ALL[number as usize])
    }

    /// The stones of five seats from a column on.
    pub(super) fn stones(&self, at: usize, all: u8) -> Checked<BySeat<u8>> {
        let mut stones = BySeat([0; Seat::COUNT]);
        for seat in Seat::ALL {
            stones[seat] = self.number(at + seat.index(), (0, all.into()))? as u8;
        }
        Ok(stones)
    }
}

/// A whole number written the one way: digits, no zero in front.
pub(super) fn number(field: &[u8]) -> Option<u64> {
    let plain =
        field.iter().all(u8::is_ascii_digit) && (field.len() == 1 || *field.first()? != b'0');
    std::str::from_utf8(field).ok().filter(|_| plain)?.parse().ok()
}

/// Cuts a row at its commas, save for those within quotes.
pub(super) fn split(row: &[u8]) -> Vec<&[u8]> {
    let mut quoted = false;
    row.split(|&byte| {
        quoted ^= byte == b'"';
        byte == b',' && !quoted
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_commas() {
        let row = b"1,\"a,b\",\"a \"\"b\"\",c\",,x";
        let fields: Vec<_> = split(row).into_iter().map(String::from_utf8_lossy).collect();
        assert_eq!(fields, ["1", "\"a,b\"", "\"a \"\"b\"\",c\"", "", "x"]);
    }

    #[test]
    fn numbers_are_written_one_way() {
        assert_eq!(number(b"0"), Some(0));
        assert_eq!(number(b"18446744073709551615"), Some(u64::MAX));
        for wrong in [&b""[..], b"+1", b"-1", b"01", b"1 ", b"18446744073709551616", b"\xff"] {
            assert_eq!(number(wrong), None);
        }
    }
}
