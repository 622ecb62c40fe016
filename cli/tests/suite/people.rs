//! Results on a terminal: numbers, amounts, dates, columns and colours. Output to a pipe stays as it was sent.

use chainloom_bounded::Bounded as _;

use std::process::Command;
use std::time::Duration;

use chainloom_codegen::read_sources;
use chainloom_sandbox::Sandbox;

use crate::calling::Server;
use crate::common::{OnTerminal, Project, run_on_terminal, text};
use crate::served::serve;

const SPEC: &str = r#"
chainloom: 1
doc: A harbour.
client: { baseUrl: "{url}", vars: { url: { doc: Where it is. } } }
service: harbour
allow: [no-example, small-number]
scalars:
  Address: { text: hex, bytes: 20, doc: Address. }
  Big: { text: quantity, rust: U256, doc: A number. }
  Time: { number: seconds, doc: UNIX time. }
  Stay: { number: duration-seconds, doc: Duration. }
types:
  Berth:
    doc: A berth.
    fields:
      logo?: { type: string, doc: URL of a picture. }
      detail?: { map: string, doc: More. }
      pier: { type: string, doc: Name of the pier. }
      owner: { type: Address, doc: Owner. }
      deposit: { type: Big, unit: nTOK, doc: Deposit. }
      number: { type: Big, doc: Number. }
      since: { type: Time, doc: Begin. }
      stay: { type: Stay, doc: Duration. }
      tax: { type: uint8, unit: percent, doc: Tax. }
      words?: { type: string, doc: What was said. }
      toll: { type: Big, amount: { decimals: coin.places, symbol: coin.symbol }, doc: Toll. }
      debt: { type: Big, amount: { decimals: coin.places }, doc: Debt. }
      fee: { type: Big, amount: { decimals: other.places, symbol: other.symbol }, doc: Fee. }
      rope: { type: Big, unit: span, doc: Rope. }
      coin: { type: Coin, doc: Coin of the toll. }
      other?: { type: Coin, doc: Coin of the fee. }
  Coin: { doc: Coin., fields: { places: { type: integer, doc: Places. }, symbol: { type: string, doc: Symbol. } } }
  Page: { doc: Berths., fields: { berths: { list: Berth, doc: Berths. }, "next?": { type: string, doc: Token. } } }
operations:
  berth: { doc: Returns a berth., get: /berth, response: Berth }
  income: { doc: Returns the income., get: /income, response: { type: Big, unit: nTOK } }
  incomes: { doc: Returns the incomes of the days., get: /incomes, response: { list: Big, unit: span } }
  stays: { doc: Streams berths., get: /stays, lines: { type: Berth, mediaType: application/json } }
  berths:
    doc: Lists berths.
    get: /berths
    query: { "token?": { type: string, doc: Token. } }
    response: Page
    paginate: { items: berths, next: next, into: token }
"#;

const OWNER: &str = "0x71c7656ec7ab88b098defb751b7401b5f6d8976f";

fn berth() -> serde_json::Value {
    serde_json::json!({
        "logo": "https://harbour.example/a/long/path/of/a/picture.png",
        "detail": { "depth": "9 m", "length": "200 m" },
        "pier": "North",
        "owner": OWNER,
        "deposit": "0x59682f00",
        "number": "0xffffffffffffffffffffffffffffffff",
        "since": 1_712_178_554,
        "stay": 90,
        "tax": 5,
        "toll": "0x1e8480",
        "debt": "12",
        "fee": "0x10",
        "rope": "30",
        "coin": { "places": 6, "symbol": "USDC" },
        "words": "a text that is longer than any column of a table on this terminal can be at all",
    })
}

/// Returns the berth with its own owner, deposit and URL.
fn numbered(number: u8) -> serde_json::Value {
    let mut berth = berth();
    berth["owner"] = format!("{}{number}", &OWNER[..41]).into();
    berth["deposit"] = format!("0x{number}9682f00").into();
    berth["logo"] = format!("https://harbour.example/a/long/path/of/a/picture{number}.png").into();
    berth
}

