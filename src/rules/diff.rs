//! What two games say differently, sentence beside sentence.

use std::fmt::Write;

use super::explain::Line;
use super::{List, Rules};

impl Rules {
    /// The sentences in which two games differ: what this one says (`-`), what the other says
    /// (`+`), each sentence beside the one in its place. Empty when they play the same game.
    #[must_use]
    pub fn diff(&self, other: &Self) -> String {
        let mut text = String::new();
        for (here, there) in self.differing(other) {
            for (sign, line) in [('-', here), ('+', there)] {
                if let Some(line) = line {
                    let _ = writeln!(text, "{sign} {}  {}", line.clause, line.text);
                }
            }
        }
        text
    }

    /// The sentences in which two games differ, this one's with the other's in its place: `None` where a game
    /// says nothing there.
    #[must_use]
    pub fn differing(&self, other: &Self) -> Vec<(Option<Line>, Option<Line>)> {
        let partners = self.partners(other);
        let mine = self.placed(|entry| format!("landing[{entry}]"));
        let theirs =
            other.placed(|entry| match partners.iter().position(|at| *at == Some(entry)) {
                Some(own) => format!("landing[{own}]"),
                None => format!("landing[+{entry}]"),
            });
        let pair = |place: &str| {
            let find = |lines: &[(String, Line)]| {
                lines.iter().find(|(at, _)| at == place).map(|(_, line)| line.clone())
            };
            (find(&mine), find(&theirs))
        };
        let text = |line: &Option<Line>| line.as_ref().map(|line| line.text.clone());
        let pairs = merged(&mine, &theirs).into_iter().map(pair);
        pairs.filter(|(here, there)| text(here) != text(there)).collect()
    }

    /// The entry of the other game that stands for each of this one's: the one of its name, else the
    /// next one without a name, else the next one. Pairs keep the order in which entries are tried.
    fn partners(&self, other: &Self) -> Vec<Option<usize>> {
        let (mine, theirs) = (self.names_in(List::Landing), other.names_in(List::Landing));
        let mut partners = vec![None; mine.len()];
        let unnamed = |own: usize, at: usize| mine[own].is_empty() && theirs[at].is_empty();
        pair(&mut partners, theirs.len(), |own, at| mine[own] == theirs[at] && !unnamed(own, at));
        pair(&mut partners, theirs.len(), unnamed);
        pair(&mut partners, theirs.len(), |_, _| true);
        partners
    }

    /// The sentences, each with its place: its field, that of an entry as it is called here.
    fn placed(&self, called: impl Fn(usize) -> String) -> Vec<(String, Line)> {
        let of_entry = |field: &str| {
            (0..self.landing.len()).find_map(|entry| {
                let key = field.strip_prefix(&self.entry_path(entry))?.strip_prefix('.')?;
                // What an entry says of itself stands beside its first effect.
                let key = if key == "then" { "take" } else { key };
                Some(format!("{}.{key}", called(entry)))
            })
        };
        let place = |line: &Line| match line.field.as_str() {
            // One sentence, about another field in other games.
            "moves.symmetric" => "moves.least".to_owned(),
            "setup.outer" => "setup.seeds".to_owned(),
            field => of_entry(field).unwrap_or_else(|| field.to_owned()),
        };
        self.lines().into_iter().map(|line| (place(&line), line)).collect()
    }
}

/// Pairs what is not yet paired and fits, between the pairs that there are.
fn pair(partners: &mut [Option<usize>], theirs: usize, fits: impl Fn(usize, usize) -> bool) {
    let mut from = 0;
    for own in 0..partners.len() {
        let until = partners[own..].iter().flatten().next().copied().unwrap_or(theirs);
        if partners[own].is_none() {
            partners[own] = (from..until).find(|at| fits(own, *at));
        }
        from = partners[own].map_or(from, |at| at + 1);
    }
}

/// The places of both, those of the second where they stand there: after what only the first has.
fn merged<'a>(mine: &'a [(String, Line)], theirs: &'a [(String, Line)]) -> Vec<&'a str> {
    let mut places: Vec<&str> = mine.iter().map(|(place, _)| place.as_str()).collect();
    let has = |place: &str| theirs.iter().any(|(other, _)| other == place);
    let mut next = 0;
    for (place, _) in theirs {
        let known = places.iter().position(|other| other == place);
        let at = known.unwrap_or_else(|| {
            let only_mine = places[next..].iter().take_while(|place| !has(place)).count();
            places.insert(next + only_mine, place);
            next + only_mine
        });
        next = at + 1;
    }
    places
}
