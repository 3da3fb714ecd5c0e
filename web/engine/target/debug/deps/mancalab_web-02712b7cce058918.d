/work/main/web/engine/target/debug/deps/mancalab_web-02712b7cce058918.d: src/lib.rs src/border.rs src/counting.rs src/games.rs src/positions.rs src/request.rs src/thinking.rs Cargo.toml

/work/main/web/engine/target/debug/deps/libmancalab_web-02712b7cce058918.rmeta: src/lib.rs src/border.rs src/counting.rs src/games.rs src/positions.rs src/request.rs src/thinking.rs Cargo.toml

src/lib.rs:
src/border.rs:
src/counting.rs:
src/games.rs:
src/positions.rs:
src/request.rs:
src/thinking.rs:
Cargo.toml:

# env-dep:CLIPPY_ARGS=
# env-dep:CLIPPY_CONF_DIR
