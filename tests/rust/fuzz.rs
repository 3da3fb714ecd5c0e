//! The inputs kept for the fuzzer, played again; `tests/fuzz` has the fuzzer itself.

use std::fs;
use std::path::Path;

use crate::fuzz_bodies::TARGETS;

#[test]
fn inputs_that_were_kept_do_no_harm() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus");
    for (name, body) in TARGETS {
        let folder = fs::read_dir(corpus.join(name)).expect("a folder for each target");
        let files: Vec<_> = folder.map(|file| file.expect("a file").path()).collect();
        assert!(files.len() >= 3, "{name}: {} inputs", files.len());
        for file in files {
            body(&fs::read(&file).expect("a file that can be read"));
        }
    }
}
