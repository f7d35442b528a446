//! Writes one file that grows with a run, hashed on the way, and takes it up again.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::growing::Growing;
use super::manifest::{FileEntry, Mark};
#[cfg(feature = "zstd")]
use super::packed::Packed;
use super::play::Rows;

/// Bytes hashed at a time.
const PIECE: usize = 1 << 20;

/// A file that grows, open at its end.
pub(super) struct Appender {
    pub file: Growing,
    path: PathBuf,
    rows: u64,
    form: Form,
}

enum Form {
    /// As it is. What is written comes in large pieces, so it goes straight to the file.
    Plain { file: File, length: u64, hash: Box<blake3::Hasher> },
    #[cfg(feature = "zstd")]
    Packed(Box<Packed>),
}

/// How much of a file is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kept {
    /// Bytes of its content; 0 if not even its header is there.
    pub content: u64,
    /// Rows without the header.
    pub rows: u64,
}

impl Appender {
    /// A new file, or in the place of one.
    pub(super) fn create(path: PathBuf, file: Growing, zstd: bool) -> io::Result<Self> {
        let form = Form::new(File::create(&path)?, zstd);
        let mut appender = Self { file, path, rows: 0, form };
        let mut header = Rows::default();
        header.bytes.bytes().extend_from_slice(file.header().as_bytes());
        appender.write(&mut header, std::iter::empty())?;
        appender.settle()?;
        Ok(appender)
    }

    /// One that goes on after what is `kept` of it.
    pub(super) fn take_up(
        path: PathBuf,
        file: Growing,
        zstd: bool,
        kept: Kept,
    ) -> io::Result<Self> {
        if kept.content == 0 {
            return Self::create(path, file, zstd);
        }
        let open = OpenOptions::new().read(true).write(true).open(&path)?;
        let form = Form::cut_back(open, zstd, kept.content)?;
        let mut appender = Self { file, path, rows: kept.rows, form };
        appender.settle()?;
        Ok(appender)
    }

    /// Appends the rows of blocks; `ends` are the lengths of all rows after each.
    pub(super) fn write(
        &mut self,
        rows: &mut Rows,
        ends: impl Iterator<Item = u64>,
    ) -> io::Result<()> {
        self.rows += rows.count;
        match &mut self.form {
            Form::Plain { file, length, hash } => rows.bytes.hand_on(|piece| {
                file.write_all(piece)?;
                hash.update(piece);
                *length += piece.len() as u64;
                Ok(())
            }),
            #[cfg(feature = "zstd")]
            Form::Packed(packed) => {
                let mut ends = ends.peekable();
                let mut at = 0;
                rows.bytes.hand_on(|mut piece| {
                    while let Some(end) = ends.next_if(|&end| end - at <= piece.len() as u64) {
                        let (block, rest) = piece.split_at((end - at) as usize);
                        packed.append(block)?;
                        packed.end_block()?;
                        (at, piece) = (end, rest);
                    }
                    at += piece.len() as u64;
                    packed.append(piece)
                })
            }
        }
    }

    /// Sees that all blocks are in the file. What it then is.
    pub(super) fn settle(&mut self) -> io::Result<FileEntry> {
        let (bytes, hash) = match &mut self.form {
            Form::Plain { length, hash, .. } => (*length, hash.finalize()),
            #[cfg(feature = "zstd")]
            Form::Packed(packed) => {
                let hash = packed.settle()?;
                (packed.file().metadata()?.len(), hash)
            }
        };
        Ok(FileEntry { rows: self.rows, bytes: Some(bytes), blake3: hash.to_hex().to_string() })
    }

    /// What of the file will not change any more, and a handle to see it onto the disk.
    pub(super) fn mark(&self) -> io::Result<(Mark, File)> {
        let ((bytes, hash), file) = match &self.form {
            Form::Plain { length, hash, file } => ((*length, hash.finalize()), file),
            #[cfg(feature = "zstd")]
            Form::Packed(packed) => (packed.closed(), packed.file()),
        };
        Ok((Mark { bytes, blake3: hash.to_hex().to_string() }, file.try_clone()?))
    }

    /// Sees the file onto the disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        match &self.form {
            Form::Plain { file, .. } => file.sync_data(),
            #[cfg(feature = "zstd")]
            Form::Packed(packed) => packed.file().sync_data(),
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Form {
    fn new(file: File, zstd: bool) -> Self {
        #[cfg(feature = "zstd")]
        if zstd {
            return Self::Packed(Box::new(Packed::new(file)));
        }
        // Without zstd no experiment asks for it.
        let _ = zstd;
        Self::Plain { file, length: 0, hash: Box::default() }
    }

    fn cut_back(mut file: File, zstd: bool, content: u64) -> io::Result<Self> {
        #[cfg(feature = "zstd")]
        if zstd {
            return Ok(Self::Packed(Box::new(Packed::cut_back(file, content)?)));
        }
        let _ = zstd;
        let mut hash = Box::<blake3::Hasher>::default();
        io::copy(&mut BufReader::with_capacity(PIECE, &file).take(content), &mut hash)?;
        file.set_len(content)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Self::Plain { file, length: content, hash })
    }
}
