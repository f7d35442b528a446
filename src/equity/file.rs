//! The bytes of a table (formats.md): a line that says what it is, a line of JSON with what it was
//! made from, 14 bits for each chance, and a hash of it all.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use super::table::{Equity, Origin, UNITS, essence};
use super::vectors::{self, MOST_STONES};
use crate::engine::{RulesError, Seat};

/// What the file of a table begins with.
pub const NAME: &str = "domeng equity ";
/// The form that is written, and the only one that is read.
const VERSION: &str = "1";
/// Bits of a chance. Four of them are written; the fifth is what they leave of the whole.
const BITS: usize = 14;
/// Bytes of one state of one table.
const ROW: usize = (Seat::COUNT - 1) * BITS / 8;
/// Bytes of the hash, BLAKE3.
const HASH: usize = blake3::OUT_LEN;
/// Bytes that the two lines may have.
const LONGEST_HEAD: usize = 4096;
/// Bytes that the largest file has, if its head is as long as may be.
const LARGEST_FILE: usize = LONGEST_HEAD + 2 * ROW * vectors::count(MOST_STONES) + HASH;

const _: () = assert!(UNITS == 1 << BITS && ROW * 8 == (Seat::COUNT - 1) * BITS);

/// Bytes that are no table. Where a new one would help, the message says so.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("it can't be read: {0}")]
    Io(io::Error),
    #[error("it is larger than {LARGEST_FILE} bytes, as no equity table is")]
    Large,
    #[error("it begins with `{0}`; an equity table begins with `domeng equity {VERSION}`")]
    Foreign(String),
    #[error("it has form `{0}`; this program reads form {VERSION}: rebuild it")]
    Version(String),
    #[error("it has {found} bytes, fewer than the shortest; it was cut: rebuild it")]
    Short { found: usize },
    #[error("its bytes have the hash {is}, and it says {said}; it was changed or cut: rebuild it")]
    Hash { is: String, said: String },
    #[error("its second line, what it was made from, can't be read: {0}")]
    Head(serde_json::Error),
    #[error("its second line does not end within {LONGEST_HEAD} bytes")]
    LongHead,
    #[error("what it was made from: {0}")]
    Rules(#[from] RulesError),
    #[error("what it was made from: {0}")]
    Origin(&'static str),
    #[error("it has {found} bytes of chances; for {stones} stones there must be {needed}")]
    Length { found: usize, needed: usize, stones: u8 },
    #[error("the chances of state {0} are more than 1 together")]
    Chances(usize),
}

impl Equity {
    /// The bytes of its file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = format!("{NAME}{VERSION}\n").into_bytes();
        match serde_json::to_string(&self.origin) {
            Ok(head) => bytes.extend_from_slice(head.as_bytes()),
            Err(error) => unreachable!("plain fields are always JSON: {error}"),
        }
        bytes.push(b'\n');
        for [chances @ .., _] in &self.chances {
            // Each fits: only the last can be certain.
            let row = chances.iter().rev().fold(0, |row, &chance| row << BITS | u64::from(chance));
            bytes.extend_from_slice(&row.to_le_bytes()[..ROW]);
        }
        let hash = blake3::hash(&bytes);
        bytes.extend_from_slice(hash.as_bytes());
        bytes
    }

    /// The table in a file.
    ///
    /// # Errors
    /// It can't be read, or is no table as [`from_bytes`](Self::from_bytes) takes it.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let mut bytes = Vec::new();
        File::open(path)
            .and_then(|file| file.take(LARGEST_FILE as u64 + 1).read_to_end(&mut bytes))
            .map_err(FileError::Io)?;
        if bytes.len() > LARGEST_FILE {
            return Err(FileError::Large);
        }
        Self::from_bytes(&bytes)
    }

    /// The table of a file's bytes.
    ///
    /// # Errors
    /// They are something else, of another form, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let (version, rest) = line_after(NAME.as_bytes(), bytes)?;
        if version != VERSION.as_bytes() {
            return Err(FileError::Version(shown(version)));
        }
        if rest.len() < HASH {
            return Err(FileError::Short { found: bytes.len() });
        }
        let (content, said) = bytes.split_at(bytes.len() - HASH);
        let is = blake3::hash(content);
        if is.as_bytes() != said {
            let said = blake3::Hash::from_slice(said).map(|hash| hash.to_hex().to_string());
            let said = said.unwrap_or_default();
            return Err(FileError::Hash { is: is.to_hex().to_string(), said });
        }
        let rest = &rest[..rest.len() - HASH];
        let end = rest.iter().take(LONGEST_HEAD).position(|&byte| byte == b'\n');
        let (head, chances) = rest.split_at(end.ok_or(FileError::LongHead)?);
        let origin: Origin = serde_json::from_slice(head).map_err(FileError::Head)?;
        check(&origin)?;
        let chances = read(&chances[1..], origin.rules.stones)?;
        Ok(Self { origin, chances })
    }

    /// The hash at the end of its file, in hexadecimal.
    pub fn hash(&self) -> String {
        let bytes = self.to_bytes();
        blake3::hash(&bytes[..bytes.len() - HASH]).to_hex().to_string()
    }
}

/// The rest of the first line, and what comes after it.
fn line_after<'a>(name: &[u8], bytes: &'a [u8]) -> Result<(&'a [u8], &'a [u8]), FileError> {
    let foreign = || FileError::Foreign(shown(bytes));
    let rest = bytes.strip_prefix(name).ok_or_else(foreign)?;
    let end = rest.iter().take(40).position(|&byte| byte == b'\n').ok_or_else(foreign)?;
    Ok((&rest[..end], &rest[end + 1..]))
}

/// The first bytes as far as they can be shown.
fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(24)]).escape_debug().to_string()
}

/// Refuses an origin that no table can have.
fn check(origin: &Origin) -> Result<(), FileError> {
    origin.rules.validate()?;
    if origin.rules != essence(&origin.rules) {
        return Err(FileError::Origin("`opening` and `max_rounds` must be at their defaults"));
    }
    if origin.rules.stones > MOST_STONES {
        return Err(FileError::Origin("`stones` must be 40 at the most"));
    }
    if origin.rounds == 0 || origin.sweeps == 0 {
        return Err(FileError::Origin("`rounds` and `sweeps` must be 1 or more"));
    }
    if origin.maker.slips > 100 {
        return Err(FileError::Origin("`slips` must be 0 to 100"));
    }
    Ok(())
}

/// The chances of all states.
fn read(bytes: &[u8], stones: u8) -> Result<Vec<[u16; Seat::COUNT]>, FileError> {
    let needed = 2 * ROW * vectors::count(stones);
    if bytes.len() != needed {
        return Err(FileError::Length { found: bytes.len(), needed, stones });
    }
    let rows = bytes.as_chunks::<ROW>().0.iter().enumerate();
    let rows = rows.map(|(state, row)| {
        let mut word = [0; 8];
        word[..ROW].copy_from_slice(row);
        let word = u64::from_le_bytes(word);
        let chance = |steps: usize| (word >> (steps * BITS)) as u16 % UNITS;
        let four = [chance(0), chance(1), chance(2), chance(3)];
        let rest = UNITS.checked_sub(four.iter().sum()).ok_or(FileError::Chances(state))?;
        Ok([four[0], four[1], four[2], four[3], rest])
    });
    rows.collect()
}
