//! Encodings of observations, beside their definition.

use mancalab::batch::encode::{Encoding, Kind, put_column};
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
        for kind in Kind::ALL {
            let encoding = Encoding::new(&plan, kind, planes);
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
fn a_column_becomes_a_place_in_every_row() {
    let mut rows = [0; 12];
    put_column(&mut rows, 4, 2, &[7, 8, 9]);
    assert_eq!(rows, [0, 0, 7, 0, 0, 0, 8, 0, 0, 0, 9, 0]);
}
