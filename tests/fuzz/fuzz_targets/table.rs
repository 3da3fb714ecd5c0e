#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| mancalab_fuzz::bodies::table(data));
