//! Axes: from values to pixels, and where ticks stand.

use crate::statistics::ln;

/// A stretch of an axis, on a stretch of pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    /// Where `low` and `high` are.
    pixels: (i32, i32),
    log: bool,
}

impl Scale {
    /// That shows all `values`, rounded out to whole ticks; `zero` has it begin or end at zero.
    pub(super) fn of(values: impl Iterator<Item = f64>, zero: bool, pixels: (i32, i32)) -> Self {
        let finite = values.filter(|value| value.is_finite());
        let (mut low, mut high) = finite
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), value| (l.min(value), h.max(value)));
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if zero {
            (low, high) = (low.min(0.0), high.max(0.0));
        }
        if high - low < 1e-9 {
            (low, high) = if zero { (low, low + 1.0) } else { (low - 0.5, high + 0.5) };
        }
        let step = step(high - low);
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        Self { low, high, pixels, log: false }
    }

    /// From `low` to `high` as they are.
    pub(super) fn exact(low: f64, high: f64, pixels: (i32, i32)) -> Self {
        Self { low, high: if high > low { high } else { low + 1.0 }, pixels, log: false }
    }

    /// By powers of ten, of positive values.
    pub(super) fn log(values: impl Iterator<Item = f64>, pixels: (i32, i32)) -> Self {
        let positive = values.filter(|value| *value > 0.0 && value.is_finite());
        let (low, high) = positive
            .fold((f64::INFINITY, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) =
            if low > high { (1.0, 10.0) } else { (power(low, false), power(high, true)) };
        Self { low, high: if high > low { high } else { 10.0 * low }, pixels, log: true }
    }

    /// The pixel of a value; the nearest end for one that is off the scale.
    pub(super) fn at(self, value: f64) -> i32 {
        let (from, to) = (f64::from(self.pixels.0), f64::from(self.pixels.1));
        let share = match self.log {
            true => ln(value.max(self.low) / self.low) / ln(self.high / self.low),
            false => (value - self.low) / (self.high - self.low),
        };
        (from + share.clamp(0.0, 1.0) * (to - from)).round() as i32
    }

    pub(super) fn has(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    pub(super) fn low(self) -> f64 {
        self.low
    }

    /// Where ticks stand, and what they say.
    pub(super) fn ticks(self) -> Vec<(f64, String)> {
        if self.log {
            return self.powers();
        }
        let step = step(self.high - self.low);
        let decimals = decimals(step);
        let first = (self.low / step - 1e-9).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        let tick = |n: i64| {
            let value = n as f64 * step;
            (value, if n == 0 { "0".to_owned() } else { short(value, decimals) })
        };
        (first..=last).map(tick).collect()
    }

    fn powers(self) -> Vec<(f64, String)> {
        let mut ticks = Vec::new();
        let mut value = self.low;
        while value <= self.high * 1.000_001 {
            let text =
                if value < 1e-4 { format!("{value:.0e}") } else { short(value, decimals(value)) };
            ticks.push((value, text));
            value *= 10.0;
        }
        ticks
    }
}

/// The power of ten below a value, or above it.
fn power(value: f64, above: bool) -> f64 {
    const NEARLY: f64 = 1.0 + 1e-9;
    let mut power = 1.0;
    while power > value * NEARLY {
        power /= 10.0;
    }
    while power * 10.0 <= value * NEARLY {
        power *= 10.0;
    }
    if above && power * NEARLY < value { power * 10.0 } else { power }
}

/// 1, 2 or 5 times a power of ten, so that there are three to six steps.
fn step(range: f64) -> f64 {
    let unit = power(range / 4.0, false);
    [1.0, 2.0, 5.0]
        .into_iter()
        .map(|by| by * unit)
        .find(|step| range / step <= 6.0)
        .unwrap_or(10.0 * unit)
}

fn decimals(step: f64) -> usize {
    let mut decimals = 0;
    let mut unit = 1.0;
    while decimals < 9 && unit > step * (1.0 + 1e-9) {
        unit /= 10.0;
        decimals += 1;
    }
    decimals
}

/// A number that takes little room.
fn short(value: f64, decimals: usize) -> String {
    match value.abs() {
        size if size >= 1e9 => format!("{}G", value / 1e9),
        size if size >= 1e6 => format!("{}M", value / 1e6),
        size if size >= 1e4 => format!("{}k", value / 1e3),
        _ => format!("{value:.decimals$}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(scale: Scale) -> Vec<String> {
        scale.ticks().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn ticks_are_round_and_hold_all_values() {
        let scale = Scale::of([8.4, 30.3].into_iter(), true, (0, 100));
        assert_eq!(words(scale), ["0", "10", "20", "30", "40"]);
        assert_eq!((scale.at(0.0), scale.at(20.0), scale.at(99.0)), (0, 50, 100));
        let scale = Scale::of([-0.013, 0.004].into_iter(), false, (0, 100));
        assert_eq!(words(scale), ["-0.015", "-0.010", "-0.005", "0", "0.005"]);
        assert_eq!(words(Scale::of([0.0, 1e5].into_iter(), true, (0, 9)))[1], "20k");
    }

    #[test]
    fn nothing_and_one_value_have_a_scale_too() {
        for (values, ticks) in [
            (&[][..], ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
            (&[3.0], ["2.4", "2.6", "2.8", "3.0", "3.2", "3.4"]),
            (&[f64::NAN, f64::INFINITY], ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        ] {
            assert_eq!(words(Scale::of(values.iter().copied(), false, (0, 100)))[..6], ticks);
        }
        assert_eq!(words(Scale::log([0.0].into_iter(), (0, 9))), ["1", "10"]);
    }

    #[test]
    fn powers_of_ten_are_evenly_spaced() {
        let scale = Scale::log([0.02, 31.0].into_iter(), (0, 400));
        assert_eq!(words(scale), ["0.01", "0.1", "1", "10", "100"]);
        assert_eq!([0.01, 0.1, 1.0, 100.0].map(|value| scale.at(value)), [0, 100, 200, 400]);
    }
}
