//! Numbers and lists in words.

use super::Counts;
use super::explain::seeds_in_words;

/// "from the player's third turn on".
pub(super) fn turns(counts: &Counts) -> String {
    match counts {
        Counts::From(n) => format!("from the player's {} turn on", ordinal(*n)),
        Counts::UpTo(n) => format!("up to the player's {} turn", ordinal(*n)),
        Counts::List(_) => format!("in {}", a_turn(counts)),
        other => format!("in the player's {} turns", other.to_string().trim_matches('"')),
    }
}

/// "the player's third turn, or a later one".
pub(super) fn a_turn(counts: &Counts) -> String {
    one_of_theirs(counts, "turn", "")
}

/// "the player's second capture in this round, or a later one".
pub(super) fn a_capture(counts: &Counts) -> String {
    one_of_theirs(counts, "capture", " in this round")
}

/// "the player's second last seed in such a pit in this round": in a marked pit of the other player.
pub(super) fn a_visit(counts: &Counts) -> String {
    one_of_theirs(counts, "last seed", " in such a pit in this round")
}

/// What a player does again and again, by its number; `within`: where or when it is counted.
fn one_of_theirs(counts: &Counts, what: &str, within: &str) -> String {
    let numbered = |number: &str| format!("the player's {number} {what}{within}");
    match counts {
        Counts::From(n) => format!("{}, or a later one", numbered(&ordinal(*n))),
        Counts::UpTo(n) => format!("{}, or an earlier one", numbered(&ordinal(*n))),
        Counts::List(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(|n| ordinal(*n)).collect();
            numbered(&listed(&numbers, "or"))
        }
        Counts::Even => format!("one of the player's even {what}s{within}"),
        Counts::Odd => format!("one of the player's odd {what}s{within}"),
        Counts::Any | Counts::Empty | Counts::Occupied => {
            format!("any {what} of the player{within}")
        }
    }
}

/// "2 pits", "3 or more pits".
pub(super) fn number_of(counts: &Counts, what: &str) -> String {
    amount(counts).replace("seeds", &format!("{what}s")).replace("seed", what)
}

/// "2 or 3", "4 or more", "an even number of seeds".
pub(super) fn amount(counts: &Counts) -> String {
    match counts {
        Counts::Any => "any number of seeds".into(),
        Counts::Empty => "no seeds".into(),
        Counts::List(numbers) if numbers[..] == [0] => "no seeds".into(),
        Counts::Occupied => "1 or more seeds".into(),
        Counts::Even => "an even number of seeds".into(),
        Counts::Odd => "an odd number of seeds".into(),
        Counts::From(n) => format!("{n} or more seeds"),
        Counts::UpTo(n) => format!("at most {}", seeds_in_words(*n)),
        Counts::List(numbers) if numbers[..] == [1] => "1 seed".into(),
        Counts::List(numbers) => format!("{} seeds", alternatives(numbers)),
    }
}

fn alternatives(numbers: &[i64]) -> String {
    let texts: Vec<String> = numbers.iter().map(i64::to_string).collect();
    listed(&texts, "or")
}

/// "a", "a or b", "a, b or c".
pub(crate) fn listed(texts: &[impl AsRef<str>], word: &str) -> String {
    let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
    match texts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {word} {last}", rest.join(", ")),
        _ => texts.concat(),
    }
}

/// "first", "second", ..., "11th".
pub(super) fn ordinal(n: i64) -> String {
    const WORDS: [&str; 10] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth",
    ];
    let word = usize::try_from(n - 1).ok().and_then(|place| WORDS.get(place));
    let ending = match (n % 10, n % 100) {
        (1, rest) if rest != 11 => "st",
        (2, rest) if rest != 12 => "nd",
        (3, rest) if rest != 13 => "rd",
        _ => "th",
    };
    word.map_or_else(|| format!("{n}{ending}"), |word| (*word).to_owned())
}

/// The text with a capital letter at its beginning.
pub(super) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().collect::<String>());
    first.unwrap_or_default() + letters.as_str()
}

/// Pits of the other player that hold seeds.
pub(super) fn pits_left(counts: &Counts) -> String {
    let (hold, are) = match counts {
        Counts::List(numbers) if numbers[..] == [1] => ("holds", "is"),
        _ => ("hold", "are"),
    };
    let pits = number_of(counts, "pit");
    format!("{pits} of the other player that {hold} seeds and {are} not marked")
}
