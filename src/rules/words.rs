//! Numbers and lists in words.

use super::Counts;

/// "from the player's third turn on".
pub(super) fn turns(counts: &Counts) -> String {
    match counts {
        Counts::From(n) => format!("from the player's {} turn on", ordinal(*n)),
        Counts::UpTo(n) => format!("up to the player's {} turn", ordinal(*n)),
        Counts::List(_) => format!("in {}", a_turn(counts)),
        other => format!("in the player's {} turns", other.to_string().trim_matches('"')),
    }
}

/// "the player's third turn or a later one".
pub(super) fn a_turn(counts: &Counts) -> String {
    match counts {
        Counts::From(n) => format!("the player's {} turn or a later one", ordinal(*n)),
        Counts::UpTo(n) => format!("the player's {} turn or an earlier one", ordinal(*n)),
        Counts::List(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(|n| ordinal(*n)).collect();
            format!("the player's {} turn", listed(&numbers, "or"))
        }
        Counts::Even => "one of the player's even turns".into(),
        Counts::Odd => "one of the player's odd turns".into(),
        Counts::Any | Counts::Empty | Counts::Occupied => "any turn of the player".into(),
    }
}

/// "the player's second last seed in a marked pit of the other player in this round".
pub(super) fn a_visit(counts: &Counts) -> String {
    let seed = "last seed in such a pit in this round";
    match counts {
        Counts::From(n) => format!("the player's {} {seed}, or a later one", ordinal(*n)),
        Counts::UpTo(n) => format!("the player's {} {seed}, or an earlier one", ordinal(*n)),
        Counts::List(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(|n| ordinal(*n)).collect();
            format!("the player's {} {seed}", listed(&numbers, "or"))
        }
        other => format!("one of the player's {} {seed}", other.to_string().trim_matches('"')),
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
        Counts::UpTo(n) => {
            format!("at most {}", if *n == 1 { "1 seed".to_owned() } else { format!("{n} seeds") })
        }
        Counts::List(numbers) if numbers[..] == [1] => "1 seed".into(),
        Counts::List(numbers) => format!("{} seeds", alternatives(numbers)),
    }
}

fn alternatives(numbers: &[i64]) -> String {
    let texts: Vec<String> = numbers.iter().map(i64::to_string).collect();
    listed(&texts, "or")
}

/// "a", "a or b", "a, b or c".
pub(super) fn listed(texts: &[impl AsRef<str>], word: &str) -> String {
    let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
    match texts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {word} {last}", rest.join(", ")),
        _ => texts.concat(),
    }
}

/// "first", "second", ..., "11th".
fn ordinal(n: i64) -> String {
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
