//! `chainloom call` sends files as parts of a body, also several under one name.

use crate::common::{Project, text};

const SPEC: &str = r#"chainloom: 1
doc: A library.
client: { baseUrl: "https://library.example" }
operations:
  addScans:
    doc: Adds scans.
    post: /scans
    effect: write
    content: multipart
    body:
      scans: { list: file, content: image/png, doc: The scans. }
      cover?: { type: file, doc: The cover. }
    response: string
    examples: [{ request: { scans: [x] }, response: y }]
"#;

#[test]
fn a_list_of_files_is_a_flag_for_each() {
    let project = Project::new();
    project.write("spec/lib.yaml", "chainloom: 1\ndoc: An invented API.\n");
    project.write("spec/library.yaml", SPEC);
    project.write("1.png", "one");
    project.write("2.png", "two");
    let words = ["call", "library.addScans", "--spec", "spec", "--dry-run"];
    let given = ["--scans", "@1.png", "--scans", "@2.png", "--scans", "a text", "--cover", "@1.png"];
    let run = project.run(&[&words[..], &given].concat());
    let said = text(&run.stdout).replace('\r', "");
    for part in [
        "name=\"scans\"; filename=\"1.png\"\nContent-Type: image/png\n\none\n",
        "name=\"scans\"; filename=\"2.png\"\nContent-Type: image/png\n\ntwo\n",
        "name=\"scans\"; filename=\"file\"\nContent-Type: image/png\n\na text\n",
        "name=\"cover\"; filename=\"1.png\"\nContent-Type: application/octet-stream\n\none\n",
    ] {
        assert!(said.contains(part), "{part}\n{said}\n{}", text(&run.stderr));
    }
}
