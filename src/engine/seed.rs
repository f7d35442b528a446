//! Seeds are a tree with names: the only place that makes random generators.
//!
//! A path (master seed, purpose, block, …) is mixed into 64 bits. From there deals and the
//! schedule draw from a PCG (XSL-RR 128/64, O'Neill 2014), and each decision from a [`Stream`] of
//! its own, so that one decision can be asked again without playing what went before it. What is
//! drawn from one path never changes another.

use rand::Rng as _;
use rand_pcg::Pcg64;

use super::deal::Deal;
use super::seat::Seat;

/// 2⁶⁴ / φ, odd: the step of SplitMix64.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// A bijection of 64 bits in which each bit depends on all: "variant 13" of the MurmurHash3
/// finaliser (Stafford 2011), as in SplitMix64 (Steele, Lea, Flood 2014).
const fn scramble(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

/// A node of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Node(u64);

impl Node {
    const fn child(self, id: u64) -> Self {
        Self(scramble(self.0.wrapping_add(STEP) ^ scramble(id.wrapping_add(STEP))))
    }

    fn pcg(self) -> Pcg64 {
        let word = |n: u64| u128::from(scramble(self.0.wrapping_add(STEP.wrapping_mul(n))));
        Pcg64::new(word(1) << 64 | word(2), word(3) << 64 | word(4))
    }
}

/// What a branch of the tree is for. The numbers are part of the seed and never change.
#[derive(Clone, Copy)]
enum Purpose {
    Deals = 1,
    Decisions = 2,
    Schedule = 3,
    Seating = 4,
    SimulatedDeals = 5,
    SimulatedDecisions = 6,
    EquityDeals = 7,
    EquityDecisions = 8,
    TrialDeals = 9,
    TrialDecisions = 10,
    TrialStates = 11,
    Bootstrap = 12,
    Tuner = 13,
    TunerGames = 14,
}

/// The root: a master seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seed(pub u64);

impl Seed {
    const fn branch(self, purpose: Purpose) -> Node {
        Node(scramble(self.0)).child(purpose as u64)
    }

    /// The deals of a block; all its games share them.
    pub const fn deals(self, block: u64) -> Deals {
        Deals(self.branch(Purpose::Deals).child(block))
    }

    /// The decisions of one game: `rotation` of `block`.
    pub const fn decisions(self, block: u64, rotation: u64) -> Decisions {
        Decisions(self.branch(Purpose::Decisions).child(block).child(rotation))
    }

    /// The rounds of one election of many that stand alone, by its number.
    #[inline(always)]
    pub const fn simulated(self, election: u64) -> Simulated {
        Simulated {
            deals: self.branch(Purpose::SimulatedDeals).child(election).0,
            decisions: self.branch(Purpose::SimulatedDecisions).child(election).0,
        }
    }

    /// The rounds that an equity table takes from one state in one sweep, one after the other.
    #[inline(always)]
    pub const fn equity_rounds(self, sweep: u64, state: u64) -> Simulated {
        Simulated {
            deals: self.branch(Purpose::EquityDeals).child(sweep).child(state).0,
            decisions: self.branch(Purpose::EquityDecisions).child(sweep).child(state).0,
        }
    }

    /// The rounds of one election that an equity table is held against, by its number in a group of
    /// them.
    #[inline(always)]
    pub const fn equity_trial(self, group: u64, election: u64) -> Simulated {
        Simulated {
            deals: self.branch(Purpose::TrialDeals).child(group).child(election).0,
            decisions: self.branch(Purpose::TrialDecisions).child(group).child(election).0,
        }
    }

    /// The states from which an equity table is tried.
    pub fn equity_states(self) -> Random {
        Random(self.branch(Purpose::TrialStates).pcg())
    }

    /// Who meets whom in a cycle of blocks.
    pub fn schedule(self, cycle: u64) -> Random {
        Random(self.branch(Purpose::Schedule).child(cycle).pcg())
    }

    /// Who sits where in a block, or in a group of blocks.
    pub fn seating(self, group: u64) -> Random {
        Random(self.branch(Purpose::Seating).child(group).pcg())
    }

    /// What a tuner draws in one generation of its search.
    pub fn tuner(self, generation: u64) -> Random {
        Random(self.branch(Purpose::Tuner).child(generation).pcg())
    }

    /// The master seed of the games of one phase of a tuning: no phase has deals of another.
    pub const fn tuner_games(self, phase: u64) -> Self {
        Self(self.branch(Purpose::TunerGames).child(phase).0)
    }

    /// What a bootstrap draws for a block.
    pub const fn bootstrap(self, block: u64) -> Replicates {
        Replicates(self.branch(Purpose::Bootstrap).child(block))
    }
}

/// What a bootstrap draws for a block: one word for each of its replicates.
#[derive(Clone, Copy, Debug)]
pub struct Replicates(Node);

impl Replicates {
    /// 64 uniform bits, by the number of the replicate.
    pub const fn word(self, replicate: u64) -> u64 {
        self.0.child(replicate).0
    }
}

/// The deals of a block.
#[derive(Clone, Copy, Debug)]
pub struct Deals(Node);

impl Deals {
    /// The deal of `round` of `election`, both from 0.
    pub fn deal(self, election: u32, round: u32) -> Deal {
        let mut pcg = self.0.child(u64::from(election)).child(u64::from(round)).pcg();
        Deal::draw(|| pcg.next_u64())
    }
}

/// The decisions of a game.
#[derive(Clone, Copy, Debug)]
pub struct Decisions(Node);

impl Decisions {
    /// Those of one round.
    pub fn round(self, election: u32, round: u32) -> RoundStreams {
        RoundStreams(self.0.child(u64::from(election)).child(u64::from(round)).0)
    }
}

/// Deals and decisions of an election that stands alone, round after round: two SplitMix64
/// sequences, which cost a few multiplications a round where a PCG made anew costs dozens.
#[derive(Clone, Copy, Debug)]
pub struct Simulated {
    deals: u64,
    decisions: u64,
}

impl Simulated {
    /// Stands in where there is no election.
    pub const NONE: Self = Self { deals: 0, decisions: 0 };

    /// The next word that deals are drawn from; the deal of a round takes one, seldom more.
    #[inline(always)]
    pub fn deal_word(&mut self) -> u64 {
        self.deals = self.deals.wrapping_add(STEP);
        scramble(self.deals)
    }

    /// The streams of the next round's decisions.
    #[inline(always)]
    pub fn next_round(&mut self) -> RoundStreams {
        self.decisions = self.decisions.wrapping_add(STEP);
        RoundStreams(scramble(self.decisions))
    }
}

/// What a ply adds to the low half of a round's key.
pub(super) const PLY_STEP: u32 = 0x85EB_CA6B;
/// What each step of 8 · ply + seat + 1 adds to the high half.
pub(super) const SEAT_STEP: u32 = 0xC2B2_AE35;

/// The streams of the decisions of one round.
#[derive(Clone, Copy, Debug)]
pub struct RoundStreams(u64);

impl RoundStreams {
    /// The stream of the decision `seat` makes at `ply`.
    #[inline(always)]
    pub fn stream(self, ply: usize, seat: Seat) -> Stream {
        // 32-bit steps on both halves of the key, cheap for lanes that run in lockstep; the test
        // `streams_do_not_meet` looks for paths that would share words.
        let ply = ply as u32;
        Stream {
            low: self.low() ^ ply.wrapping_mul(PLY_STEP),
            high: self.high() ^ (ply * 8 + seat.index() as u32 + 1).wrapping_mul(SEAT_STEP),
            counter: 0,
        }
    }

    /// The streams of a key by its halves.
    #[inline(always)]
    pub(super) const fn of(low: u32, high: u32) -> Self {
        Self((high as u64) << 32 | low as u64)
    }

    /// The halves of the key, for lanes that derive their streams beside each other.
    #[inline(always)]
    pub(super) const fn low(self) -> u32 {
        self.0 as u32
    }

    #[inline(always)]
    pub(super) const fn high(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

/// Word number `number` of the key (`low`, `high`).
#[inline(always)]
pub(super) const fn word(low: u32, high: u32, number: u32) -> u32 {
    let mut word = number.wrapping_mul(STEP as u32) ^ low;
    // Multipliers and shifts of the two-round hash of least bias known for 32 bits (Wellons,
    // "hash-prospector", 2018), the second half of the key added between the rounds.
    word = (word ^ word >> 16).wrapping_mul(0x21F0_AAAD);
    word = (word ^ word >> 15).wrapping_add(high).wrapping_mul(0x735A_2D97);
    word = (word ^ word >> 15).wrapping_mul(0x846C_A68B);
    word ^ word >> 16
}

/// A counter-based generator of 32-bit words: each is a hash of a 64-bit key and its number.
///
/// Small enough for `random` and for rollouts; it holds 2³² words. For long computations take
/// [`Stream::generator`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stream {
    low: u32,
    high: u32,
    counter: u32,
}

impl Stream {
    /// A stream of its own, for use outside of a game.
    pub const fn new(key: u64) -> Self {
        let key = scramble(key.wrapping_add(STEP));
        Self { low: key as u32, high: (key >> 32) as u32, counter: 0 }
    }

    /// The next 32 uniform bits.
    #[inline(always)]
    pub fn next_word(&mut self) -> u32 {
        let number = self.counter;
        self.counter = number.wrapping_add(1);
        word(self.low, self.high, number)
    }

    /// Uniform in 0..n for 1 ≤ n ≤ 2¹⁶, exactly: the high 16 bits of a word times n, redrawn where
    /// 2¹⁶ is not evenly divided (Lemire 2019). One word a draw, save for redraws.
    #[inline(always)]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!((1..=1 << 16).contains(&n));
        loop {
            let product = (self.next_word() >> 16) * n;
            // The threshold is below n, so the division is seldom reached.
            if product & 0xFFFF >= n || product & 0xFFFF >= (1 << 16) % n {
                return product >> 16;
            }
        }
    }

    /// The streams of a round that is played within a decision, a rollout for instance.
    pub const fn round(&self, id: u64) -> RoundStreams {
        RoundStreams(Node((self.high as u64) << 32 | self.low as u64).child(id).0)
    }

    /// A generator of 64-bit words keyed by this stream and `id`.
    pub fn generator(&self, id: u64) -> Random {
        Random(Node(u64::from(self.high) << 32 | u64::from(self.low)).child(id).pcg())
    }
}

/// A generator for general needs: PCG XSL-RR 128/64. Bounded draws and shuffles are written here,
/// because libraries do not promise their values from version to version.
#[derive(Clone, Debug)]
pub struct Random(Pcg64);

impl Random {
    /// The next 64 uniform bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Uniform in 0..n, n ≥ 1, exactly (Lemire 2019).
    pub fn below(&mut self, n: u64) -> u64 {
        debug_assert!(n > 0);
        loop {
            let product = u128::from(self.next_u64()) * u128::from(n);
            if product as u64 >= n || product as u64 >= n.wrapping_neg() % n {
                return (product >> 64) as u64;
            }
        }
    }

    /// Uniform in 0 to 1, 1 left out: a multiple of 2⁻⁵³.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Puts `items` in a uniformly drawn order (Fisher–Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}
