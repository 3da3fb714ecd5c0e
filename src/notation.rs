//! Rules, positions and actions as one line of text each, printed and parsed.
//!
//! **Rules**: the name of a game of the catalogue, then the options that differ, each `name=value`:
//! `kalah`, `kalah columns=4 seeds=3`, `oware landing.capture.counts=[2,3,4]`. Games that are not
//! in the catalogue have their TOML text.
//!
//! **Positions**: South, North, and who is to move. Each side has its pits in its own sowing order
//! between brackets, its store after a bar, and its reserve, if there is one, after a plus sign:
//!
//! ```text
//! S[4 4 0 5 5 5|1] N[4 4 4 4 4 4|0] S        South is to move
//! S[2 2 2 2 2 2 2 2 0 0 0 0 0 0 0 0|0+16] N[2 2 2 2 2 2 2 2 0 0 0 0 0 0 0 0|0+16] N
//! S[1' 0 2 1|0] N[1 1' 2 2|3] S:2            marked pits; South to move in phase 2
//! S[4' 0^ 5'^ 5|0] N[4 4 4 4|0] S            claimed pits, where a mark says whose a pit is or players
//!                                            mark their own
//! S[1* 0 6 5*|0] N[4 4 4 4|0] S              pits whose seeds were lifted before (where the rules ask)
//! S[4 0 5 5 5 5|0 turns=1] N[4 4 4 4 4 4|0] N South has played one turn (where the rules ask)
//! ```
//!
//! Phase 1 follows the entry of a reserve; phase 1 + f asks for a file after capturing file f; phase k
//! asks for k more pits. Phase m + 1 + n asks whether pit n is sown on or the turn ends, by a capture where the
//! rules say so, or which way the sowing goes on there, or how many of its seeds are sown; m is the
//! greatest number of pits that the game lets players choose (where seeds that may be captured there are sown on, the
//! phases of ways come after those of all pits). Phase 1 + n, too, asks whether a pit is taken beside pit n,
//! those of the other player counted on. Phase n asks which way n captured seeds are
//! sown. The phases after all of these ask, as far as a game has them, for a lot, for a pit that stays
//! without seeds, whether the board is turned round, and for a pit of which a seed is given.
//!
//! **Actions**, seen by the player to move: the number of the own pit (`3`), with `>` (forward) or
//! `<` (backward) where pits can be sown both ways (`3<`); `o3` is the other player's pit 3; `r`
//! enters the reserve; `f5` takes file 5; `s` ends a turn that could be sown on, and `x` captures in place of sowing
//! on; `t3` takes the other player's pit 3, or where a pit beside the last seed may be taken the own one, `ot3` the
//! other player's, and `s` none; `n3` sows three seeds of the pit that was chosen, and `c3` three captured seeds in place of a pit. `l` and
//! `ol` are lots that fall on the player to move and on the other one; `e3` leaves the own pit 3 without seeds;
//! `k` leaves the board as it lies, and `w` turns it round.
//!
//! ```
//! use mancalab::notation;
//!
//! let plan = notation::plan("kalah columns=4 seeds=3")?;
//! let state = notation::state(&plan, "S[3 3 3 3|0] N[3 3 3 3|0] S")?;
//! let next = state.play(notation::action(&plan, "1")? as i64).unwrap();
//! assert_eq!(notation::position_text(&next), "S[3 0 4 4|1] N[3 3 3 3|0] S");
//! # Ok::<(), mancalab::notation::NotationError>(())
//! ```

use std::sync::Arc;

use crate::game::{PositionError, Setup, State};
use crate::plan::{Action, HALF, Plan, Register};
use crate::rules::{Rules, RulesError, Value, catalogue};

/// A text that says no rules, position or action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// It cannot be read.
    #[error("{0}")]
    Syntax(String),
    /// It says rules that cannot be played.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// It says a position that the rules do not have.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// The longest line of rules, in bytes: far more than all options of a game take.
const LONGEST: usize = 10_000;

fn syntax<T>(text: impl Into<String>) -> Result<T, NotationError> {
    Err(NotationError::Syntax(text.into()))
}

