//! The games that come with the crate, one TOML file each beside this file.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::Rules;
use super::rule_book::RuleBook;

/// Declares the catalogue: the order is that of the tables users see, the rules that the laboratory
/// began with first, then all others by name.
macro_rules! games {
    ($($name:literal),+ $(,)?) => {
        const TEXTS: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("catalogue/", $name, ".toml")))),+];
    };
}

games!(
    "kalah",
    "kalaha-general",
    "kalaha-egyptian",
    "kalaha-ethiopian",
    "kalaha-nigerian",
    "elf",
    "elf-mankala",
    "elf-mankala-home",
    "elf-manbula",
    "pratt",
    "pratt-single-lap",
    "pratt-store",
    "mwambulula",
    "chuba",
    "oware",
    "awari",
    // All others, by name.
    "adidada",
    "altiev",
    "aw-li-on-nam-ot-tjin",
    "awari-ndyuka",
    "bao-ki-arabu",
    "bao-ki-arabu-zanzibar-1",
    "bohnenspiel",
    "boukerourou",
    "chongka",
    "chonka",
    "chungcajon",
    "dongjintian",
    "enindji",
    "fairkalah",
    "foji",
    "fondji",
    "french-wari",
    "halusa",
    "hawalis",
    "hus-damara",
    "i-dogon",
    "jodu",
    "kpo",
    "lab-akila",
    "mangala-suez",
    "mangala-turkey",
    "mankala",
    "meusueb",
    "moruba",
    "muvalavala-quioco",
    "nchayo",
    "ngolo",
    "njombwa-one-counter",
    "njombwa-two-counters",
    "nsumbi",
    "ntyenge",
    "obridje",
    "owela-benguela",
    "pachgarhwa",
    "shono",
    "tsoro",
    "tsoro-reentered",
    "um-el-bagara",
    "um-el-bil",
    "um-el-tuweisat",
    "unnee-tugalluulax",
    "uril",
    "waache-waledat",
    "waurie",
    "woli",
    "yovodi",
    "yovodji",
);

static GAMES: LazyLock<Vec<Rules>> = LazyLock::new(|| {
    let read =
        |(_, text): &(&str, &str)| Rules::from_toml(text).unwrap_or_else(|error| panic!("{error}"));
    TEXTS.iter().map(read).collect()
});

/// The rule books by the names of their games. They are read apart from the games, because a game
/// cannot be read without the rule book that it shares.
static BOOKS: LazyLock<BTreeMap<&str, RuleBook>> =
    LazyLock::new(|| TEXTS.iter().map(|(name, text)| (*name, RuleBook::read(text))).collect());

/// The rule book of the game of that name.
pub(super) fn book(name: &str) -> Option<&'static RuleBook> {
    if name.is_empty() { None } else { BOOKS.get(name) }
}

/// The names of the games, in order.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|(name, _)| *name)
}

/// All games of the catalogue, in order.
///
/// # Panics
/// Never: a test reads every file.
#[must_use]
pub fn games() -> &'static [Rules] {
    &GAMES
}

/// The game of that name or alias.
#[must_use]
pub fn find(name: &str) -> Option<&'static Rules> {
    let named =
        |rules: &&Rules| rules.name == name || rules.aliases.iter().any(|alias| alias == name);
    games().iter().find(named)
}
