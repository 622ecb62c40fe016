#!/bin/sh
# Times the compiler (user and system seconds) over 200 records of ten members, with serde derive and in
# the shape of generated code: check, build, build --release. Dependencies are built first and not counted.
# Needs a shell with GNU time; run it from the root of the repository. CARGO_TARGET_DIR may be set.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$(pwd)
cargo build --quiet -p json-spike --bin gen
for form in derive ours; do
    mkdir -p "$work/$form/src"
    "${CARGO_TARGET_DIR:-target}/debug/gen" "$form" 200 > "$work/$form/src/lib.rs"
    cp Cargo.lock "$work/$form/Cargo.lock"
    cat > "$work/$form/Cargo.toml" <<TOML
[package]
name = "many-$form"
version = "0.0.0"
edition = "2024"
[workspace]
[dependencies]
chainloom-runtime = { path = "$root/runtime", default-features = false }
serde = { version = "1", features = ["derive"] }
serde_json = "1"
[profile.dev]
debug = "line-tables-only"
TOML
done
for mode in "check" "build" "build --release"; do
    for form in derive ours derive ours derive ours; do
        cd "$work/$form"
        export CARGO_TARGET_DIR="$work/target"
        cargo $mode --quiet --offline 2>/dev/null
        touch src/lib.rs
        # shellcheck disable=SC2086
        printf '%s %s: ' "$form" "$mode"
        /usr/bin/time -f '%U + %S s' cargo $mode --quiet --offline
    done
done
