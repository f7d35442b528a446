//! Bytes that wait to be written: in memory, and past a limit in a file without a name.
//!
//! A block is written whole, and one of a million elections in a row comes to gigabytes.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::Path;

/// Bytes kept in memory at most between two elections.
const IN_MEMORY: usize = 4 << 20;
/// Bytes handed on at a time from the file.
const PIECE: usize = 1 << 20;

/// Bytes in the order they were appended.
#[derive(Default)]
pub struct Spool {
    memory: Vec<u8>,
    file: Option<File>,
    in_file: u64,
}

impl Spool {
    /// Where to append.
    pub(super) fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.memory
    }

    /// Moves what is in memory to a file in `folder`, or where the system keeps such files, if it
    /// has become much.
    pub(super) fn settle(&mut self, folder: Option<&Path>) -> io::Result<()> {
        if self.memory.len() <= IN_MEMORY {
            return Ok(());
        }
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(match folder {
                Some(folder) => tempfile::tempfile_in(folder)?,
                None => tempfile::tempfile()?,
            }),
        };
        file.write_all(&self.memory)?;
        self.in_file += self.memory.len() as u64;
        self.memory.clear();
        Ok(())
    }

    /// Bytes appended.
    pub(super) fn length(&self) -> u64 {
        self.in_file + self.memory.len() as u64
    }

    /// Forgets all but the first `length` bytes.
    pub(super) fn truncate(&mut self, length: u64) -> io::Result<()> {
        match length.checked_sub(self.in_file) {
            Some(rest) => self.memory.truncate(rest as usize),
            None => {
                self.memory.clear();
                self.in_file = length;
                if let Some(file) = &mut self.file {
                    file.set_len(length)?;
                    file.seek(io::SeekFrom::Start(length))?;
                }
            }
        }
        Ok(())
    }

    /// Empties it. Memory is kept for the next bytes, a file is given back.
    pub(super) fn clear(&mut self) {
        self.memory.clear();
        (self.file, self.in_file) = (None, 0);
    }

    /// Hands all bytes to `write`, in order and in pieces.
    pub(super) fn hand_on<E: From<io::Error>>(
        &mut self,
        mut write: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        if let Some(file) = &mut self.file {
            file.rewind()?;
            let mut piece = Vec::with_capacity(PIECE);
            loop {
                piece.clear();
                (&*file).take(PIECE as u64).read_to_end(&mut piece)?;
                if piece.is_empty() {
                    break;
                }
                write(&piece)?;
            }
        }
        write(&self.memory)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_in_order_however_many() {
        let folder = tempfile::tempdir().unwrap();
        let mut spool = Spool::default();
        let mut expected = Vec::new();
        let mut mark = 0;
        for n in 0..3_000_000_u32 {
            spool.bytes().extend_from_slice(&n.to_le_bytes());
            expected.extend_from_slice(&n.to_le_bytes());
            if n % 1000 == 0 {
                spool.settle(Some(folder.path())).unwrap();
            }
            if n == 200_000 || n == 2_000_000 {
                mark = spool.length();
            }
        }
        assert!(spool.in_file > 0 && spool.length() == expected.len() as u64);
        let read = |spool: &mut Spool| {
            let mut bytes = Vec::new();
            let all: io::Result<()> = spool.hand_on(|piece| {
                bytes.extend_from_slice(piece);
                Ok(())
            });
            all.unwrap();
            bytes
        };
        assert!(read(&mut spool) == expected);
        // Cut back within the file, then on.
        spool.truncate(mark).unwrap();
        spool.bytes().extend_from_slice(b"end");
        expected.truncate(mark as usize);
        expected.extend_from_slice(b"end");
        assert!(read(&mut spool) == expected);
        spool.clear();
        assert_eq!((spool.length(), read(&mut spool).len()), (0, 0));
        // Nothing is left in the folder: the file has no name.
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
