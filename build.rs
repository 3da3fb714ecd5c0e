//! Lists the games of the catalogue: every TOML file in `src/rules/catalogue` is one.

use std::path::Path;
use std::{env, fs, io};

const FOLDER: &str = "src/rules/catalogue";

/// The rules that the laboratory began with; all others follow by name.
const FIRST: [&str; 16] = [
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
];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed={FOLDER}");
    println!("cargo::rerun-if-changed=build.rs");
    let mut others = Vec::new();
    for file in fs::read_dir(FOLDER)? {
        let path = file?.path();
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        let is_game = path.extension().is_some_and(|end| end == "toml");
        if is_game && !FIRST.contains(&name.as_str()) {
            others.push(name);
        }
    }
    others.sort();
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join(FOLDER);
    let entry = |name: &str| {
        let path = folder.join(format!("{name}.toml")).to_string_lossy().into_owned();
        format!("Entry::new({name:?}, include_str!({path:?})),\n")
    };
    let entries: String =
        FIRST.into_iter().chain(others.iter().map(String::as_str)).map(entry).collect();
    let count = FIRST.len() + others.len();
    let list = format!("static ENTRIES: [Entry; {count}] = [\n{entries}];\n");
    fs::write(Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("catalogue.rs"), list)
}
