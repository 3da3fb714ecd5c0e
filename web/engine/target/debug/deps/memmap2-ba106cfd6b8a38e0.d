/work/main/web/engine/target/debug/deps/memmap2-ba106cfd6b8a38e0.d: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/memmap2-0.9.12/src/lib.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/memmap2-0.9.12/src/unix.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/memmap2-0.9.12/src/advice.rs

/work/main/web/engine/target/debug/deps/libmemmap2-ba106cfd6b8a38e0.rmeta: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/memmap2-0.9.12/src/lib.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/memmap2-0.9.12/src/unix.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/memmap2-0.9.12/src/advice.rs

/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/memmap2-0.9.12/src/lib.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/memmap2-0.9.12/src/unix.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/memmap2-0.9.12/src/advice.rs:
