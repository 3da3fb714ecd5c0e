//! Rows for columns, in the registers of every processor.

use crate::batch::values::{Bytes, LANES};

/// Numbers that are turned round at a time, of as many lanes.
pub const SIDE: usize = 16;

type Square = [[u8; SIDE]; SIDE];

/// Columns of `numbers` bytes a lane as rows, of the first `count` lanes of a block. `read` writes the columns from one on;
/// `put` takes what is to stand from a byte of the rows on, so many bytes of it: at most sixteen, and none beyond
/// `count * numbers`. Rows are written in their order, as each
/// may reach into the next.
#[inline(always)]
pub fn put_rows(
    numbers: usize,
    count: usize,
    read: impl Fn(usize, &mut [Bytes]),
    mut put: impl FnMut(usize, &[u8; SIDE], usize),
) {
    let mut tile = [Bytes::ZERO; SIDE];
    let mut begin = 0;
    loop {
        let width = SIDE.min(numbers - begin);
        read(begin, &mut tile[..width]);
        for group in 0..LANES / SIDE {
            let mut square = [[0; SIDE]; SIDE];
            for (row, column) in square.iter_mut().zip(&tile) {
                row.copy_from_slice(&column.0[group * SIDE..][..SIDE]);
            }
            for (row, lane) in transposed(square).iter().zip(group * SIDE..count) {
                let at = lane * numbers + begin;
                put(at, row, if at + SIDE > count * numbers { width } else { SIDE });
            }
        }
        if begin + SIDE >= numbers {
            return;
        }
        // The last sixteen numbers end where the row ends.
        begin = (begin + SIDE).min(numbers - SIDE);
    }
}

/// Rows for columns. Laid out as one sequence, four riffles of its halves move each byte from place 16 r + c to 16 c + r;
/// one riffle of two rows is an instruction.
#[inline(always)]
pub fn transposed(mut rows: Square) -> Square {
    for _ in 0..SIDE.ilog2() {
        let mut next = rows;
        for pair in 0..SIDE / 2 {
            [next[2 * pair], next[2 * pair + 1]] = riffled(&rows[pair], &rows[pair + SIDE / 2]);
        }
        rows = next;
    }
    rows
}

/// The bytes of two rows by turns.
#[inline(always)]
fn riffled(a: &[u8; SIDE], b: &[u8; SIDE]) -> [[u8; SIDE]; 2] {
    let mut both = [[0; SIDE]; 2];
    for i in 0..SIDE / 2 {
        (both[0][2 * i], both[0][2 * i + 1]) = (a[i], b[i]);
        (both[1][2 * i], both[1][2 * i + 1]) = (a[i + SIDE / 2], b[i + SIDE / 2]);
    }
    both
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let rows: Square = std::array::from_fn(|r| std::array::from_fn(|c| (16 * r + c) as u8));
        let columns = transposed(rows);
        assert!((0..SIDE).all(|r| (0..SIDE).all(|c| columns[c][r] == rows[r][c])));
    }
}
