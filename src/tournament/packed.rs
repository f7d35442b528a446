//! A file that grows block by block in zstd frames, so that it can be cut back and goes on with the
//! same bytes.
//!
//! A frame ends with the first block that brings its content to [`FRAME`] bytes or more, so where
//! frames end follows from the content alone. The last frame is kept until then, and
//! [`settle`](Packed::settle) puts it down as it is, to be replaced when there is more of it: the
//! file is whole at any time.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek as _, SeekFrom, Write as _};

use zstd::stream::read::Decoder;
use zstd::stream::write::Encoder;

/// Bytes of content from which on a frame ends with its block; also the bytes compressed at a time,
/// counted from the start of the frame, so that nothing depends on how they came.
const FRAME: usize = 1 << 20;
/// zstd's own default; a higher one takes longer than the play of fast strategies.
const LEVEL: i32 = 3;

/// A compressed file, open at its end.
pub(super) struct Packed {
    file: File,
    /// Length of the frames that are closed, and their hash.
    closed: u64,
    hash: blake3::Hasher,
    /// Content of the last frame that is not compressed yet; fewer than [`FRAME`] bytes.
    open: Vec<u8>,
    /// The last frame, where it has passed its size within a block.
    long: Option<Encoder<'static, Vec<u8>>>,
    /// The hash with the last frame in the file as it is, where it is there.
    settled: Option<blake3::Hasher>,
}

/// The content of all frames.
pub(super) fn unpack(file: impl BufRead) -> io::Result<impl Read> {
    Decoder::with_buffer(file)
}

/// Bytes of content in the frames before the first that is damaged or cut off: what a frame has
/// can be told from what it had only at its end, where its checksum is.
pub(super) fn sound(file: &File) -> io::Result<u64> {
    let mut reader = BufReader::new(file);
    let mut content = 0;
    while !reader.fill_buf()?.is_empty() {
        let mut frame = Decoder::with_buffer(&mut reader)?.single_frame();
        match io::copy(&mut frame, &mut io::sink()) {
            Ok(length) => content += length,
            Err(_) => break,
        }
    }
    Ok(content)
}

fn encoder() -> io::Result<Encoder<'static, Vec<u8>>> {
    let mut encoder = Encoder::new(Vec::new(), LEVEL)?;
    encoder.include_checksum(true)?;
    Ok(encoder)
}

impl Packed {
    /// An empty one.
    pub(super) fn new(file: File) -> Self {
        let (open, long, settled) = (Vec::new(), None, None);
        Self { file, closed: 0, hash: blake3::Hasher::new(), open, long, settled }
    }

    /// One that goes on after the first `content` bytes of content, with which a block ends; what
    /// comes after is dropped.
    pub(super) fn cut_back(mut file: File, content: u64) -> io::Result<Self> {
        let mut packed = Self::new(file.try_clone()?);
        let mut reader = Hashing::new(&file);
        let mut left = content;
        while left > 0 {
            let decoder = Decoder::with_buffer(&mut reader)?.single_frame();
            // One that is damaged ends before its time.
            let Ok(length) = io::copy(&mut decoder.take(left + 1), &mut io::sink()) else { break };
            if length > left || length < FRAME as u64 {
                break;
            }
            (packed.closed, packed.hash) = (reader.count, reader.hash.clone());
            left -= length;
        }
        file.seek(SeekFrom::Start(packed.closed))?;
        let mut last = Decoder::new(&file)?.take(left);
        let mut piece = vec![0; FRAME];
        while left > 0 {
            let length = last.read(&mut piece)?;
            if length == 0 {
                return Err(io::Error::from(io::ErrorKind::UnexpectedEof));
            }
            packed.append(&piece[..length])?;
            left -= length as u64;
        }
        packed.end_block()?;
        packed.settle()?;
        Ok(packed)
    }

    /// Appends content.
    pub(super) fn append(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        self.settled = None;
        while self.open.len() + bytes.len() >= FRAME {
            let (head, rest) = bytes.split_at(FRAME - self.open.len());
            self.open.extend_from_slice(head);
            bytes = rest;
            let mut long = self.long.take().map_or_else(encoder, Ok)?;
            long.write_all(&self.open)?;
            self.open.clear();
            self.put(long.get_mut())?;
            self.long = Some(long);
        }
        self.open.extend_from_slice(bytes);
        Ok(())
    }

    /// A block ends here, and the frame if it is long enough.
    pub(super) fn end_block(&mut self) -> io::Result<()> {
        let Some(mut long) = self.long.take() else { return Ok(()) };
        long.write_all(&self.open)?;
        self.open.clear();
        self.put(&mut long.finish()?)
    }

