//! Records per second: refereed in one thread and in all, and written. An item is an election of the
//! reference, 5.4 KB of JSON on average.
//!
//! `cargo bench --bench records`

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use domeng::engine::ElectionRecord;
use domeng::records::{DEFAULT_LINE_LIMIT, Verifier, read, referee};

fn main() {
    divan::main();
}

fn reference() -> Vec<u8> {
    std::fs::read("tests/cases/reference.jsonl").expect("run from the root of the repository")
}

#[divan::bench]
fn referee_one_thread(bencher: Bencher) {
    let bytes = reference();
    let lines: Vec<&[u8]> = bytes.trim_ascii_end().split(|&byte| byte == b'\n').collect();
    bencher
        .counter(ItemsCount::new(lines.len()))
        .counter(BytesCount::new(bytes.len()))
        .bench_local(|| lines.iter().filter(|line| referee(line).finding.is_some()).count());
}

#[divan::bench]
fn verify_all_threads(bencher: Bencher) {
    let stream = reference().repeat(100);
    bencher
        .counter(ItemsCount::new(12_500_usize))
        .counter(BytesCount::new(stream.len()))
        .bench_local(|| {
            let mut verifier = Verifier::new(stream.as_slice(), DEFAULT_LINE_LIMIT);
            while let Ok(Some(reports)) = verifier.next_batch() {
                assert!(reports.is_empty());
            }
            verifier.lines()
        });
}

#[divan::bench]
fn write(bencher: Bencher) {
    let bytes = reference();
    let lines = bytes.trim_ascii_end().split(|&byte| byte == b'\n');
    let records: Vec<ElectionRecord> = lines.filter_map(|line| read(line).ok()).collect();
    let mut written = Vec::with_capacity(bytes.len());
    bencher
        .counter(ItemsCount::new(records.len()))
        .counter(BytesCount::new(bytes.len()))
        .bench_local(|| {
            written.clear();
            for record in &records {
                let _ = black_box(record).append_line(&mut written);
            }
            written.len()
        });
}