/// The text of rules that the catalogue's game of that name and options make; `None` for others.
#[must_use]
pub fn rules_text(rules: &Rules) -> Option<String> {
    let changes = rules.changes_from(catalogue::find(&rules.name)?)?;
    let word = |(name, value): &(String, Value)| match value {
        Value::Text(text) => format!(" {name}={text}"),
        Value::None => format!(" {name}=none"),
        other => format!(" {name}={other}"),
    };
    Some(rules.name.clone() + &changes.iter().map(word).collect::<String>())
}

/// What messages call rules: their text, or the name of the game where they have none.
#[must_use]
pub fn rules_label(rules: &Rules) -> String {
    rules_text(rules).unwrap_or_else(|| rules.name.clone())
}

/// The rules of a text.
///
/// # Errors
/// An unknown name or option, a value that is not allowed, a word that is no `name=value`, or a line
/// of more than 10,000 bytes.
pub fn plan(text: &str) -> Result<Arc<Plan>, NotationError> {
    if text.len() > LONGEST {
        let found = text.len();
        return syntax(format!(
            "the line of rules has {found} bytes: allowed are at most {LONGEST}"
        ));
    }
    let mut words = words_of(text);
    let name = words.next().unwrap_or_default();
    let Some(rules) = catalogue::find(name) else {
        let by_colon = name.split_once(':').filter(|(game, _)| catalogue::find(game).is_some());
        let instead = match (catalogue::of_a_file(name), by_colon) {
            (_, Some((game, options))) => format!(
                "; in a line of rules blanks stand before options: \"{game} {}\"",
                options.replace(',', " ")
            ),
            (Some(file), None) => file.to_owned(),
            (None, None) => catalogue::near(name),
        };
        return syntax(format!("no game is called {name:?}{instead}"));
    };
    let changes: Result<Vec<_>, _> = words.map(option).collect();
    Ok(Arc::new(Plan::new(rules.replace(&changes?)?)?))
}

/// The words of a text: a list in brackets is one, whatever blanks it has.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    let between = move |letter: char| {
        depth += i32::from(letter == '[') - i32::from(letter == ']');
        depth <= 0 && letter.is_whitespace()
    };
    text.split(between).filter(|word| !word.is_empty())
}

fn option(word: &str) -> Result<(String, Value), NotationError> {
    let Some((name, value)) = word.split_once('=') else {
        return syntax(format!("{word:?}: name=value is needed, as in columns=4"));
    };
    let value = match value {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => value.parse().map_or_else(|_| Value::Text(value.to_owned()), Value::Int),
    };
    Ok((name.to_owned(), value))
}

/// The text of a position.
#[must_use]
pub fn position_text(state: &State) -> String {
    let at = state.position();
    let mover = if at.to_move == 0 { "S" } else { "N" };
    let phase = if at.phase > 0 { format!(":{}", at.phase) } else { String::new() };
    format!("{} {} {mover}{phase}", side_text(state, 0), side_text(state, 1))
}

fn side_text(state: &State, side: usize) -> String {
    let (pits, store, reserve, marks) = state.side(side);
    let pit = |(index, seeds): (usize, &u8)| {
        let mark = if marks >> index & 1 == 1 { "'" } else { "" };
        let claim = if state.claims(side) >> index & 1 == 1 { "^" } else { "" };
        let lifted = if state.lifted(side) >> index & 1 == 1 { "*" } else { "" };
        format!("{seeds}{mark}{claim}{lifted}")
    };
    let pits: Vec<String> = pits.iter().enumerate().map(pit).collect();
    let reserve = if reserve > 0 { format!("+{reserve}") } else { String::new() };
    let written = |(register, values): (Register, [u8; 2])| {
        (values[side] > 0).then(|| format!(" {}={}", register.name(), values[side]))
    };
    let registers: String = state.registers().filter_map(written).collect();
    let name = if side == 0 { "S" } else { "N" };
    format!("{name}[{}|{store}{reserve}{registers}]", pits.join(" "))
}

