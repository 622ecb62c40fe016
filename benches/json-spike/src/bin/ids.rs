//! Times the parts of reading a validator that serde derive with strings does not do.
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let id = "2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM";
    let short = "5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD";
    let long = "P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5";
    let hex = format!("\"0x{}\"", "8f".repeat(96));
    run("id of 32 bytes", &|| drop(black_box(chainloom_forms::base58check::parse::<32>(black_box(id), ""))));
    run("id of 20 bytes", &|| drop(black_box(chainloom_forms::base58check::parse::<20>(black_box(short), ""))));
    let optional = chainloom_runtime::schema::Presence::Optional;
    run("bech32", &|| {
        drop(black_box(chainloom_runtime::__private::bech32::check(black_box(long), 20, optional, true)))
    });
    run("bech32, the form only", &|| {
        drop(black_box(chainloom_runtime::__private::bech32::form(black_box(long), 20, optional, true)))
    });
    run("96 bytes of hex", &|| {
        drop(black_box(chainloom_runtime::__private::from_slice::<chainloom_runtime::FixedBytes<96>>(
            chainloom_runtime::schema::Type::Text,
            black_box(hex.as_bytes()),
        )))
    });
    run("float", &|| {
        drop(black_box(chainloom_runtime::__private::from_slice::<chainloom_runtime::Decimal>(
            chainloom_runtime::schema::Type::Text,
            black_box(b"\"2.0000000000000000\""),
        )))
    });
}

/// Shows the best of five: what disturbs a run only makes it longer.
fn run(name: &str, work: &dyn Fn()) {
    let time = || {
        let start = Instant::now();
        (0..100_000).for_each(|_| work());
        start.elapsed().as_nanos() / 100_000
    };
    println!("{name}: {} ns", (0..5).map(|_| time()).min().unwrap_or_default());
}
