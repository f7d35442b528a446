//! The parameters that are searched together.

use super::axis::Axis;
use crate::strategies::{Params, Value};

/// A place in the unit cube, 0 to 1 for each axis.
pub type Point = Vec<f64>;

/// The axes of a search, and the values of all other parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Space {
    axes: Vec<Axis>,
    /// Where the search starts, and what is not searched.
    incumbent: Params,
}

impl Space {
    /// Of these axes; what they leave is as in `incumbent`.
    pub const fn new(axes: Vec<Axis>, incumbent: Params) -> Self {
        Self { axes, incumbent }
    }

    /// Its axes, in the order of the parameters.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// How many axes it has.
    pub fn dimension(&self) -> usize {
        self.axes.len()
    }

    /// The parameters that the search starts from.
    pub fn incumbent(&self) -> &Params {
        &self.incumbent
    }

    /// All parameters at a point.
    pub fn params(&self, point: &[f64]) -> Params {
        let mut params = self.incumbent.clone();
        for (axis, &unit) in self.axes.iter().zip(point) {
            params.set(axis.param.key, axis.value(unit));
        }
        params
    }

    /// A point at which parameters are these; none if one is out of its range.
    pub fn point(&self, params: &Params) -> Option<Point> {
        self.axes.iter().map(|axis| axis.unit(Value(params.get(axis.param.key)))).collect()
    }

    /// The values of the axes in `params`, as they are written.
    pub fn written(&self, params: &Params) -> Vec<String> {
        self.axes.iter().map(|axis| axis.show(params)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategies::{Kind, Param};
    use crate::tune::Scale;

    fn param(key: &'static str, kind: Kind) -> Param {
        Param { key, kind, default: Value(1), meaning: "" }
    }

    /// Whole numbers 1 to 4 have a quarter each, words a third each; 0.5 between 1 and 100 on a log
    /// scale is 10.
    #[test]
    fn points_and_values() {
        let count = param("count", Kind::Integer { low: 1, high: 9 });
        let weight = param("weight", Kind::Decimal { low: -9000, high: 900_000 });
        let word = param("word", Kind::Choice(&["a", "b", "c", "d"]));
        let axes = vec![
            Axis::number(&count, Value(1), Value(4), Scale::Linear).unwrap(),
            Axis::number(&weight, Value(1000), Value(100_000), Scale::Log).unwrap(),
            Axis::words(&word, &[Value(3), Value(0), Value(1)]).unwrap(),
        ];
        let space = Space::new(axes, Params::defaults(&[count, weight, word]));
        let written = |point: [f64; 3]| space.written(&space.params(&point)).join(" ");
        assert_eq!(written([0.0, 0.0, 0.0]), "1 1 d");
        assert_eq!(written([0.26, 0.5, 0.34]), "2 10 a");
        assert_eq!(written([0.749, 1.0, 0.67]), "3 100 b");
        assert_eq!(written([7.0, 2.0, 1.0]), "4 100 b");
        assert_eq!(written([-7.0, f64::NAN, -1.0]).split(' ').next(), Some("1"));
        for point in [[0.1, 0.2, 0.3], [0.9, 0.77, 0.5], [0.5, 0.01, 0.99]] {
            let params = space.params(&point);
            let again = space.point(&params).unwrap();
            assert_eq!(space.params(&again), params, "{point:?}");
        }
    }

    #[test]
    fn linear_decimals_go_through_thousandths() {
        let weight = param("weight", Kind::Decimal { low: -9000, high: 9000 });
        let axis = Axis::number(&weight, Value(-1000), Value(1000), Scale::Linear).unwrap();
        assert_eq!(axis.value(0.5), Value(0));
        assert_eq!(axis.value(0.00025), Value(-999));
        assert_eq!(axis.unit(Value(500)), Some(0.75));
        assert_eq!(axis.unit(Value(1001)), None);
        assert_eq!(axis.told(), "-1 to 1");
    }

    #[test]
    fn ranges_that_are_none() {
        let weight = param("weight", Kind::Decimal { low: -9000, high: 9000 });
        let word = param("word", Kind::Choice(&["a", "b"]));
        let number = |low, high, scale| {
            Axis::number(&weight, Value(low), Value(high), scale).unwrap_err().to_string()
        };
        assert!(number(5, 5, Scale::Linear).starts_with("is empty: `low` is 0.005"));
        assert!(number(-1, 5, Scale::Log).contains("above 0"));
        assert!(Axis::number(&word, Value(0), Value(1), Scale::Linear).is_err());
        assert!(Axis::words(&weight, &[Value(0), Value(1)]).is_err());
        assert!(Axis::words(&word, &[Value(0), Value(0)]).is_err());
        assert!(Axis::words(&word, &[]).unwrap_err().to_string().contains("no words"));
    }
}
