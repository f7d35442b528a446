//! How other seats are thought to choose.

use crate::engine::{Move, Observation};

/// A model of how a seat chooses.
pub trait ChoiceModel {
    /// How many kinds of player a seat may be, each as likely before anything is seen of it. A seat is
    /// of one kind in all that it chooses, so that what it chose first tells how to read the rest.
    fn kinds(&self) -> u32 {
        1
    }

    /// How likely the seat that looks is to choose `play`, one of `seen.legal()`, in units of
    /// 1/65536 and at least 1, if nothing else is known of it. It is asked only where there are two
    /// legal moves or more, and it must go by what the seat may know.
    fn likelihood(&self, seen: &Observation<'_>, play: Move) -> u32;

    /// The same of a seat that is of the kind `kind`, below [`kinds`](Self::kinds).
    fn likelihood_of(&self, kind: u32, seen: &Observation<'_>, play: Move) -> u32 {
        debug_assert!(kind < self.kinds());
        self.likelihood(seen, play)
    }
}

/// A seat that is of any kind of the one model or of the other, and it is not known which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Either<A, B>(pub A, pub B);

impl<A: ChoiceModel, B: ChoiceModel> ChoiceModel for Either<A, B> {
    fn kinds(&self) -> u32 {
        self.0.kinds() + self.1.kinds()
    }

    fn likelihood(&self, seen: &Observation<'_>, play: Move) -> u32 {
        let kinds = self.kinds();
        let sum: u32 = (0..kinds).map(|kind| self.likelihood_of(kind, seen, play)).sum();
        (sum / kinds).max(1)
    }

    fn likelihood_of(&self, kind: u32, seen: &Observation<'_>, play: Move) -> u32 {
        match kind.checked_sub(self.0.kinds()) {
            None => self.0.likelihood_of(kind, seen, play),
            Some(kind) => self.1.likelihood_of(kind, seen, play),
        }
    }
}
