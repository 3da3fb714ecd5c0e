#!/bin/sh
# The tests that show "same games, bit for bit", compiled for ARM (aarch64 Linux) and run in an emulator, on any
# machine that is no ARM itself. With arguments: cargo with these, for ARM. What is needed:
#
#   rustup   rustup target add aarch64-unknown-linux-gnu
#            apt-get install --no-install-recommends gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
#   Debian   apt-get install --no-install-recommends rustc-web cargo-web rust-web-src
#            apt-get install --no-install-recommends gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
#            (rustc-web is newer than Debian's rustc, where apt-get update knows of it: 1.88 is needed. It has no
#            library for this target, so that is compiled along from rust-web-src, which takes some minutes
#            the first time)
set -eu
cd "$(dirname "$0")/.."
target=aarch64-unknown-linux-gnu

if [ "$(uname -m)" = aarch64 ]; then
    echo "This machine is an ARM itself: the usual tests are those of ARM." >&2
    exit 0
fi
library() { [ -d "$("$1" --print sysroot 2> /dev/null)/lib/rustlib/$2" ]; }
cargo=
if library rustc $target; then
    cargo=cargo along=
elif library /usr/bin/rustc src/rust/library/std; then
    # -Zbuild-std is for nightly compilers; this variable allows it in a released one.
    export RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc
    cargo=/usr/bin/cargo along=-Zbuild-std=std,panic_unwind # tests catch panics
fi
if [ -z "$cargo" ] || ! command -v aarch64-linux-gnu-gcc > /dev/null \
    || ! command -v qemu-aarch64 > /dev/null || [ ! -e /usr/aarch64-linux-gnu/lib/crt1.o ]; then
    echo "A compiler for ARM, its C library or the emulator is missing. Either of these installs them:" >&2
    sed -n 's/^#   \(rustup\|Debian\|       *apt\)/  \1/p' tests/arm.sh >&2
    exit 3
fi
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu"

arm() {
    first=$1
    shift
    # shellcheck disable=SC2086
    "$cargo" "$first" --locked --quiet --target $target --target-dir target/arm $along "$@"
}

if [ $# -gt 0 ]; then
    arm "$@"
    exit
fi
# The engine as it is shipped, in vectors: no checks of overflow, which the usual tests have, and nothing for
# debuggers. One binary, as each compiles the engine anew.
export CARGO_PROFILE_TEST_OPT_LEVEL=3 CARGO_PROFILE_TEST_DEBUG=0
export CARGO_PROFILE_TEST_DEBUG_ASSERTIONS=false CARGO_PROFILE_TEST_OVERFLOW_CHECKS=false
# Few cases, as the emulator is slow and the usual tests draw many: lanes beside the reference engine in games of
# the catalogue and in drawn ones, two rows beside it, counts of other programs, and the numbers of every processor.
export PROPTEST_CASES=8
arm test --test all -- same_numbers:: perft:: two_rows:: first_laps:: drops:: stored::
