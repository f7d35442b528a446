//! Any bytes as a line of records: the referee does not panic, its two ways of reading agree, and
//! what it has read and writes again is right too.

#![no_main]

use domeng::records::{read, referee};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &[u8]| {
    let finding = referee(line).finding;
    match read(line) {
        Err(other) => assert_eq!(finding, Some(other)),
        Ok(record) => {
            assert_eq!(finding, None);
            let mut written = Vec::new();
            record.append_line(&mut written).expect("memory takes it");
            assert_eq!(read(written.trim_ascii_end()), Ok(record));
        }
    }
});