/// Creates a project with the spec, and a server for it.
fn harbour() -> (Project, String) {
    let project = Project::new();
    project.write("spec/harbour.yaml", SPEC);
    project.write("spec/lib.yaml", "chainloom: 1\nunits: { span: { symbol: ROD, decimals: 1 } }\n");
    let url = serve(|head| {
        let body = match head.split(' ').nth(1).unwrap_or_default() {
            "/berth" => berth(),
            "/income" => "0x59682f00".into(),
            "/incomes" => serde_json::json!(["0x1e", "0x23"]),
            "/stays" => return (200, String::new(), format!("{}\n{}\n", berth(), berth())),
            "/berths" => serde_json::json!({ "berths": [numbered(1), numbered(2)], "next": "b" }),
            _ => serde_json::json!({ "berths": [numbered(3)] }),
        };
        (200, String::new(), body.to_string())
    });
    (project, url)
}

fn command((project, url): &(Project, String), words: &[&str]) -> Command {
    let words = [words, &["--spec", "spec", "--url", url]].concat();
    project.plain_command(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
}

fn piped(harbour: &(Project, String), words: &[&str]) -> String {
    let output = command(harbour, words).bounded_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// Runs a command whose stdout is a terminal of 80 columns, and returns its stdout and its stderr.
fn on_terminal(command: &mut Command) -> (String, String) {
    let output = run_on_terminal(command.env("COLUMNS", "80"), OnTerminal::Stdout);
    assert!(output.status.success(), "{}", output.pipe);
    (output.terminal, output.pipe)
}

#[test]
fn values_are_written_for_people_on_a_terminal_alone() {
    let harbour = harbour();
    let (table, said) = on_terminal(&mut command(&harbour, &["call", "berth"]));
    for line in [
        "pier     North",
        &format!("owner    {OWNER}"),
        "deposit  1.5 TOK",
        "toll     2 USDC",
        "debt     0.000012",
        "fee      16",
        "rope     3 ROD",
        "number   340282366920938463463374607431768211455",
        "since    2024-04-03T21:09:14Z",
        "stay     90 s",
        "tax      5 %",
    ] {
        assert!(table.lines().any(|shown| shown == line), "{line:?} in\n{table}");
    }
    assert_eq!(said, "");
    let table = piped(&harbour, &["call", "berth", "--output", "table"]);
    assert!(table.contains("deposit  0x59682f00\n") && table.contains("since    1712178554\n"), "{table}");
    assert_eq!(piped(&harbour, &["call", "berth"]), format!("{:#}\n", berth()));
}

#[test]
fn a_result_has_the_unit_that_the_spec_states() {
    let harbour = harbour();
    assert_eq!(on_terminal(&mut command(&harbour, &["call", "income"])).0, "1.5 TOK\n");
    assert_eq!(on_terminal(&mut command(&harbour, &["call", "incomes"])).0, "3 ROD\n3.5 ROD\n");
    assert_eq!(piped(&harbour, &["call", "income"]), "\"0x59682f00\"\n");
    let words = ["describe", "incomes", "--spec", "spec"].map(str::to_owned);
    let description = text(&harbour.0.plain_command(&words).bounded_output().unwrap().stdout);
    assert!(description.contains("Unit of the result: span, 10^-1 ROD."), "{description}");
}

const PIERS: &str = r#"
chainloom: 1
doc: Piers.
use: { harbour: [Berth] }
service: piers
allow: [no-example, small-number]
effect: read
rpc: { params: positional }
endpoint: /rpc
websocket: /ws
subscribe: { call: begin, cancel: end, notify: news }
operations: { count: { doc: Returns the number of piers., method: count, result: uint32 } }
subscriptions:
  arrivals: { doc: Berths that are taken., item: Berth }
  names: { doc: Names of piers., item: string }
"#;

#[test]
fn events_are_written_for_people_on_a_terminal_alone() {
    let project = Project::new();
    project.write("spec/harbour.yaml", SPEC);
    project.write("spec/harbour/piers.yaml", PIERS);
    let files = [("harbour.yaml", SPEC), ("harbour/piers.yaml", PIERS)];
    let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    let spec = read_sources("spec", files.to_vec()).unwrap();
    let server = Server::start(Sandbox::builder().spec(spec).events_every(Duration::from_millis(20)));
    let harbour = (project, server.sandbox.url());
    let (rows, said) = on_terminal(&mut command(&harbour, &["subscribe", "arrivals", "--limit", "2"]));
    assert_eq!(said, "");
    let lines: Vec<&str> = rows.lines().collect();
    assert!(lines.len() == 4 && lines[0].contains("more with --wide") && lines[1].starts_with("since "), "{rows}");
    assert!(lines[2..].iter().all(|line| line[..20].ends_with('Z')), "{rows}");
    let wide = ["subscribe", "arrivals", "--limit", "2", "--wide"];
    let (events, said) = on_terminal(&mut command(&harbour, &wide));
    assert_eq!(said, "");
    let of = |name: &str, end: &str| {
        let of_member = events.lines().filter(|line| line.starts_with(name));
        of_member.filter(|line| line.ends_with(end)).count()
    };
    assert_eq!(
        (of("deposit ", " TOK"), of("stay ", " s"), of("since ", "Z"), of("tax ", " %")),
        (2, 2, 2, 2),
        "{events}"
    );
    assert_eq!(events.split("\n\n").filter(|event| event.contains("pier ")).count(), 2, "{events}");
    let (json, _) = on_terminal(&mut command(&harbour, &["subscribe", "arrivals", "--limit", "2", "--json"]));
    assert!(json.lines().count() == 2 && json.lines().all(|line| line.starts_with('{')), "{json}");
    let (names, _) = on_terminal(&mut command(&harbour, &["subscribe", "names", "--limit", "2"]));
    assert!(names.lines().count() == 2 && !names.contains('"'), "{names}");
    let lines = piped(&harbour, &["subscribe", "arrivals", "--limit", "2"]);
    assert!(lines.lines().count() == 2 && lines.lines().all(|line| line.starts_with('{')), "{lines}");
}

#[test]
fn lines_are_written_for_people_on_a_terminal_alone() {
    let harbour = harbour();
    let (stays, said) = on_terminal(&mut command(&harbour, &["call", "stays", "--wide"]));
    assert_eq!((stays.matches("deposit  1.5 TOK\n").count(), stays.matches("\n\nlogo ").count()), (2, 1), "{stays}");
    assert_eq!(said, "");
    assert_eq!(piped(&harbour, &["call", "stays"]), format!("{}\n{}\n", berth(), berth()));
}

#[test]
fn important_columns_come_first_and_the_others_are_asked_for() {
    let harbour = harbour();
    let (table, said) = on_terminal(&mut command(&harbour, &["call", "berths", "--all"]));
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!(names[..2], ["owner", "deposit"], "what tells the rows apart, then amounts:\n{table}");
    assert!(!names.contains(&"logo"), "{table}");
    assert!(table.contains(&OWNER[..41]) && table.contains("0.426258176 TOK"), "{table}");
    assert!(names.contains(&"detail.depth"), "members of small objects are columns:\n{table}");
    assert!(table.lines().last().unwrap().contains(" more with --wide: logo, detail.length"), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    assert_eq!((table.lines().count(), said.as_str()), (5, ""));
    let (wide, _) = on_terminal(&mut command(&harbour, &["call", "berths", "--all", "--wide"]));
    assert!(wide.find("deposit") < wide.find("pier"), "what all rows share stands behind amounts:\n{wide}");
    let has_all = |part: &str| wide.contains(part);
    assert!(has_all("https://harbour.example/a/long/path/of/a/picture3.png") && has_all("can be at all"), "{wide}");
}

#[test]
fn a_list_that_goes_on_says_how() {
    let harbour = harbour();
    let (_, said) = on_terminal(&mut command(&harbour, &["call", "berths"]));
    assert_eq!(said, "more: --all\n");
    let (_, said) = on_terminal(&mut command(&harbour, &["call", "berths", "--token", "b"]));
    assert_eq!(said, "");
    piped(&harbour, &["call", "berths"]);
}

#[test]
fn json_is_coloured_on_a_terminal_alone() {
    let harbour = harbour();
    let words = ["call", "berth", "--json"];
    let mut colored = command(&harbour, &words);
    colored.env_remove("NO_COLOR").env("TERM", "xterm-256color");
    let (colored, _) = on_terminal(&mut colored);
    assert!(colored.contains("\u{1b}[36m\"pier\"\u{1b}[0m: \u{1b}[32m\"North\"\u{1b}[0m"), "{colored:?}");
    assert!(colored.contains("\u{1b}[36m\"tax\"\u{1b}[0m: \u{1b}[33m5\u{1b}[0m"), "{colored:?}");
    let plain = ["\u{1b}[36m", "\u{1b}[32m", "\u{1b}[33m", "\u{1b}[0m"];
    let plain = plain.iter().fold(colored, |text, style| text.replace(style, ""));
    assert_eq!(plain, piped(&harbour, &words));
    assert_eq!(plain, on_terminal(&mut command(&harbour, &words)).0);
}
