//! What is captured when the sowing is over, in words.

use super::explain::say;
use super::explain_pits::{row_word, the_pits};
use super::words::amount;
use super::{After, Counts, DropTaker, Rules, Whose};

impl Rules {
    pub(super) fn say_after(&self, said: &mut Vec<(String, String)>) {
        if self.after.is_on() {
            say(said, "after.counts", in_words(&self.after));
        }
    }
}

/// "When the last lap is over, the player takes the seeds of every pit that holds 2, 4 or 6 seeds."
fn in_words(after: &After) -> String {
    let ended_at = &after.ended_at;
    let also = if ended_at.is_asked() {
        format!(", or in the player's own {}", the_pits(ended_at))
    } else {
        String::new()
    };
    let when = match after.ended {
        Whose::Any => "When the last lap is over".to_owned(),
        Whose::Own => "When the last lap has ended in a pit of the player's own".to_owned(),
        Whose::Other => format!("When the last lap has ended in a pit of the other player{also}"),
    };
    let row = row_word(after.row);
    let whose = match after.side {
        Whose::Any => "",
        Whose::Own => " of the player's own",
        Whose::Other => " of the other player",
    };
    let at =
        if after.at.is_asked() { format!(" ({})", the_pits(&after.at)) } else { String::new() };
    let sown = if after.sown { " in which a seed of the action fell and" } else { "" };
    let holds = match &after.counts {
        Counts::Occupied => "holds seeds".to_owned(),
        counts => format!("now holds {}", amount(counts)),
    };
    let pit = format!("every {row}pit{whose}{at}{sown} that {holds}");
    match after.to {
        DropTaker::Owner => format!("{when}, the seeds of {pit} go to the pit's owner."),
        DropTaker::Mover => format!("{when}, the player takes the seeds of {pit}."),
    }
}