/// The state that a position text says, settled as any position set up by hand.
///
/// # Errors
/// A text that cannot be read, or a position that the rules do not have.
pub fn state(plan: &Arc<Plan>, text: &str) -> Result<State, NotationError> {
    let mut setup = Setup::default();
    let mut rest = text.trim();
    for (side, name) in ["S", "N"].into_iter().enumerate() {
        let inside = rest.strip_prefix(name).and_then(|rest| rest.strip_prefix('['));
        let Some((inside, after)) = inside.and_then(|inside| inside.split_once(']')) else {
            let wanted = format!("{name}[... pits ...|store]");
            return syntax(format!("position {text:?}: {wanted} is needed at {rest:?}"));
        };
        read_side(plan, &mut setup, side, inside)?;
        rest = after.trim_start();
    }
    let (mover, phase) = rest.split_once(':').unwrap_or((rest, "0"));
    setup.to_move = match mover.trim() {
        "S" => 0,
        "N" => 1,
        other => return syntax(format!("position {text:?}: S or N is to move, not {other:?}")),
    };
    setup.phase = number("phase", phase)?;
    Ok(State::set_up(plan, &setup)?)
}

fn read_side(
    plan: &Plan,
    setup: &mut Setup,
    side: usize,
    inside: &str,
) -> Result<(), NotationError> {
    let (pits, stored) = inside.split_once('|').unwrap_or((inside, "0"));
    for word in pits.split_whitespace() {
        let (word, lifted) = without(word, '*');
        let (word, claimed) = without(word, '^');
        let (word, marked) = without(word, '\'');
        setup.pits[side].push(number("pit", word)?);
        setup.marks[side].push(marked);
        setup.claims[side].push(claimed);
        setup.lifted[side].push(lifted);
    }
    let (stored, registers) = stored.trim().split_once(' ').unwrap_or((stored, ""));
    let (store, reserve) = stored.split_once('+').unwrap_or((stored, "0"));
    for word in registers.split_whitespace() {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let Some(register) = Register::ALL.iter().find(|register| register.name() == name) else {
            let allowed = plan.registers_allowed();
            return syntax(format!("{word:?}: the name=value of a register is needed; {allowed}"));
        };
        setup.registers[side][*register as usize] = number(name, value)?;
    }
    setup.stores[side] = number("store", store)?;
    setup.reserves[side] = number("reserve", reserve)?;
    Ok(())
}

/// A word without a sign at its end, and whether it had that.
fn without(word: &str, sign: char) -> (&str, bool) {
    word.strip_suffix(sign).map_or((word, false), |word| (word, true))
}

fn number(what: &str, word: &str) -> Result<i64, NotationError> {
    let read = word.trim().parse();
    read.or_else(|_| syntax(format!("{what} {word:?}: a whole number is needed")))
}

/// The text of an action; `None` when the game has no such number.
#[must_use]
pub fn action_text(plan: &Plan, action: usize) -> Option<String> {
    Some(match plan.action(action)? {
        Action::Reserve => "r".to_owned(),
        Action::File(file) => format!("f{file}"),
        Action::Take(slot) if slot < HALF => format!("t{slot}"),
        // Elsewhere pits of the other player only are taken so.
        Action::Take(slot) if plan.beside.is_some() => format!("ot{}", slot - HALF),
        Action::Take(slot) => format!("t{}", slot - HALF),
        Action::Put(slot) if slot < HALF => format!("p{slot}"),
        Action::Put(slot) => format!("op{}", slot - HALF),
        Action::Count(count) => format!("n{count}"),
        Action::Store(count) => format!("c{count}"),
        Action::Stop => "s".to_owned(),
        Action::Capture => "x".to_owned(),
        Action::Lot(half) => ["l", "ol"][half & 1].to_owned(),
        Action::Leave(pit) => format!("e{pit}"),
        Action::Keep => "k".to_owned(),
        Action::Swap => "w".to_owned(),
        Action::Sow { slot, direction } => {
            let (other, pit) = if slot < HALF { ("", slot) } else { ("o", slot - HALF) };
            let ways = plan.actions.directions == 2;
            let way = if !ways {
                ""
            } else if direction == 0 {
                ">"
            } else {
                "<"
            };
            format!("{other}{pit}{way}")
        }
    })
}

/// The number of an action.
///
/// # Errors
/// A text that is no action of the game.
pub fn action(plan: &Plan, text: &str) -> Result<usize, NotationError> {
    let known = |action: &usize| action_text(plan, *action).as_deref() == Some(text.trim());
    let found = (0..plan.actions.count).find(known);
    found.map_or_else(
        || {
            let all: Vec<_> =
                (0..plan.actions.count).filter_map(|n| action_text(plan, n)).collect();
            syntax(format!("action {text:?}: allowed are {}", all.join(", ")))
        },
        Ok,
    )
}
