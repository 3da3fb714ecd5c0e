//! The board and the seeds at the start in words.

use super::explain::{say, seeds_in_words};
use super::words::listed;
use super::{Direction, Rules, Seeds, Track, Unplayed};

impl Rules {
    pub(super) fn say_board(&self, said: &mut Vec<(String, String)>) {
        let board = &self.board;
        let stores = if board.stores { "a store for each side" } else { "no stores" };
        let ring = self.circuit_in_words();
        say(
            said,
            "board.columns",
            format!(
                "The board has {} rows of {} pits and {stores}{ring}.",
                board.rows, board.columns
            ),
        );
        if board.fields {
            let place = if board.has_halves() {
                "In the middle of either row lies a field, after the last pit of a player, whose name it has."
            } else {
                "At either end of the board lies a field, after the last pit of a row, and has the name of that player."
            };
            let sown =
                if self.laps.fields { "no turn begins there" } else { "nobody sows from it" };
            let text = format!("{place} It is sown like a pit, but {sown}.");
            say(said, "board.fields", text);
        }
        self.say_seeds(said);
        let setup = &self.setup;
        if setup.stores.is_some() {
            let [south, north] = setup.stored().map(seeds_in_words);
            let text = format!("South begins with {south} captured, North with {north}.");
            say(said, "setup.stores", text);
        }
        if setup.reserve > 0 {
            say(
                said,
                "setup.reserve",
                format!("Each player holds {} seeds in reserve.", setup.reserve),
            );
        }
        if setup.unplayed == Unplayed::Outer {
            say(
                said,
                "setup.unplayed",
                "The pits of the outer rows are marked unplayed until a seed is dropped in them."
                    .into(),
            );
        }
        self.say_houses(said);
        if setup.closed.is_asked() {
            let pits: Vec<String> = setup.closed.0.iter().map(i64::to_string).collect();
            let text = format!(
                "Pits {} of each player are closed at first: no seed falls in them, and nothing is captured from them.",
                listed(&pits, "and")
            );
            say(said, "setup.closed", text);
        }
        if setup.marked.is_asked() {
            let pits: Vec<String> = setup.marked.0.iter().map(i64::to_string).collect();
            let numbers = listed(&pits, "and");
            let text =
                format!("The other player has marked pit {numbers} of the player who starts.");
            say(said, "setup.marked", text);
        }
        say(
            said,
            "setup.start",
            format!("{} starts.", if setup.start.name() == "south" { "South" } else { "North" }),
        );
    }

    /// Round which pits a sowing goes, where that is not round two rows.
    fn circuit_in_words(&self) -> String {
        let [_, last] = self.ends_of_a_row();
        let half = format!("; the half of the middle row at a player's {last} is theirs");
        match (self.board.rows, self.board.track) {
            (4, _) => "; each side sows round its own two rows".to_owned(),
            (2, _) if self.board.has_halves() => {
                let [first, _] = self.ends_of_a_row();
                format!("; the pits of both rows at a player's {first} are theirs")
            }
            (_, Track::OwnRow) => "; each side sows round its own row".to_owned(),
            (3, Track::Through) => {
                half + ", and a sowing goes along the row of its player, back along the whole middle row, along the row of the other player, and then from the beginning again"
            }
            (3, _) => half,
            _ => String::new(),
        }
    }

    /// Where a player's row begins, and where it ends.
    fn ends_of_a_row(&self) -> [&'static str; 2] {
        match self.moves.direction {
            Direction::Clockwise => ["right", "left"],
            _ => ["left", "right"],
        }
    }

    /// The seeds of the opening: both sides at once, or South's and then North's.
    pub(super) fn say_seeds(&self, said: &mut Vec<(String, String)>) {
        let setup = &self.setup;
        let order = |lists: &[&Seeds]| {
            let listed = lists.iter().any(|seeds| matches!(seeds, Seeds::List(_)));
            if listed { self.sowing_order() } else { String::new() }
        };
        let both = setup.north.is_none();
        if let Some(seeds) = &setup.seeds {
            let who = if both { "Each side" } else { "South" };
            let text = format!("{who} begins with {}{}.", amount(seeds), order(&[seeds]));
            say(said, "setup.seeds", text);
        }
        if let (Some(outer), Some(inner)) = (&setup.outer, &setup.inner) {
            let (whose, other) =
                if both { ("Each outer row", "each") } else { ("South's outer row", "their") };
            let order = order(&[outer, inner]);
            let (outer, inner) = (amount(outer), amount(inner));
            let text =
                format!("{whose} begins with {outer}, {other} inner row with {inner}{order}.");
            say(said, "setup.outer", text);
        }
        if let Some(north) = &setup.north {
            let order = self.sowing_order();
            say(said, "setup.north", format!("North begins with {}{order}.", list(north)));
        }
    }

    /// In which order a list names the pits of a side (GE-2, GE-3).
    pub(super) fn sowing_order(&self) -> String {
        let [first, last] = self.ends_of_a_row();
        let row = format!("from the player's {first} to their {last}");
        match self.board.rows {
            3 => format!(
                ", in sowing order: the row {row}, then their half of the middle row from {last} to {first}"
            ),
            4 => format!(
                ", in sowing order: the outer row {row}, the inner row back from {last} to {first}"
            ),
            _ if self.board.has_halves() => {
                let field = if self.board.fields { ", and then the field" } else { "" };
                format!(
                    ", in sowing order: along the far row from the middle to the player's {first}, and back along the near row{field}"
                )
            }
            _ if self.board.fields => {
                format!(", in sowing order, {row}, and then the field at the {last} end")
            }
            _ => format!(", in sowing order, {row}"),
        }
    }
}

fn amount(seeds: &Seeds) -> String {
    match seeds {
        Seeds::Each(1) => "1 seed in each pit".to_owned(),
        Seeds::Each(n) => format!("{n} seeds in each pit"),
        Seeds::List(numbers) => list(numbers),
    }
}

fn list(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}
