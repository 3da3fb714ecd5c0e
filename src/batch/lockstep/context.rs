//! What all blocks of a batch have in common, and how lanes go from game to game.

use crate::batch::columns::Layout;
use crate::batch::columns::ends::forget_end;
use crate::batch::columns::flags::{finished, forget};
use crate::batch::columns::memory::View;
use crate::batch::columns::opening::{Opening, set_key};
use crate::batch::options::{Autoreset, Options};
use crate::batch::values::{Bytes, LANES, YES, yes};
use crate::random::GameKey;

/// What all blocks have in common.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// Which column is what.
    pub layout: &'a Layout,
    /// How the batch is run.
    pub options: &'a Options,
    /// Lanes of the batch.
    pub lanes: usize,
    /// How much the game number of a lane advances from game to game.
    pub advance: u64,
    /// The start positions, taken in turn by game number.
    pub openings: &'a [Opening],
}

impl Context<'_> {
    /// Truth: the lane belongs to the batch. The last block may have more lanes than there are.
    #[inline]
    pub fn present(&self, view: &View) -> Bytes {
        let first = view.block * LANES;
        let left = self.lanes.saturating_sub(first);
        if left >= LANES {
            Bytes::all(YES)
        } else {
            Bytes(std::array::from_fn(|lane| yes(lane < left)))
        }
    }

    /// Truth: the lane shows the end of its game.
    #[inline]
    pub fn waiting(&self, view: &View) -> Bytes {
        match self.options.autoreset {
            Autoreset::SameStep => Bytes::ZERO,
            Autoreset::NextStep | Autoreset::Disabled => finished(self.layout, view),
        }
    }

    /// Lanes begin their next games, whatever state they are in.
    pub fn reset(&self, view: &mut View, lanes: Bytes) {
        for lane in lanes.and(self.present(view)).lanes() {
            self.renew(view, lane);
            forget(self.layout, view, lane);
        }
    }

    /// A lane begins the game after the one that it has played.
    pub fn renew(&self, view: &mut View, lane: usize) {
        let game = view.game(0, lane).wrapping_add(self.advance);
        self.begin(view, lane, game);
    }

    /// All lanes of a block begin game number `first` plus their own number.
    pub fn restart(&self, view: &mut View, first: u64) {
        for lane in 0..LANES {
            let number = (view.block * LANES + lane) as u64;
            self.begin(view, lane, first.wrapping_add(number));
            forget(self.layout, view, lane);
            forget_end(view, lane);
        }
    }

    /// A lane begins this game.
    fn begin(&self, view: &mut View, lane: usize, game: u64) {
        let opening = match self.openings {
            [opening] => opening,
            openings => &openings[(game % openings.len() as u64) as usize],
        };
        view.set_game(0, lane, game);
        opening.put(self.layout, view, lane);
        set_key(view, lane, GameKey::new(self.options.seed, game));
    }
}
