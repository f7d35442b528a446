//! Rows of bytes, one a lane, and what is done to a byte without a branch.
//!
//! Where a byte is one thing or another it is put together from masks: of an `if` the compiler may
//! make a jump, and a loop with a jump in it is done lane by lane.

/// Rounds played side by side.
pub const LANES: usize = 128;

/// One byte a lane.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Bytes(pub [u8; LANES]);

impl Bytes {
    /// Nothing.
    pub const ZERO: Self = Self([0; LANES]);

    /// The lanes whose byte is odd, a bit each, 64 a word.
    #[inline(always)]
    pub fn marked(&self) -> [u64; LANES / 64] {
        let mut words = [0; LANES / 64];
        for (eighth, bytes) in self.0.as_chunks::<8>().0.iter().enumerate() {
            let odd = u64::from_le_bytes(*bytes) & 0x0101_0101_0101_0101;
            // The product has bit 8i of the one factor at 56 + i, once and without a carry.
            let bits = odd.wrapping_mul(0x0102_0408_1020_4080) >> 56;
            words[eighth / 8] |= bits << (8 * (eighth % 8));
        }
        words
    }
}

/// The numbers of the bits that are set in a word, rising.
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let bits = self.0;
        self.0 = bits & bits.wrapping_sub(1);
        (bits != 0).then(|| bits.trailing_zeros() as usize & 63)
    }
}

/// One 16-bit number a lane.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Halves(pub [u16; LANES]);

/// All bits, or none.
#[inline(always)]
pub fn mask(yes: bool) -> u8 {
    0_u8.wrapping_sub(u8::from(yes))
}

/// `yes` where the mask has bits, `no` where it has none.
#[inline(always)]
pub fn choose(mask: u8, yes: u8, no: u8) -> u8 {
    yes & mask | no & !mask
}

/// A mask: whether one bit is set, or none.
#[inline(always)]
pub fn at_most_one(byte: u8) -> u8 {
    mask(byte & byte.wrapping_sub(1) == 0)
}