    /// Puts compressed bytes where the closed ones end, and counts them among these.
    fn put(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.closed))?;
        self.file.write_all(bytes)?;
        self.hash.update(bytes);
        self.closed += bytes.len() as u64;
        bytes.clear();
        Ok(())
    }

    /// Between blocks: sees that the last frame is in the file. The hash of the file.
    pub(super) fn settle(&mut self) -> io::Result<blake3::Hash> {
        if let Some(settled) = &self.settled {
            return Ok(settled.finalize());
        }
        let mut hash = self.hash.clone();
        let mut frame = Vec::new();
        // A file without a frame is none of zstd's.
        if !self.open.is_empty() || self.closed == 0 {
            let mut encoder = encoder()?;
            encoder.write_all(&self.open)?;
            frame = encoder.finish()?;
        }
        self.file.seek(SeekFrom::Start(self.closed))?;
        self.file.write_all(&frame)?;
        self.file.set_len(self.closed + frame.len() as u64)?;
        hash.update(&frame);
        Ok(self.settled.insert(hash).finalize())
    }

    /// Length and hash of the closed frames: what stays as it is.
    pub(super) fn closed(&self) -> (u64, blake3::Hash) {
        (self.closed, self.hash.finalize())
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }
}

/// Counts and hashes what is taken from a file.
struct Hashing<'a> {
    reader: BufReader<&'a File>,
    hash: blake3::Hasher,
    count: u64,
}

impl<'a> Hashing<'a> {
    fn new(file: &'a File) -> Self {
        Self { reader: BufReader::new(file), hash: blake3::Hasher::new(), count: 0 }
    }
}

impl Read for Hashing<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(into)?;
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Hashing<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    fn consume(&mut self, length: usize) {
        self.hash.update(&self.reader.buffer()[..length]);
        self.count += length as u64;
        self.reader.consume(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks of many lengths, one far longer than a frame.
    fn blocks() -> Vec<Vec<u8>> {
        let line =
            |n: usize| format!("{n},{},greedy,random\n", n.wrapping_mul(2_654_435_761) % 1000);
        (0..400_usize)
            .map(|block| {
                let lines = if block == 137 { 300_000 } else { 17 * (block % 29) };
                (0..lines).flat_map(|n| line(n + block).into_bytes()).collect()
            })
            .collect()
    }

    fn bytes(file: &mut File) -> Vec<u8> {
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(0)).unwrap();
        file.read_to_end(&mut bytes).unwrap();
        bytes
    }

    fn write(packed: &mut Packed, blocks: &[Vec<u8>], piece: usize) {
        for block in blocks {
            block.chunks(piece).for_each(|piece| packed.append(piece).unwrap());
            packed.end_block().unwrap();
        }
    }

    #[test]
    fn bytes_follow_from_content_alone() {
        let blocks = blocks();
        let mut file = tempfile::tempfile().unwrap();
        let mut whole = Packed::new(file.try_clone().unwrap());
        write(&mut whole, &blocks, usize::MAX);
        let hash = whole.settle().unwrap();
        let expected = bytes(&mut file);
        assert_eq!(blake3::hash(&expected), hash);
        let mut content = Vec::new();
        unpack(&*expected).unwrap().read_to_end(&mut content).unwrap();
        assert!(content == blocks.concat());
        // In small pieces, put down after each block.
        let mut file = tempfile::tempfile().unwrap();
        let mut settled = Packed::new(file.try_clone().unwrap());
        for block in &blocks {
            write(&mut settled, std::slice::from_ref(block), 100_003);
            settled.settle().unwrap();
        }
        assert!(bytes(&mut file) == expected);
    }

    /// Wherever a file is cut off, and however many blocks are kept of what is left, it goes on to
    /// the same bytes.
    #[test]
    fn goes_on_after_any_cut() {
        let blocks = blocks();
        let mut file = tempfile::tempfile().unwrap();
        let mut whole = Packed::new(file.try_clone().unwrap());
        write(&mut whole, &blocks, usize::MAX);
        whole.settle().unwrap();
        let expected = bytes(&mut file);
        for cut in [0, 1, 12, 50_000, 300_000, 900_000, expected.len() - 1, expected.len()] {
            let cut = cut.min(expected.len());
            // Content that can still be read, in whole blocks.
            let mut readable = Vec::new();
            let _ = unpack(&expected[..cut]).unwrap().read_to_end(&mut readable);
            let (mut kept, mut content) = (0, 0);
            while kept < blocks.len() && content + blocks[kept].len() <= readable.len() {
                content += blocks[kept].len();
                kept += 1;
            }
            for fewer in [0, 1, 200] {
                let kept = kept.saturating_sub(fewer);
                let content = blocks[..kept].iter().map(Vec::len).sum::<usize>();
                let mut file = tempfile::tempfile().unwrap();
                file.write_all(&expected[..cut]).unwrap();
                file.seek(SeekFrom::Start(0)).unwrap();
                let copy = file.try_clone().unwrap();
                let mut packed = Packed::cut_back(copy, content as u64).unwrap();
                let (length, hash) = packed.closed();
                assert_eq!(blake3::hash(&expected[..length as usize]), hash);
                let mut now = Vec::new();
                unpack(&*bytes(&mut file)).unwrap().read_to_end(&mut now).unwrap();
                assert!(now == blocks[..kept].concat(), "{cut} {fewer}");
                write(&mut packed, &blocks[kept..], 65_537);
                packed.settle().unwrap();
                assert!(bytes(&mut file) == expected, "{cut} {fewer}");
            }
        }
    }
}
