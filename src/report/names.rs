//! Names where there is little room.

use crate::records::legible;

/// A name in `width` columns at most, cut in its middle: names of a pool often begin alike.
pub(super) fn cut(name: &str, width: usize) -> String {
    if console::measure_text_width(name) <= width || width < 3 {
        return console::truncate_str(name, width, "…").into_owned();
    }
    let head = console::truncate_str(name, width / 2 - 1, "").into_owned();
    let room = width - 1 - console::measure_text_width(&head);
    let mut tail = name;
    while console::measure_text_width(tail) > room {
        let mut letters = tail.chars();
        letters.next();
        tail = letters.as_str();
    }
    format!("{head}…{tail}")
}

/// The labels of a pool in `width` columns or a few more, no two the same: those that would be are told by
/// their place in the pool too, from 1.
pub(super) fn short(labels: &[&str], width: usize) -> Vec<String> {
    let all: Vec<String> = labels.iter().map(|label| cut(&legible(label, 200), width)).collect();
    let told = all.iter().enumerate().map(|(place, name)| {
        let alone = all.iter().filter(|other| *other == name).count() == 1;
        if alone { name.clone() } else { format!("{} {name}", place + 1) }
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_in_the_middle_and_stay_apart() {
        assert_eq!(cut("greedy", 10), "greedy");
        assert_eq!(cut("monte-carlo:worlds=50", 12), "monte…lds=50");
        assert_eq!(cut("宽宽宽宽宽宽宽宽", 9), "宽…宽宽宽");
        let same = ["a-long-name-1-of-two", "b", "a-long-name-2-of-two"];
        assert_eq!(short(&same, 11), ["1 a-lo…of-two", "b", "3 a-lo…of-two"]);
        assert_eq!(short(&["a\u{202e}b"], 20), ["a\\u{202e}b"]);
    }
}
