#!/bin/sh
# Compiles the engine of the web page for WebAssembly, with whichever compiler is there:
#
#   rustup   rustup target add wasm32-unknown-unknown
#   Debian   apt-get install --no-install-recommends rustc-web cargo-web rust-web-src lld
#            (rustc-web is newer than Debian's rustc, where apt-get update knows of it: 1.88 is needed. It has no
#            library for this target, so that is compiled along from rust-web-src, which takes some minutes
#            the first time)
set -eu
cd "$(dirname "$0")/engine"
target=wasm32-unknown-unknown
build="build --quiet --locked --release --target $target --target-dir ../../target/web"

if [ -d "$(rustc --print sysroot 2> /dev/null)/lib/rustlib/$target" ]; then
    # shellcheck disable=SC2086
    exec cargo $build
fi
if [ -d "$(/usr/bin/rustc --print sysroot 2> /dev/null)/lib/rustlib/src/rust/library/std" ] \
    && command -v wasm-ld > /dev/null; then
    # -Zbuild-std is for nightly compilers; this variable allows it in a released one.
    export RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld
    # shellcheck disable=SC2086
    exec /usr/bin/cargo $build -Zbuild-std=std,panic_abort
fi
echo "No Rust compiler for WebAssembly is installed. Either of these installs one:" >&2
sed -n 's/^#   \(rustup\|Debian\)/  \1/p' ../compile.sh >&2
exit 3
