//! A spec may have the values that the table of forms says, which are those that clients read and
//! send.

use std::collections::HashSet;
use std::fmt::Write as _;

use chainloom_codegen::read_source;
use chainloom_codegen::understand;

const TABLE: &str = include_str!("../../../crates/forms/tests/table.txt");

struct Section {
    scalar: &'static str,
    /// Verdict and value.
    rows: Vec<(&'static str, &'static str)>,
}

fn sections() -> Vec<Section> {
    let mut sections = Vec::new();
    for line in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(head) = line.strip_prefix("= ") {
            sections.push(Section { scalar: head.split_once(": ").unwrap().1, rows: Vec::new() });
        } else if let Some(section) = sections.last_mut() {
            let (verdict, rest) = line.split_once(' ').unwrap();
            section.rows.push((verdict, rest.split_once(' ').unwrap().1));
        }
    }
    sections
}

/// Returns the rows whose value is accepted. `place` writes each value on a separate line.
fn taken(section: &Section, before: &str, place: &dyn Fn(usize, &str) -> String) -> HashSet<usize> {
    let scalar = section.scalar;
    let mut text =
        format!("chainloom: 1\nclient: {{ baseUrl: \"https://a.example\" }}\nscalars: {{ A: {scalar} }}\n{before}\n");
    let first = text.lines().count() + 1;
    for (at, (_, value)) in section.rows.iter().enumerate() {
        writeln!(text, "{}", place(at, value)).unwrap();
    }
    let sources = [read_source("", "a.yaml", text.into_bytes()).unwrap()];
    let refused: HashSet<usize> = match understand(&sources, &[]) {
        Ok(_) => HashSet::new(),
        Err(found) => found.iter().map(|problem| problem.span.line).collect(),
    };
    assert!(refused.iter().all(|line| *line >= first), "{scalar}: {refused:?}");
    (0..section.rows.len()).filter(|at| !refused.contains(&(first + at))).collect()
}

#[test]
fn a_spec_may_have_what_is_sent_and_answered() {
    let head = "operations:\n  get:\n    get: /a\n";
    for section in sections() {
        let before = format!("{head}    response: string\n    query:");
        let sent = taken(&section, &before, &|at, value| format!("      p{at}?: {{ type: A, default: {value} }}"));
        let before = format!("{head}    response: [A]\n    examples:");
        let answered =
            taken(&section, &before, &|_, value| format!("      - {{ request: {{}}, response: [{value}] }}"));
        let before = format!("{head}    response: string\n    query: {{ p?: A }}\n    examples:");
        let request =
            taken(&section, &before, &|_, value| format!("      - {{ request: {{ p: {value} }}, response: a }}"));
        assert_eq!(sent, request, "{}", section.scalar);
        for (at, row) in section.rows.iter().enumerate() {
            assert_eq!(sent.contains(&at), row.0 == "sent", "{} {row:?}", section.scalar);
            assert_eq!(answered.contains(&at), matches!(row.0, "sent" | "answered"), "{} {row:?}", section.scalar);
        }
    }
}
