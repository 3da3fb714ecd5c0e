//! The border to Python, the only code that names `pyo3`. Each function here is documentation,
//! conversion, one call, and wrapping; what it means stands in the module it calls.

// The documentation here becomes Python's, which has no use for backticks; arguments come by value
// because that is how they are extracted.
#![allow(clippy::doc_markdown, clippy::needless_pass_by_value)]

mod action;
mod agents;
mod alphabeta;
mod array_pool;
mod batch;
mod build;
mod catalogue;
mod convert;
mod encode;
mod enter;
mod error;
mod fault;
mod masked;
mod mcts;
mod network;
mod outcome;
mod outputs;
mod played;
mod pool;
mod rule_option;
mod rules;
mod series;
mod sharing;
mod solve;
mod state;
mod study;
mod table;
mod table_check;
mod tally;
mod targets;
mod trees;

/// The native part of `mancalab`; import the package instead.
#[pyo3::pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    use super::action::Action;
    #[pymodule_export]
    use super::agents::choose;
    #[pymodule_export]
    use super::alphabeta::{analyse as analyse_alphabeta, choice};
    #[pymodule_export]
    use super::array_pool::ArrayPool;
    #[pymodule_export]
    use super::batch::{Batch, Kept};
    #[pymodule_export]
    use super::build::build_info;
    #[pymodule_export]
    use super::catalogue::{catalogue_game, catalogue_names, rebuild_rules};
    #[pymodule_export]
    use super::convert::described;
    #[pymodule_export]
    use super::encode::{Encoding, observed};
    #[pymodule_export]
    use super::error::{IllegalAction, PositionError, ProofError, RulesError, TableError};
    #[pymodule_export]
    use super::fault::Fault;
    #[pymodule_export]
    use super::masked::{argmax, sample};
    #[pymodule_export]
    use super::mcts::analyse;
    #[pymodule_export]
    use super::network::Judge;
    #[pymodule_export]
    use super::outcome::{Event, Outcome, reasons, sentences};
    #[pymodule_export]
    use super::outputs::Outputs;
    #[pymodule_export]
    use super::played::{prints_after, prints_begun, series_of};
    #[pymodule_export]
    use super::rule_option::{RuleOption, reference};
    #[pymodule_export]
    use super::rules::Rules;
    #[pymodule_export]
    use super::series::{Series, series, series_from_json, series_to_json};
    #[pymodule_export]
    use super::sharing::{TableKeeper, keep_table, table_share};
    #[pymodule_export]
    use super::solve::solve_state;
    #[pymodule_export]
    use super::state::{State, perft, rebuild_state};
    #[pymodule_export]
    use super::study::{play_match, playouts, survey};
    #[pymodule_export]
    use super::table::{Table, build_table, open_table, table_size};
    #[pymodule_export]
    use super::table_check::{check_table, greedy_regret, longest_play};
    #[pymodule_export]
    use super::tally::{Tally, rebuild_tally};
    #[pymodule_export]
    use super::trees::Trees;

    /// The version of the crate and of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
