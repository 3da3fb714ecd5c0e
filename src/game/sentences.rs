//! What events say: a sentence for each key, with words in braces to be filled in.
//!
//! Whoever says events in other words, such as the board in the notebook, takes its own sentence
//! for the key of an event.

use super::event::NAMES;
use super::{End, State};

/// The sentences by key.
pub const SENTENCES: &[(&str, &str)] = &[
    ("lift", "{side} picks up {seeds} from {source}."),
    ("lift.hold", "{side} chooses {source}, whose seeds are to be put in another pit."),
    ("lift.choose", "{side} chooses {source}, and says how many of its seeds are sown."),
    ("lift.way", "{side} is to sow captured seeds, and says which way."),
    ("drop", "A seed falls in {target}."),
    ("drop.put", "{side} puts {seeds} in {target}."),
    ("relay", "{side} picks up {seeds} from {source} and sows on."),
    ("landing.end", "The last seed in {target} ends the turn."),
    ("landing.relay", "With the last seed in {target}, {side} sows on from there."),
    (
        "landing.relay_next",
        "With the last seed in {target}, {side} sows on from the next pit, if it holds seeds.",
    ),
    ("landing.again", "The last seed in {target} gives {side} an extra turn."),
    (
        "landing.relay_or_end",
        "With the last seed in {target}, {side} may sow on from there or end the turn.",
    ),
    (
        "landing.relay_or_take",
        "With the last seed in {target}, {side} may sow on from there or capture.",
    ),
    (
        "landing.chosen_end",
        "With the last seed in {target}, {side} says from which end of their row the captured seeds are sown.",
    ),
    ("landing.beside", "With the last seed in {target}, {side} may take a pit beside it."),
    (
        "landing.past",
        "The last seed does not fall in {target}, which is empty, but in the pit after it; the turn ends.",
    ),
    ("landing.stop", "{side} ends the turn at {target}."),
    ("test", "Not {entry} at {target}: it asks for {asked}."),
    ("capture", "{side} captures {seeds} from {source}."),
    ("capture.hand", "{side} captures {seeds} from {source} and sows on with them."),
    ("capture.heap", "{side} heaps {seeds} from {source} onto {target}."),
    ("capture.split", "{seeds} from {source}: to {target}, which then holds its share."),
    ("capture.gift", "{seeds} from {source}: to {target}."),
    ("capture.removed", "{side} removes {seeds} in {source} from the board."),
    ("capture.drop", "{taker} takes the {seeds} in {source}."),
    ("capture.file", "{side} takes {seeds} from {source} with the chosen file."),
    ("capture.choice", "{side} chooses {source} and takes {seeds} from there."),
    ("capture.choice_removed", "{side} chooses {source} and removes {seeds} there from the board."),
    ("capture.forfeit", "{loser} forfeits {seeds} in {source}."),
    ("capture.closed", "{seeds} in {source}, which is closed: off the board."),
    ("capture.home", "{seeds} in the marked pit, {source}: to {target}."),
    ("mark", "{side} marks {target}."),
    ("mark.closed", "{side} closes {target}."),
    ("mark.held", "From now on nobody sows or captures what lies in {target}."),
    ("mark.left", "{side} leaves {target} without seeds."),
    ("reserve", "{side} enters {seeds} from the reserve, one in each pit, and moves again."),
    ("reserve.keep", "{side} holds {seeds}, and says which way they are sown."),
    ("reserve.take", "{side} sows {seeds} that were captured."),
    ("reserve.place", "{side} puts a seed of their reserve in {target}."),
    ("reserve.place_other", "{side} puts a seed of the other player's reserve in {target}."),
    ("reserve.again", "{side} takes {seeds} into their reserve again."),
    ("reserve.drop", "{side} drops a seed of their reserve in {target}."),
    ("mark.house_gone", "{target} is no house any more."),
    ("mark.open", "{target} is open from now on."),
    ("mark.blocked", "{target} is blocked for a turn."),
    ("skip", "{side} cannot move and is passed over."),
    ("sweep", "{seeds} from {source}: to {target}."),
    ("sweep.hand", "The sowing stops; the hand, {seeds}, stays in {target}."),
    ("swap", "{side} turns the board round."),
    ("swap.kept", "{side} leaves the board as it lies, and begins."),
    ("race", "{side} has dropped {seeds}, the other player more, and so is to move."),
    ("race.tie", "Both players have dropped {seeds}: {side}, who sowed first, is to move."),
    ("lot", "The lot falls on {side}, who begins the round."),
    ("round", "Round {number} begins."),
    ("round.won", "{side} has won the round. Round {number} begins."),
    ("round.drawn", "The round is a draw. Round {number} begins."),
    ("fill", "{seeds} from {source}: to {target}."),
    (
        "fill.given",
        "{side} gives the other player, who has none, a seed from {source}: to {target}.",
    ),
    ("end", "The game is over: {reason}. {result} South {south}, North {north}."),
    ("rounds", "Rounds won: South {south}, North {north}."),
    ("points", "Points: South {south}, North {north}."),
    ("result.won", "{side} wins."),
    ("result.draw", "It is a draw."),
    ("result.void", "Nobody wins: the game is void."),
    ("result.truncated", "Nobody wins: the game was cut short."),
];

/// The sentence of a key, filled in: `word` gives what stands for a word in braces.
pub(super) fn say(key: &str, word: impl Fn(&str) -> String) -> String {
    let found = SENTENCES.iter().find(|(known, _)| *known == key);
    let mut rest = found.map_or("", |(_, sentence)| *sentence);
    let mut said = String::new();
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        said += before;
        said += &word(name);
        rest = after;
    }
    said + rest
}

/// How a game has ended.
pub(super) fn end_text(end: End, after: &State) -> String {
    let scores = after.scores();
    let result = match end.result.winner() {
        Some(side) => say("result.won", |_| NAMES[side].to_owned()),
        None => say(&format!("result.{}", end.result.name()), |_| String::new()),
    };
    let said = say("end", |word| match word {
        "reason" => end.reason.words().to_owned(),
        "result" => result.clone(),
        "south" => scores[0].to_string(),
        _ => scores[1].to_string(),
    });
    let by_side =
        |key: &str, both: [u16; 2]| say(key, |word| both[usize::from(word == "north")].to_string());
    let won = after.rounds_won().map(|won| by_side("rounds", won.map(u16::from)));
    let points = after.points().map(|points| by_side("points", points));
    [Some(said), won, points].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_braces_are_filled_in() {
        let said = say("capture.gift", |word| format!("<{word}>"));
        assert_eq!(said, "<seeds> from <source>: to <target>.");
        assert_eq!(say("result.draw", |_| unreachable!()), "It is a draw.");
    }

    #[test]
    fn no_key_stands_there_twice() {
        for (index, (key, _)) in SENTENCES.iter().enumerate() {
            assert!(SENTENCES[..index].iter().all(|(before, _)| before != key), "{key}");
        }
    }
}
