//! Counts of action sequences against those of two independent programs.

use mancalab::game::{State, perft};
use mancalab::rules::Value;
use serde_json::Value as Json;

fn count(state: &State, depth: u32) -> u64 {
    perft(state, depth, &mut || true).expect("not stopped")
}

#[test]
fn kalah_counts_agree() {
    let data: Json = serde_json::from_str(include_str!("../data/kalah_perft.json")).unwrap();
    let mut compared = 0;
    for row in data["counts"].as_array().unwrap() {
        let number = |name: &str| Value::Int(row[name].as_i64().unwrap());
        let empty_capture = Value::Bool(row["empty_capture"].as_bool().unwrap());
        let options = [
            ("columns", number("columns")),
            ("seeds", number("seeds")),
            ("empty_capture", empty_capture),
        ];
        let start = State::start(crate::common::game("kalah", &options));
        for (depth, nodes) in row["nodes"].as_array().unwrap().iter().enumerate() {
            assert_eq!(Some(count(&start, depth as u32 + 1)), nodes.as_u64(), "{row}");
            compared += 1;
        }
    }
    assert_eq!(compared, 8 + 8 * 7);
}

#[test]
fn a_stopped_count_says_so() {
    let start = State::start(crate::common::game("kalah", &[]));
    assert_eq!(perft(&start, 6, &mut || false), None);
    assert_eq!((count(&start, 0), count(&start, 1)), (1, 6));
}
