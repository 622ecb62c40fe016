//! Many renamed items are paired in a time that grows with the number of pairs.

use std::time::{Duration, Instant};

use chainloom_codegen::read_source;
use chainloom_diff::{Side, Sort, compare};

/// Maximum duration; counting the items of a kind for each pair took several times as long.
const MAX_DURATION: Duration = Duration::from_secs(8);

fn side(prefix: &str) -> Side {
    let members: Vec<String> =
        (0..1_000).map(|at| format!("\"{prefix}{at}?\": {{ type: string, doc: Number {at}. }}")).collect();
    let text = format!(
        "chainloom: 1\ndoc: A.\nclient: {{ baseUrl: \"http://x.example\" }}\nallow: [no-doc, no-example]\n\
         types: {{ T: {{ doc: T., fields: {{ {} }} }} }}\n\
         operations:\n  getA: {{ doc: G., get: /a, response: T }}\n",
        members.join(", ")
    );
    Side::read(&[read_source("spec", "a.yaml", text.into_bytes()).unwrap()], &[]).unwrap()
}

#[test]
fn a_thousand_renamed_members_are_paired() {
    let sides = [side("old"), side("new")];
    let begun = Instant::now();
    let changes = compare(&sides[0], &sides[1]).changes;
    assert_eq!(changes.iter().filter(|change| change.sort == Sort::Renamed).count(), 1_000);
    assert!(begun.elapsed() < MAX_DURATION, "{:?}", begun.elapsed());
}
