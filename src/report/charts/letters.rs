//! How much room text takes. A page has the letters of its reader's machine, so this is reckoned by
//! those of DejaVu Sans, which are about the widest that a browser falls back to.

use super::canvas::SIZE;
use crate::report::names;

/// Pixels that text is wide at most, or nearly.
pub(super) fn width(text: &str) -> i32 {
    let thousandths: u32 = text.chars().map(letter).sum();
    (f64::from(thousandths) * SIZE / 1000.0).ceil() as i32
}

/// The advance of a letter, in thousandths of the size of text.
fn letter(c: char) -> u32 {
    match c {
        'i' | 'j' | 'l' | '\'' | '|' => 290,
        ' ' | '.' | ',' | ':' | ';' | '-' | 'f' | 't' | '/' | '(' | ')' | 'I' | 'J' => 400,
        'r' | 's' | 'z' | 'c' | 'v' | 'x' | 'y' | 'k' => 600,
        'w' | '#' | '=' | '+' | '<' | '>' | '&' | 'D' | 'G' | 'H' | 'N' | 'O' | 'Q' => 840,
        'm' | 'M' | 'W' | '%' | '@' | '…' => 1000,
        'A'..='Z' => 730,
        c if c.is_ascii() || c == '–' => 640,
        // Of others it is known what columns they take in a terminal.
        c => match console::measure_text_width(c.encode_utf8(&mut [0; 4])) {
            0 => 0,
            1 => 800,
            _ => 1050,
        },
    }
}

/// Text cut to a width in its middle.
pub(super) fn cut(text: &str, pixels: i32) -> String {
    let mut columns = console::measure_text_width(text);
    let mut cut = text.to_owned();
    while columns > 4 && width(&cut) > pixels {
        columns -= 1;
        // A name that was cut before may be so in the same place.
        cut = names::cut(text, columns).replace("……", "…");
    }
    cut
}

/// Text in lines of a width, broken between words; what is left for the last of `most` lines is cut.
pub(super) fn wrapped(text: &str, pixels: i32, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let full = lines.len() >= most;
        let line = lines.last_mut().filter(|line| {
            line.is_empty() || full || width(line) + width(" ") + width(word) <= pixels
        });
        match line {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) => *line += &format!(" {word}"),
            None => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| cut(line, pixels)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_take_more_room() {
        assert_eq!((width(""), width("iiii"), width("mmmm")), (0, 16, 52));
        assert!(width("宽宽") > width("ab") && width("WM") > width("ab"));
    }

    #[test]
    fn long_titles_have_several_lines() {
        assert_eq!(wrapped("lempa: 0 to 100", 296, 3), ["lempa: 0 to 100"]);
        assert_eq!(wrapped("aaa bbb ccc", 60, 3), ["aaa bbb", "ccc"]);
        assert_eq!(wrapped("aaa bbb ccc ddd eee", 60, 2), ["aaa bbb", "cc… eee"]);
        for line in wrapped("MMMMMMMMMMMMMM iiiiiii 宽宽宽宽宽宽宽宽宽", 100, 9) {
            assert!(width(&line) <= 100, "{line}");
        }
        assert_eq!(wrapped("", 100, 2), [""]);
    }

    #[test]
    fn what_is_cut_fits() {
        assert_eq!(cut("monte-carlo:worlds=4", 400), "monte-carlo:worlds=4");
        assert_eq!(cut("aaaaaaaa…bbbbbbbb", 140), "aaaaaaa…bbbbbbbb");
        for name in ["monte-carlo:worlds=50", "MMMMMMMMMMMMMMMMMMMM", "宽宽宽宽宽宽宽宽宽宽"]
        {
            for room in [60, 90, 120] {
                assert!(width(&cut(name, room)) <= room, "{name} in {room}: {}", cut(name, room));
            }
        }
    }
}
