//! A line of JSON as it stands: the keys of formats.md with values of the right kind, not yet
//! looked at by the rules. Numbers are read wide and texts are borrowed.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Number;
use serde_path_to_error::{Path, Segment};

use super::finding::{Finding, legible};
use crate::engine::Seat;

/// Declares objects as records have them: every key must be there, once; keys that formats.md may
/// add later are passed over. A derived reader would let a key of `Option` be missing, and pass
/// over added keys without a bound to their depth.
macro_rules! objects {
    ($($name:ident<$text:lifetime> { $($key:ident: $value:ty,)* })*) => {$(
        #[derive(Debug)]
        pub(super) struct $name<$text> {
            $(pub(super) $key: $value,)*
        }

        impl<$text> Deserialize<$text> for $name<$text> {
            fn deserialize<D: Deserializer<$text>>(source: D) -> Result<Self, D::Error> {
                #[derive(serde::Deserialize)]
                #[serde(field_identifier)]
                #[expect(non_camel_case_types, reason = "variants are the keys")]
                enum Key {
                    $($key,)*
                    #[serde(other)]
                    Added,
                }

                struct Object;

                impl<$text> Visitor<$text> for Object {
                    type Value = $name<$text>;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("an object")
                    }

                    fn visit_map<A: MapAccess<$text>>(
                        self,
                        mut map: A,
                    ) -> Result<Self::Value, A::Error> {
                        $(let mut $key = None;)*
                        while let Some(key) = map.next_key()? {
                            match key {
                                $(Key::$key if $key.is_some() => {
                                    return Err(A::Error::duplicate_field(stringify!($key)));
                                })*
                                $(Key::$key => $key = Some(map.next_value()?),)*
                                Key::Added => {
                                    map.next_value::<PassedOver>()?;
                                }
                            }
                        }
                        let missing = |key| A::Error::missing_field(key);
                        Ok($name { $($key: $key.ok_or_else(|| missing(stringify!($key)))?,)* })
                    }
                }

                source.deserialize_map(Object)
            }
        }
    )*};
}

objects! {
    RawElection<'a> {
        domeng: Number,
        game: Number,
        election: Number,
        seats: [Text<'a>; Seat::COUNT],
        rules: RawRules<'a>,
        camat_before: Option<Number>,
        rounds: Vec<RawRound<'a>>,
        camat: Option<Number>,
        stones: [Number; Seat::COUNT],
    }
    RawRules<'a> {
        opening: Text<'a>,
        camat_check: Text<'a>,
        stones: Number,
        pass: Number,
        passebunge: Number,
        cappu: Number,
        ceki: Number,
        pollo: Number,
        manguno: Number,
        mattikkeng: Number,
        mattikkeng_shared: Number,
        max_rounds: Number,
    }
    RawRound<'a> {
        deal: Text<'a>,
        hands: [Text<'a>; Seat::COUNT],
        unused: Text<'a>,
        starter: Number,
        play: Text<'a>,
        end: Text<'a>,
        winner: Number,
        mattikkeng: Vec<Number>,
        payments: Vec<RawPayment<'a>>,
        table: Number,
        stones: [Number; Seat::COUNT],
    }
    RawPayment<'a> {
        ply: Number,
        why: Text<'a>,
        to: Number,
        table: Number,
        from: Vec<(Number, Number)>,
    }
}

/// A string, borrowed from the line unless it has escapes.
#[derive(Debug, serde::Deserialize)]
#[serde(transparent)]
pub(super) struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl std::ops::Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// A value of any kind that is not looked at. Unlike serde's `IgnoredAny` it is subject to
/// serde_json's bound on depth, 128.
struct PassedOver;

impl<'de> Deserialize<'de> for PassedOver {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for PassedOver {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self, A::Error> {
        while items.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
        while map.next_key::<IgnoredAny>()?.is_some() {
            map.next_value::<Self>()?;
        }
        Ok(self)
    }
}

/// The game and election a line is of, if it says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
pub struct Name {
    pub game: u64,
    pub election: u64,
}

/// The game and election of a line, without a look at the rest; `None` if it isn't JSON or doesn't
/// say.
pub fn name(line: &[u8]) -> Option<Name> {
    serde_json::from_slice(line).ok()
}

/// Reads a line, without its `\n`.
pub(super) fn parse(line: &[u8]) -> Result<RawElection<'_>, Finding> {
    let record = "an election as a JSON object (docs/formats.md)";
    if line.starts_with(b"\xef\xbb\xbf") {
        return Err(Finding::of_line("a byte order mark (EF BB BF)", "UTF-8 without one"));
    }
    let text = std::str::from_utf8(line).map_err(|error| {
        let column = error.valid_up_to() + 1;
        Finding::of_line(format!("bytes that are not UTF-8, from column {column}"), "UTF-8")
    })?;
    if text.trim_ascii().is_empty() {
        return Err(Finding::of_line("an empty line", record));
    }
    serde_json::from_str(text).map_err(|error| explain(text, &error, record))
}

/// What is wrong with the JSON, and where: read once more, slowly, for the path to it.
fn explain(text: &str, error: &serde_json::Error, expected: &str) -> Finding {
    let mut source = serde_json::Deserializer::from_str(text);
    let traced = serde_path_to_error::deserialize::<_, RawElection<'_>>(&mut source).err();
    let path = traced.as_ref().map(|traced| traced.path());
    let place = path.map(ToString::to_string).filter(|path| path != ".");
    let place = place.map_or(String::new(), |path| format!("{}: ", legible(&path, 80)));
    let message = error.to_string();
    // serde_json counts lines too, and each of ours is its line 1.
    let what = message.rsplit_once(" at line 1 column ").map_or(&*message, |(what, _)| what);
    let named = name(text.as_bytes());
    Finding {
        game: named.map(|named| named.game),
        election: named.map(|named| named.election),
        round: path.and_then(round_of),
        ..Finding::of_line(
            format!("{place}{}, at column {}", legible(what, 160), error.column().max(1)),
            expected,
        )
    }
}

/// The round a path leads into.
fn round_of(path: &Path) -> Option<usize> {
    let mut segments = path.iter();
    match (segments.next(), segments.next()) {
        (Some(Segment::Map { key }), Some(Segment::Seq { index })) if key == "rounds" => {
            Some(*index)
        }
        _ => None,
    }
}
