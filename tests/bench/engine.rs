//! x
use mancalab::{
    agents::Simple,
    plan::Plan,
    rules::catalogue,
    study::{Opening, Run, play_match},
};
use std::sync::Arc;
use std::time::Instant;
fn main() {
    for rules in catalogue::games() {
        let plan = Arc::new(Plan::new(rules.clone()).unwrap());
        let opening = Opening::standard(&plan);
        let games = if rules.name == "chuba" { 2000 } else { 30000 };
        let go =
            || play_match([&Simple::Random; 2], &opening, 0..games, 1, &Run::default()).unwrap();
        let t = Instant::now();
        let tally = go();
        let s = t.elapsed().as_secs_f64();
        println!(
            "{:20} {:8.2} M/s  plies/game {:.1} {:?}",
            rules.name,
            tally.plies as f64 / s / 1e6,
            tally.plies as f64 / games as f64,
            tally.results
        );
    }
}
