//! Drift that is planted in a server of another make, and its reports. The reports of all kinds of drift stand in
//! `plants/`; `CHAINLOOM_BLESS=1` writes them anew.

use std::path::Path;

use crate::bless::Expected;
use crate::plant::{Port, compare_as, compare_with, compared, files, of_files};
use chainloom_caller::{ClientProfile, Profile, Secret};
use chainloom_conform::{Drift, Exceptions, Failure, Kind, Options, Report, State};
use serde_json::json;

fn drift(report: &Report, operation: &str, kind: Kind, path: &str) -> Drift {
    let found = report.drifts().find(|one| one.operation == operation && one.kind == kind && one.path == path);
    found.cloned().unwrap_or_else(|| panic!("no {kind} at {path} of {operation}:\n{}", report.to_text()))
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_service_as_described_conforms() {
    let port = Port::start(|_| {}).await;
    let report = compared(&port, Options::default()).await;
    assert!(report.conforms(), "{}", report.to_text());
    assert_eq!(report.drifts().count(), 0, "{}", report.to_text());
    let of =
        |id: &str| report.services.iter().flat_map(|one| &one.operations).find(|one| one.id == id).unwrap().clone();
    // The ID of the ship has no example: it comes from the list, which is behind it in the spec.
    assert_eq!(of("port.getShip").state, State::Conforms);
    assert!(port.seen().contains(&"GET /ships/0x00000007".to_owned()), "{:?}", port.seen());
    assert_eq!(of("port.getCrane").state, State::Untried);
    assert!(of("port.getCrane").reason.contains("--crane"), "{}", of("port.getCrane").reason);
    assert!(of("port.sinkShip").reason.contains("--allow-writes"));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn writes_are_sent_only_where_they_are_allowed() {
    let port = Port::start(|_| {}).await;
    compared(&port, Options::default()).await;
    assert!(!port.seen().iter().any(|line| line.starts_with("DELETE")), "{:?}", port.seen());
    compared(&port, Options { allow_writes: true, ..Options::default() }).await;
    assert!(port.seen().contains(&"DELETE /ships/0x00000007".to_owned()), "{:?}", port.seen());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn sensitive_operations_are_sent_only_where_they_are_named() {
    let port = Port::start(|_| {}).await;
    let mut files = files();
    for (_, text) in &mut files {
        *text = text.replace("    delete: /ships/{shipId}\n", "    delete: /ships/{shipId}\n    sensitive: true\n");
    }
    let spec = of_files(&files);
    let writes = Options { allow_writes: true, ..Options::default() };
    let report = compare_with(&spec, &port, writes.clone()).await;
    assert!(report.to_text().contains("to call it, pass `--allow-sensitive port.sinkShip`"), "{}", report.to_text());
    assert!(!port.seen().iter().any(|line| line.starts_with("DELETE")), "{:?}", port.seen());
    compare_with(&spec, &port, Options { allow_sensitive: vec!["port.sinkShip".to_owned()], ..writes }).await;
    assert!(port.seen().contains(&"DELETE /ships/0x00000007".to_owned()), "{:?}", port.seen());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_secret_that_comes_back_is_not_shown() {
    let port = Port::start(|answers| {
        answers.ship["sent"] = json!("pass-0815 came");
        answers.ship["pass-0815"] = json!(815_815);
        answers.mast_error = Some((-32005, "pass-0815 is no mast".to_owned()));
    })
    .await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pass.txt");
    std::fs::write(&file, "pass-0815\n").unwrap();
    let secrets = [("pass".to_owned(), Secret::File { file })].into();
    let client = ClientProfile { url: Some(port.url()), secrets, ..ClientProfile::default() };
    let other = ClientProfile { url: Some(port.url()), ..ClientProfile::default() };
    let clients = [("port".to_owned(), client), ("tower".to_owned(), other)].into();
    let profile = Profile { clients, ..Profile::default() };
    let report = compare_as(&of_files(&files()), profile, Options::default()).await.unwrap();
    let (text, json) = (report.to_text(), report.to_json());
    assert!(!text.contains("0815") && !json.contains("0815"), "{text}\n{json}");
    assert_eq!(drift(&report, "port.getShip", Kind::UndescribedMember, "$.sent").came, r#""[secret] came""#);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn each_kind_of_drift_is_named_with_its_place() {
    let port = Port::start(|answers| {
        answers.ship["captain"] = json!("Ann");
        answers.ship["dockPassword"] = json!("hunter2");
        answers.ship.as_object_mut().unwrap().remove("name");
        answers.ship["flag"] = json!(null);
        answers.ship["weight"] = json!(7);
        answers.ship["length"] = json!("12");
        answers.ship["kind"] = json!("yacht");
        answers.ship["load"] = json!({ "of": "sand", "tons": 3 });
        answers.ship["mark"] = json!("red");
        answers.ship["id"] = json!("7");
        answers.channel = json!("0x1f");
        answers.mast_error = Some((-32005, "gone".to_owned()));
        answers.fog = Err((-32017, "lost".to_owned()));
        answers.tide = 418;
        answers.list_status = 206;
    })
    .await;
    let report = compared(&port, Options::default()).await;
    let ship = |kind, path| drift(&report, "port.getShip", kind, path);
    let text = files().into_iter().find(|(path, _)| path == "port/ships.yaml").unwrap().1;
    let line = |drift: &Drift| text.lines().nth(drift.place.line - 1).unwrap().trim().to_owned();

    let new = ship(Kind::UndescribedMember, "$.captain");
    assert_eq!((new.came.as_str(), line(&new).as_str()), (r#""Ann""#, "Ship:"));
    assert!(new.place.file.ends_with("ships.yaml"), "{}", new.place);
    let diff = new.suggestion.unwrap().diff.unwrap();
    assert!(diff.contains("+    seen:\n+      captain?: { type: string, doc: Not documented. }"), "{diff}");
    assert_eq!(ship(Kind::UndescribedMember, "$.dockPassword").came, "[secret]");
    assert!(line(&ship(Kind::MissingMember, "$.name")).starts_with("name:"));
    assert!(ship(Kind::NullMember, "$.flag").suggestion.unwrap().diff.unwrap().contains("+      flag?: {"));
    assert!(
        ship(Kind::NumberForm, "$.weight").suggestion.unwrap().diff.unwrap().contains("+      weight: { type: uint64")
    );
    assert!(
        ship(Kind::NumberForm, "$.length").suggestion.unwrap().diff.unwrap().contains("+      length: { type: Weight")
    );
    let value = ship(Kind::UnlistedValue, "$.kind");
    assert_eq!(line(&value), "Kind:");
    assert!(value.suggestion.unwrap().diff.unwrap().contains("+    seen:\n+      yacht: Not documented."));
    let arm = ship(Kind::UndescribedArm, "$.load.of");
    assert!(arm.suggestion.unwrap().diff.unwrap().contains("+      sand: { fields: {}"));
    assert_eq!(line(&ship(Kind::UndescribedArm, "$.mark")), "Mark:");
    assert_eq!(ship(Kind::OtherType, "$.id").came, r#""7""#);

    let channel = drift(&report, "radio.getChannel", Kind::NumberForm, "$");
    assert_eq!(channel.came, r#""0x1f""#);
    let other = drift(&report, "radio.getWind", Kind::OtherError, "error");
    assert_eq!(other.came, "-32005 gone");
    let code = drift(&report, "radio.getFog", Kind::UndescribedError, "error.code");
    assert!(code.suggestion.unwrap().diff.unwrap().contains("+      -32017: { name: Undocumented32017, seen: true"));
    drift(&report, "port.getTide", Kind::UndescribedStatus, "status");
    drift(&report, "port.listShips", Kind::UndescribedStatus, "status");
    assert!(!report.conforms());
    let mut expected = Expected::default();
    let shown = [("txt", report.to_text()), ("md", report.to_markdown()), ("json", report.to_json())];
    for (format, shown) in shown {
        assert!(!shown.contains("hunter2"), "{shown}");
        expected.file(Path::new(&format!("tests/plants/drift.{format}")), &shown);
    }
    expected.close();
}

/// The comparison says where the client reads another form, and of which type bytes are.
#[tokio::test(crate = "chainloom_bounded")]
async fn what_a_client_takes_all_the_same_is_told() {
    let port = Port::start(|answers| {
        answers.ship["name"] = json!("2024-01-01T10:00Z");
        answers.ship["flag"] = json!("-_8");
    })
    .await;
    let mut files = files();
    let (_, text) = files.iter_mut().find(|(path, _)| path == "port/ships.yaml").unwrap();
    *text = text.replace(
        "types:\n",
        "scalars: { Scan: { text: base64, doc: A. }, Time: { text: date-time, doc: B. } }\ntypes:\n",
    );
    *text = text
        .replace("flag: { type: string", "flag: { type: Scan")
        .replace("name: { type: string", "name: { type: Time");
    *text = text.replace(
        "response: { fields: { height: { type: number, doc: The height. } } }",
        "response: { bytes: image/png }",
    );
    let report = compare_with(&of_files(&files), &port, Options::default()).await;
    for (path, wanted) in [("$.flag", "base64 text"), ("$.name", "a date and time of RFC 3339")] {
        let found = drift(&report, "port.getShip", Kind::OtherType, path);
        let told = format!("the spec says {wanted}; the response has text of another form, which a client reads");
        assert_eq!((found.message, found.suggestion), (told, None));
    }
    let found = drift(&report, "port.getTide", Kind::OtherMediaType, "content-type");
    let told = "the spec says `image/png`; a client takes the response as it came";
    assert_eq!((found.message.as_str(), found.came.as_str()), (told, "application/json"));
    assert_eq!(report.drifts().count(), 3, "{}", report.to_text());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_is_not_served_is_drift_unless_the_spec_says_when() {
    let port = Port::start(|answers| {
        answers.tide = 404;
        answers.fog = Err((-32601, "no such method".to_owned()));
    })
    .await;
    let report = compared(&port, Options::default()).await;
    drift(&report, "port.getTide", Kind::NotServed, "$");
    drift(&report, "radio.getFog", Kind::NotServed, "$");
    assert_eq!(report.drifts().count(), 2, "{}", report.to_text());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_body_that_is_no_json_is_unreadable() {
    let port = Port::start(|answers| answers.tide_body = Some("<html>".to_owned())).await;
    let report = compared(&port, Options::default()).await;
    drift(&report, "port.getTide", Kind::Unreadable, "$");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_service_that_is_elsewhere_is_absent_unless_it_is_named() {
    let port = Port::start(|answers| answers.has_radio = false).await;
    let report = compared(&port, Options::default()).await;
    assert!(report.conforms(), "{}", report.to_text());
    assert!(report.services.iter().any(|one| one.service == "radio" && one.is_absent));
    let report = compared(&port, Options { services: vec!["radio".to_owned()], ..Options::default() }).await;
    assert_eq!(report.drifts().filter(|one| one.kind == Kind::NotServed).count(), 3, "{}", report.to_text());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn suggestions_make_a_spec_that_fits() {
    let port = Port::start(|answers| {
        answers.ship["captain"] = json!("Ann");
        answers.ship["flag"] = json!(null);
        answers.ship["kind"] = json!("yacht");
        answers.ship["length"] = json!("12");
        answers.ship["load"] = json!({ "of": "sand" });
        answers.ship["crew"] = json!({ "12": null });
        answers.fog = Err((-32017, "lost".to_owned()));
    })
    .await;
    make_fit(files(), &port, 7).await;
}

/// Types that are written on one line each, where bounds and examples stand beside the types.
#[tokio::test(crate = "chainloom_bounded")]
async fn suggestions_on_one_line_make_a_spec_that_fits() {
    let port = Port::start(|answers| {
        answers.ship["flag"] = json!("No'r");
        answers.ship["captain"] = json!("Ann");
        answers.ship["kind"] = json!("yacht");
        answers.ship["load"] = json!({ "of": "sand" });
    })
    .await;
    let mut files = files();
    let (_, text) = files.iter_mut().find(|(path, _)| path == "port/ships.yaml").unwrap();
    for (old, new) in [
        ("    doc: Kind of a ship.\n    enum:\n      tug: A tug.\n      ferry: A ferry.\n", ""),
        ("  Kind:\n", ""),
        ("types:\n", "types:\n  Kind: { doc: Kind of a ship's load., enum: [tug, ferry] }\n"),
        (
            "  Load:\n    doc: What a ship carries.\n    union: { tag: of }\n    arms:\n      people:",
            "  Load: { doc: \"What, it carries\", union: { tag: of }, arms: { people:",
        ),
        (
            " } } }\n      nothing: { doc: Nothing., fields: {} }\n",
            " } } }, nothing: { doc: Nothing., fields: {} } } }\n",
        ),
        ("length: { type: uint32,", "length: { type: string, size: 1..=80, pattern: \"^[a-z]{1,9}$\", example: a,"),
        ("flag: { type: string,", "flag: { type: uint8, range: 1..=80, default: 7,"),
    ] {
        assert!(text.contains(old), "{old}");
        *text = text.replacen(old, new, 1);
    }
    make_fit(files, &port, 5).await;
}

/// Applies the suggestions of as many drifts as were planted, one after the other, until the spec fits the service.
async fn make_fit(mut files: Vec<(String, String)>, port: &Port, planted: usize) {
    // Each change moves the lines of those behind it, so one is applied at a time.
    for left in (0..planted).rev() {
        let spec = of_files(&files);
        let report = crate::plant::compare_with(&spec, port, Options::default()).await;
        let first = report.drifts().find(|drift| drift.suggestion.is_some()).cloned();
        let first = first.unwrap_or_else(|| panic!("{left} more were planted:\n{}", report.to_text()));
        let diff = first.suggestion.unwrap().diff.unwrap_or_else(|| panic!("{} has no diff", first.path));
        crate::plant::apply(&mut files, &diff);
    }
    let report = crate::plant::compare_with(&of_files(&files), port, Options::default()).await;
    assert_eq!(report.drifts().count(), 0, "{}", report.to_text());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn explained_drift_does_not_count() {
    let port = Port::start(|answers| answers.ship["captain"] = json!("Ann")).await;
    let toml = "[[except]]\noperation = \"port.*\"\ndrift = \"undescribed-member\"\npath = \"$.capt*\"\nwhy = \"a test port\"\n\
                [[except]]\noperation = \"radio.*\"\nwhy = \"old\"\n";
    let exceptions = Exceptions::parse(toml).unwrap();
    let report = compared(&port, Options { exceptions, ..Options::default() }).await;
    assert!(report.conforms(), "{}", report.to_text());
    assert_eq!(report.drifts().next().unwrap().explained.as_deref(), Some("a test port"));
    assert_eq!(report.unused_exceptions, ["old"]);
    assert!(Exceptions::parse("[[except]]\nwhere = 1").unwrap_err().contains("where"));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn silence_and_unknown_names_are_errors() {
    let closed = crate::plant::closed();
    let error = crate::plant::compare_at(&of_files(&files()), &closed, Options::default()).await.unwrap_err();
    assert!(matches!(error, Failure::Silence(chainloom_caller::Class::Connection, _)), "{error:?}");
    let port = Port::start(|_| {}).await;
    let options = Options { services: vec!["prot".to_owned()], ..Options::default() };
    let error = crate::plant::compare_at(&of_files(&files()), &port.url(), options).await.unwrap_err();
    assert_eq!(error.to_string(), "the spec has no service `prot`; did you mean `port`?");
}
