//! What makes a choice of the number of seeds that are sown playable.

use super::check::Faults;
use super::{
    Block, Choose, Feeding, GrandSlam, Landing, LastPit, Lone, ReserveEntry, Rest, Rules, Singles,
    Unplayed,
};

impl Rules {
    /// A pit is played whatever number is chosen then: nothing that is asked of the pit may hang on what its seeds
    /// would do, and a turn has no other action of its own.
    pub(super) fn check_up_to(&self, faults: &mut Faults) {
        let moves = &self.moves;
        faults.in_range("moves.up_to", moves.up_to);
        faults.in_range("moves.stay", moves.stay);
        if moves.up_to <= 0 {
            let needs = "needs moves.up_to of 1 or more";
            return faults.unless(moves.stay <= 0, "moves.stay", moves.stay, needs);
        }
        let allowed = format!(
            "of every pit that may be played a seed must be left to sow: needs moves.least of {} or more",
            moves.stay + 1
        );
        faults.unless(moves.stay < moves.least, "moves.stay", moves.stay, &allowed);
        let mut needs = |fine, why| faults.unless(fine, "moves.up_to", moves.up_to, why);
        needs(!self.sows_two_ways(), "needs one direction of sowing");
        needs(moves.lone == Lone::Anywhere, "needs moves.lone = \"anywhere\"");
        needs(moves.last_pit == LastPit::Free, "needs moves.last_pit = \"free\"");
        needs(!self.opening.is_played(), "needs opening.turns = 0");
        needs(self.play.is_empty(), "needs a game without [[play]]");
        let plain = self.setup.unplayed == Unplayed::None
            && !self.setup.houses.is_asked()
            && !self.setup.closed.is_asked();
        needs(
            plain,
            "pits that change when they are played are emptied: needs setup.unplayed = \"none\", and neither setup.houses nor setup.closed",
        );
        self.check_numbers_said("moves.up_to", moves.up_to, faults);
    }

    /// Seeds of which players say how many they sow, out of a pit or out of the store.
    pub(super) fn check_numbers_said(&self, field: &str, most: i64, faults: &mut Faults) {
        let moves = &self.moves;
        let mut needs = |fine, why| faults.unless(fine, field, most, why);
        needs(
            !self.numbers_both(),
            "the pits must be the player's own: needs moves.symmetric = false, moves.numbered = \"own\", and rounds.short other than \"owned\"",
        );
        needs(moves.singles == Singles::Never, "needs moves.singles = \"never\"");
        needs(moves.rest == Rest::Never, "needs moves.rest = \"never\"");
        needs(moves.feeding == Feeding::None, "needs moves.feeding = \"none\"");
        needs(moves.reserve == ReserveEntry::None, "needs moves.reserve = \"none\"");
        needs(self.turn.block == Block::None, "needs turn.block = \"none\"");
        needs(!self.asks_lifted(), "cannot be combined with an entry that asks for lifted seeds");
        let forbids = |entry: &Landing| entry.takes() && entry.grand_slam == GrandSlam::Forbidden;
        needs(!self.landing.iter().any(forbids), "needs no entry with grand_slam = \"forbidden\"");
        let chooses = self.may_stop()
            || self.choose_ends()
            || self.chooses(Choose::AnotherFile)
            || self.chooses(Choose::Pits)
            || self.laps.turn_at.is_asked()
            || self.laps.again_at.is_asked();
        needs(
            !chooses,
            "needs no other choice in a turn: neither laps.turn_at, laps.again_at nor an entry with choose, then = \"relay_or_end\" or \"relay_or_take\", or reentry = \"chosen_end\"",
        );
    }
}
