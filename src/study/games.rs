//! Games played by two agents, in parallel, as one tally.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rayon::prelude::*;

use crate::agents::{Player, pick};
use crate::fingerprint;
use crate::game::{IllegalAction, State};
use crate::outcome::GameResult;
use crate::plan::Plan;
use crate::random::GameKey;
use crate::run::Run;
use crate::tally::{Game, Tally};

/// What ends a run before its time.
#[derive(Debug)]
pub enum MatchError<E> {
    /// [`Run::stop`] was set.
    Stopped,
    /// An agent chose an action that is not legal.
    Illegal(IllegalAction),
    /// An agent failed.
    Agent(E),
}

/// How the games of a run begin.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Start positions, taken in turn by game number. Never empty.
    pub starts: Vec<State>,
    /// Random actions before the agents take over.
    pub random_plies: u32,
}

impl Opening {
    /// The opening of the rules, nothing else.
    #[must_use]
    pub fn standard(plan: &Arc<Plan>) -> Self {
        Self { starts: vec![State::start(Arc::clone(plan))], random_plies: 0 }
    }

    fn start(&self, game: u64) -> &State {
        &self.starts[(game % self.starts.len() as u64) as usize]
    }
}

/// One finished game, whichever engine played it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finished {
    /// The side that started.
    pub starter: usize,
    /// The result.
    pub result: GameResult,
    /// The scores of South and North.
    pub scores: [u8; 2],
    /// Actions played.
    pub plies: u32,
    /// Sum over plies of the number of legal actions.
    pub choices: u64,
    /// Identifies the sequence of actions (with its start position).
    pub fingerprint: u64,
}

/// Actions between two looks at the stop flag, so that a single long game can be stopped too.
const ACTIONS_BETWEEN_LOOKS: u32 = 256;

/// A player with its memory.
#[derive(Debug)]
pub(super) struct Seated<'a, P: Player> {
    player: &'a P,
    memory: P::Memory,
}

impl<'a, P: Player> Seated<'a, P> {
    /// Before its first game.
    pub(super) fn new(player: &'a P) -> Self {
        Self { player, memory: P::Memory::default() }
    }

    fn choose(
        &mut self,
        state: &State,
        key: GameKey,
        run: &Run,
    ) -> Result<i64, MatchError<P::Error>> {
        let chosen = self.player.choose(&mut self.memory, state, key, state.plies(), run);
        chosen.map_err(MatchError::Agent)?.ok_or(MatchError::Stopped)
    }
}

/// Plays one game. `seats[0]` belongs to the side that starts.
pub(super) fn play_game<P: Player>(
    mut seats: [&mut Seated<P>; 2],
    opening: &Opening,
    key: GameKey,
    game: u64,
    tally: &mut Tally,
    run: &Run,
) -> Result<Finished, MatchError<P::Error>> {
    let start = opening.start(game);
    let mut state = start.clone();
    let starter = usize::from(start.position().to_move);
    let mut choices = 0;
    let mut print = fingerprint::begun(game % opening.starts.len() as u64);
    for seated in &mut seats {
        seated.player.begin(&mut seated.memory);
    }
    loop {
        let ply = state.plies();
        if let Some(end) = state.end() {
            let (result, scores) = (end.result, state.scores());
            let rounds = state.rounds_begun();
            tally.add_game(Game { result, scores, plies: ply, rounds });
            let fingerprint = fingerprint::finished(print);
            return Ok(Finished { starter, result, scores, plies: ply, choices, fingerprint });
        }
        if ply % ACTIONS_BETWEEN_LOOKS == ACTIONS_BETWEEN_LOOKS - 1 && run.stopped() {
            return Err(MatchError::Stopped);
        }
        let legal = state.legal_set();
        tally.add_ply(legal.count_ones());
        choices += u64::from(legal.count_ones());
        let seat = usize::from(usize::from(state.position().to_move) != starter);
        let action = if ply < opening.random_plies || state.is_chance() {
            pick(legal, key, ply) as i64
        } else {
            seats[seat].choose(&state, key, run)?
        };
        if !(0..64).contains(&action) || legal >> action & 1 == 0 {
            return Err(MatchError::Illegal(state.illegal(action)));
        }
        print = fingerprint::after(print, action as u64);
        state.advance(action as usize);
    }
}

/// Games that one task plays before it reports, if that is no matter of seconds.
const CHUNK: u64 = 64;

/// Games that one task plays before it reports.
pub(super) fn chunk_of<P: Player>(agents: [&P; 2]) -> u64 {
    if agents.iter().all(|agent| agent.is_quick()) { CHUNK } else { 1 }
}

/// Runs a job on chunks of the numbers in parallel and adds the results up.
pub(super) fn in_chunks<T, E>(
    numbers: Range<u64>,
    size: u64,
    job: impl Fn(Range<u64>) -> Result<T, E> + Sync,
    add: impl Fn(&mut T, T) + Sync + Send,
) -> Result<T, E>
where
    T: Default + Send,
    E: Send,
{
    let chunk = |index: u64| {
        let from = numbers.start + index * size;
        job(from..(from + size).min(numbers.end))
    };
    (0..(numbers.end - numbers.start).div_ceil(size)).into_par_iter().map(chunk).try_reduce(
        T::default,
        |mut a, b| {
            add(&mut a, b);
            Ok(a)
        },
    )
}

/// Plays games number `games`, the first agent with the side that starts.
///
/// # Errors
/// When stopped; or an agent's error, or an illegal action of an agent.
pub fn play_match<P: Player>(
    agents: [&P; 2],
    opening: &Opening,
    games: Range<u64>,
    seed: u64,
    run: &Run,
) -> Result<Tally, MatchError<P::Error>> {
    let mut tally = Tally::default();
    let [mut first, mut second] = agents.map(Seated::new);
    for game in games {
        if run.stopped() {
            return Err(MatchError::Stopped);
        }
        let seats = [&mut first, &mut second];
        play_game(seats, opening, GameKey::new(seed, game), game, &mut tally, run)?;
        run.done.fetch_add(1, Ordering::Relaxed);
    }
    Ok(tally)
}

/// The same on the threads of the current pool.
///
/// # Errors
/// When stopped; or an agent's error, or an illegal action of an agent.
pub fn play_match_in_parallel<P: Player<Error: Send> + Sync>(
    agents: [&P; 2],
    opening: &Opening,
    games: Range<u64>,
    seed: u64,
    run: &Run,
) -> Result<Tally, MatchError<P::Error>> {
    let job = |numbers| play_match(agents, opening, numbers, seed, run);
    in_chunks(games, chunk_of(agents), job, |sum, part| *sum += &part)
}
