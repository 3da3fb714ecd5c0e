#!/bin/sh
# Instructions a move of random play, counted in an emulator, so that the numbers are the same on any machine: what
# lanes execute beside their limit kernel at each level of x86-64, and for ARM (NEON) where tests/arm.sh can compile
# for it. Names of games as arguments; without, those that have a limit kernel. Needs qemu-user and a C compiler.
#
# Of two runs, one with twice the games of the other, the difference is counted: what a program does before and after
# its games falls out.
set -eu
cd "$(dirname "$0")/../.."
out=target/instructions
mkdir -p $out
cc -O1 -fPIC -shared -o $out/count.so tests/bench/instructions.c

# The executable that cargo names when it builds a benchmark only.
built() { sed -n 's/.*(\(target[^)]*\/count-[0-9a-f]*\)).*/\1/p'; }
here=$(cargo bench --locked --bench count --no-run 2>&1 | built)
there=
if [ "$(uname -m)" != aarch64 ]; then
    there=$(tests/arm.sh bench --bench count --no-run 2>&1 | sed 's/^ *//' | built) || there=
    [ -n "$there" ] || there=$(find target/arm/aarch64-unknown-linux-gnu/release/deps -name 'count-*' -perm -u+x 2> /dev/null | head -n 1)
fi

# EMULATOR PROGRAM GAME LEVEL KIND: instructions a move, with two decimals.
rate() {
    one=$($1 -plugin $out/count.so "$2" "$3" "$4" 2000 $5 2>&1)
    two=$($1 -plugin $out/count.so "$2" "$3" "$4" 4000 $5 2>&1)
    printf '%s\n%s\n' "$one" "$two" | awk '
        $1 == "plies" { plies[++p] = $2 }
        $1 == "instructions" { done[++i] = $2 }
        END { printf "%8.2f", (done[2] - done[1]) / (plies[2] - plies[1]) }'
}

printf '%-18s%-10s%8s%8s\n' game level lanes limit
for game in "${@:-kalah bao-ki-arabu}"; do
    for one in $game; do
        for level in baseline avx2; do
            emulator="qemu-x86_64 -cpu max"
            printf '%-18s%-10s%s%s\n' "$one" $level "$(rate "$emulator" "$here" "$one" $level "")" \
                "$(rate "$emulator" "$here" "$one" $level limit)"
        done
        [ -z "$there" ] || printf '%-18s%-10s%s%s\n' "$one" neon \
            "$(rate "qemu-aarch64 -L /usr/aarch64-linux-gnu" "$there" "$one" neon "")" \
            "$(rate "qemu-aarch64 -L /usr/aarch64-linux-gnu" "$there" "$one" neon limit)"
    done
done
