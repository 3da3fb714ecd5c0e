//! Alpha-beta in games in which lots are drawn.

use super::by_function::Evaluate;
use super::{AlphaBeta, Analysis};
use crate::game::State;
use crate::random::GameKey;
use crate::run::Run;
use crate::tree::{Game, Goal, Reference};

/// The margin as the scores stand.
struct Margins<'a> {
    game: Reference,
    run: &'a Run,
}

/// The search was told to stop.
struct Stopped;

impl Evaluate for Margins<'_> {
    type Error = Stopped;

    fn value(&mut self, state: &State) -> Result<f64, Stopped> {
        self.look()?;
        Ok(f64::from(self.game.margin(state)))
    }

    fn look(&mut self) -> Result<(), Stopped> {
        if self.run.stopped() { Err(Stopped) } else { Ok(()) }
    }
}

impl AlphaBeta {
    /// The same as [`AlphaBeta::analyse`] where lots are drawn: there a position is worth the mean of
    /// what both lots lead to, in seeds and fractions of them (exactly: the fractions are halves,
    /// quarters and so on). Nothing is kept between searches. `None` when told to stop by `run`.
    #[must_use]
    pub fn analyse_means(
        &self,
        state: &State,
        key: GameKey,
        all_values: bool,
        run: &Run,
    ) -> Option<Analysis<f64>> {
        let game = Reference::new(state.plan(), Goal::Play);
        self.analyse_by(&mut Margins { game, run }, state, key, all_values).ok()
    }
}
