//! Encodings of observations, beside their definition.

use mancalab::batch::encode::{Encoding, Kind, put_columns};
use mancalab::batch::{LANES, Level};
use mancalab::rules::catalogue;
use proptest::prelude::*;

use crate::common::{cases, plan};

/// What a number becomes, where `most` is the greatest that it can be.
fn floats(kind: Kind, planes: usize, number: u8, most: u8) -> Vec<f32> {
    let open = |k| kind == Kind::Thermometer || k == planes;
    let plane = |k| if open(k) { usize::from(number) >= k } else { usize::from(number) == k };
    let planes = (1..=planes).map(|k| if plane(k) { 1.0 } else { 0.0 });
    let share = (f32::from(number) / f32::from(most)).min(1.0);
    [share].into_iter().chain(planes).collect()
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn numbers_become_floats(
        numbers in prop::collection::vec(any::<u8>(), 14 * 10_000),
        lanes in prop_oneof![0..200_usize, 4_000..10_000_usize],
        planes in prop_oneof![1..40_usize, Just(255)],
        threads in 1..5_usize,
    ) {
        let planes = if lanes > 200 { planes.min(3) } else { planes };
        let plan = plan(&catalogue::find("kalah").expect("in the catalogue").clone());
        let numbers = &numbers[..14 * lanes];
        let read = |first: usize, rows: &mut [u8]| {
            rows.copy_from_slice(&numbers[first * 14..][..rows.len()]);
        };
        let each = Level::available().into_iter();
        for (level, kind) in each.flat_map(|level| Kind::ALL.map(|kind| (level, kind))) {
            let encoding = Encoding::new(&plan, kind, planes, level);
            prop_assert_eq!(encoding.width(), 14);
            if kind == Kind::Raw {
                let mut out = vec![0; numbers.len()];
                encoding.write_bytes(threads, &mut out, read);
                prop_assert_eq!(&out, numbers);
                continue;
            }
            let planes = if kind == Kind::Scaled { 0 } else { planes };
            prop_assert_eq!(encoding.depth(), 1 + planes);
            let mut out = vec![9.0; numbers.len() * (1 + planes)];
            encoding.write_floats(threads, &mut out, read);
            for (found, number) in out.chunks(1 + planes).zip(numbers) {
                prop_assert_eq!(found, floats(kind, planes, *number, 48));
            }
        }
    }
}

#[test]
fn columns_become_rows() {
    let number = |column: usize, lane: usize| (7 * column + lane) as u8;
    for (numbers, lanes) in (1..70).flat_map(|numbers| [1, 15, 16, 63, LANES].map(|n| (numbers, n)))
    {
        let mut rows = vec![0; numbers * lanes];
        put_columns(&mut rows, numbers, |first, blocks| {
            for (column, block) in blocks.iter_mut().enumerate() {
                block.0 = std::array::from_fn(|lane| number(first + column, lane));
            }
        });
        for (lane, row) in rows.chunks(numbers).enumerate() {
            let wanted: Vec<u8> = (0..numbers).map(|column| number(column, lane)).collect();
            assert_eq!(row, wanted, "{numbers} numbers of lane {lane} of {lanes}");
        }
    }
}
