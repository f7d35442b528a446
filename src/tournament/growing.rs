//! The files that grow with a run: which there are, and how they are read back.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use super::experiment::Outputs;
#[cfg(feature = "zstd")]
use super::packed;
use super::rows;

/// Bytes read at a time.
const PIECE: usize = 1 << 20;

/// What a zstd frame begins with.
const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// A file that grows with a run, block by block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Growing {
    /// A row a block and entrant: the journal, from which all summaries are computed.
    Blocks,
    /// A row an election.
    Games,
    /// A row a round.
    Rounds,
    /// A line an election.
    Records,
}

impl Growing {
    /// All of them. The journal comes first, since it says what a block has in the others.
    pub const ALL: [Growing; 4] =
        [Growing::Blocks, Growing::Games, Growing::Rounds, Growing::Records];

    /// Its name in a run's folder, compressed or not.
    pub const fn name(self, zstd: bool) -> &'static str {
        match (self, zstd) {
            (Growing::Blocks, false) => "blocks.csv",
            (Growing::Blocks, true) => "blocks.csv.zst",
            (Growing::Games, false) => "games.csv",
            (Growing::Games, true) => "games.csv.zst",
            (Growing::Rounds, false) => "rounds.csv",
            (Growing::Rounds, true) => "rounds.csv.zst",
            (Growing::Records, false) => "records.jsonl",
            (Growing::Records, true) => "records.jsonl.zst",
        }
    }

    /// What it begins with.
    pub(super) const fn header(self) -> &'static str {
        match self {
            Growing::Blocks => rows::BLOCKS,
            Growing::Games => rows::GAMES,
            Growing::Rounds => rows::ROUNDS,
            Growing::Records => "",
        }
    }

    /// Whether a run with these outputs writes it.
    pub const fn is_written(self, outputs: &Outputs) -> bool {
        match self {
            Growing::Blocks => true,
            Growing::Games => outputs.games,
            Growing::Rounds => outputs.rounds,
            Growing::Records => outputs.records,
        }
    }

    /// Those that a run with these outputs writes.
    pub fn written(outputs: &Outputs) -> impl Iterator<Item = Growing> {
        Self::ALL.into_iter().filter(|file| file.is_written(outputs))
    }

    /// Its content in a run's folder, whatever it is compressed by.
    ///
    /// # Errors
    /// It can't be opened, or this program was built without zstd.
    pub fn open(self, folder: &Path, zstd: bool) -> io::Result<Box<dyn BufRead>> {
        let file = BufReader::with_capacity(PIECE, File::open(folder.join(self.name(zstd)))?);
        if zstd { unpacked(file) } else { Ok(Box::new(file)) }
    }

    /// Its content as [`open`](Self::open) gives it, but only what can be relied on: of a
    /// compressed one the frames before the first that is damaged.
    ///
    /// # Errors
    /// As those of `open`.
    pub(super) fn open_sound(self, folder: &Path, zstd: bool) -> io::Result<Box<dyn BufRead>> {
        let content = self.open(folder, zstd)?;
        #[cfg(feature = "zstd")]
        if zstd {
            let sound = packed::sound(&File::open(folder.join(self.name(zstd)))?)?;
            return Ok(Box::new(io::Read::take(content, sound)));
        }
        Ok(content)
    }
}

/// The content of something that may be compressed, by how it begins.
///
/// # Errors
/// It can't be read, or is compressed and this program was built without zstd.
pub fn unpacked_if_packed(mut reader: Box<dyn BufRead>) -> io::Result<Box<dyn BufRead>> {
    match reader.fill_buf()?.starts_with(&MAGIC) {
        true => unpacked(reader),
        false => Ok(reader),
    }
}

/// The content of a compressed file.
#[cfg(feature = "zstd")]
fn unpacked(file: impl BufRead + 'static) -> io::Result<Box<dyn BufRead>> {
    Ok(Box::new(BufReader::with_capacity(PIECE, packed::unpack(file)?)))
}

/// The content of a compressed file.
#[cfg(not(feature = "zstd"))]
fn unpacked(_: impl BufRead) -> io::Result<Box<dyn BufRead>> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "this program was built without zstd"))
}
