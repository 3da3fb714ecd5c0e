#!/bin/sh
# Instructions a move of random play, counted in an emulator, so that the numbers do not hang on the machine: what lanes
# execute beside their limit kernel at the levels of x86-64 that the emulator knows, and for ARM (NEON) where
# tests/arm.sh can compile for it. Run on x86-64. Names of games as arguments; without, those that have a limit kernel.
# Needs qemu-user, of a version before 9 (its plugins of version 1), and a C compiler.
#
# Of two runs, one with twice the games of the other, the difference is counted: what a program does before and after
# its games falls out.
set -eu
cd "$(dirname "$0")/../.."
out=target/instructions
mkdir -p $out
cc -O1 -fPIC -shared -o $out/count.so tests/bench/instructions.c

# The newest benchmark of this name in a folder of builds.
newest() {
    # shellcheck disable=SC2012
    ls -t "$1"/engine-* | grep -v '\.d$' | head -n 1
}
cargo bench --locked --quiet --bench engine --no-run
here=$(newest target/release/deps)
there=
if tests/arm.sh bench --bench engine --no-run; then
    there=$(newest target/arm/aarch64-unknown-linux-gnu/release/deps)
fi

# EMULATOR PROGRAM GAME LEVEL [KIND]: instructions a move.
rate() {
    emulator=$1
    shift
    program=$1 game=$2 level=$3 kind=${4-}
    for games in 2000 4000; do
        # shellcheck disable=SC2086
        $emulator -plugin $out/count.so "$program" count "$game" "$level" $games $kind 2>&1 || exit 1
    done | awk '
        $1 == "plies" { plies[++p] = $2 }
        $1 == "instructions" { done[++i] = $2 }
        END {
            if (p < 2 || i < 2) exit 1
            printf "%.2f", (done[2] - done[1]) / (plies[2] - plies[1])
        }'
}

printf '%-18s%-10s%8s%8s\n' game level lanes limit
# One line: EMULATOR PROGRAM GAME LEVEL.
line() {
    lanes=$(rate "$@") || { echo "$3 at level $4 could not be counted" >&2; exit 1; }
    limit=$(rate "$@" limit) || limit=-
    printf '%-18s%-10s%8s%8s\n' "$3" "$4" "$lanes" "$limit"
}
[ $# -gt 0 ] || set -- kalah bao-ki-arabu
for game; do
    line "qemu-x86_64 -cpu max" "$here" "$game" baseline
    line "qemu-x86_64 -cpu max" "$here" "$game" avx2
    [ -z "$there" ] || line "qemu-aarch64 -L /usr/aarch64-linux-gnu" "$there" "$game" neon
done
