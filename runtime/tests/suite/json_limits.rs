//! Depth, surrogates and paths: what nobody described never fails a response, and what is described
//! is read to a limit.

use crate::json_types::*;
use chainloom_runtime::__private as rt;
use rt::schema::Type;

/// The stack that threads have unless a program says otherwise.
const SMALL: usize = 2 * 1024 * 1024;

/// Runs on a small stack, which a deep recursion would overflow.
fn on_small_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new().stack_size(SMALL).spawn(work).unwrap().join().unwrap()
}

fn shape(body: &str) -> Result<Shape, rt::ReadError> {
    rt::from_slice(SHAPE_TYPE, body.as_bytes())
}

/// Groups in one another, each in a list of the one around it: `inner` is what the innermost holds.
fn groups(depth: usize, inner: &str) -> String {
    let open = r#"{"kind":"group","label":"g","parts":["#;
    format!("{}{inner}{}", open.repeat(depth), "]}".repeat(depth))
}

#[test]
fn a_tree_of_a_thousand_calls_is_read_on_a_small_stack() {
    on_small_stack(|| {
        let body = groups(1_024, r#"{"kind":"circle","label":"c","radius":7}"#);
        let tree = shape(&body).unwrap();
        assert_eq!(String::from_utf8(rt::to_vec(&tree, SHAPE_TYPE).unwrap()).unwrap().len(), body.len());
        let (mut at, mut levels) = (&tree, 0);
        while let ShapeKind::Group(group) = &at.kind {
            (at, levels) = (&group.parts.as_ref().unwrap()[0], levels + 1);
        }
        assert_eq!((levels, &at.kind), (1_024, &ShapeKind::Circle(ShapeCircle { radius: 7 })));
    });
}

#[test]
fn a_tree_that_is_too_deep_is_refused_with_its_path() {
    let error = on_small_stack(|| shape(&groups(100_000, "")).unwrap_err());
    assert!(error.to_string().contains("at most 2112 nested arrays and objects"), "{error}");
    let step = "parts[0].parts[0].parts[0].parts[0]";
    assert!(error.path().starts_with(&format!("{step}….parts[0]")), "{}", error.path());
    assert!(error.path().len() < 200, "{}", error.path());
    let error = on_small_stack(|| shape(&groups(700, r#"{"kind":"circle","label":"c","radius":"x"}"#)).unwrap_err());
    assert!(error.path().ends_with("parts[0].radius") && error.to_string().contains("u32"), "{error}");
}

#[test]
fn what_nobody_described_may_be_nested_to_any_depth() {
    let deep = format!("{}1{}", r#"[{"a":"#.repeat(200_000), "}]".repeat(200_000));
    let body = format!(r#"{{"later":{deep},"kind":"circle","label":"c","radius":7,"more":{deep}}}"#);
    let found = on_small_stack(move || shape(&body).unwrap());
    assert_eq!(found.extra.get("later").unwrap().as_str(), deep);
    assert_eq!(found.extra.get("more").unwrap().as_str(), deep);
    // What is no JSON is still refused, wherever it stands.
    for wrong in ["[[1}]", "[[1]", r#"[{"a":1]"#, r#"{"a":[1,]}"#, r#"{"a" 1}"#, "[nul]", "{,}"] {
        let error = shape(&format!(r#"{{"later":{wrong},"kind":"circle","label":"c","radius":7}}"#)).unwrap_err();
        assert_eq!(error.path(), "later", "{wrong}: {error}");
    }
}

#[test]
fn half_a_surrogate_pair_fails_no_response() {
    let with = |member: &str| format!(r#"{{{member},"kind":"circle","label":"c","radius":7}}"#);
    for text in [r#""\ud800""#, r#""\udc00 x""#, r#""\ud800\u0041""#, r#""\ud83d\ud83d\ude00""#, r#"[{"\ud800":1}]"#] {
        let found = shape(&with(&format!(r#""later":{text}"#))).unwrap();
        assert_eq!(found.extra.get("later").unwrap().as_str(), text);
        let written = rt::to_vec(&found, SHAPE_TYPE).unwrap();
        assert!(String::from_utf8(written).unwrap().contains(text));
    }
    let found = shape(&with(r#""\ud800\u0041\ud83d\ude00":1"#)).unwrap();
    assert_eq!(found.extra.get("\u{fffd}A\u{1f600}").unwrap().as_str(), "1");
    let found = shape(r#"{"kind":"circle","label":"\ud800","radius":7}"#).unwrap();
    let written = String::from_utf8(rt::to_vec(&found, SHAPE_TYPE).unwrap()).unwrap();
    assert!(written.contains("\"label\":\"\u{fffd}\""), "{written}");
    assert!(shape(&with(r#""later":"\ud80""#)).is_err() && shape(&with(r#""later":"\x""#)).is_err());
}

#[test]
fn a_path_has_the_names_of_the_body() {
    let item = |body: &str| rt::from_slice::<Item>(Type::Record(&ITEM), body.as_bytes()).unwrap_err().path();
    assert_eq!(item(r#"{"title":true,"size":1}"#), "title");
    assert_eq!(item(r#"{"name":true,"size":1}"#), "name");
    // What is no value, too.
    assert_eq!(item(r#"{"name":nul,"size":1}"#), "name");
    assert_eq!(item(r#"{"size":}"#), "size");
    assert_eq!(item(r#"{"name":"a","price":}"#), "price");
    assert_eq!(item("{\"name\":\"a\u{1}\",\"size\":1}"), "name");
    assert_eq!(item(r#"{"later":}"#), "later");
}

/// Characters that reorder or hide text are escaped in every part of the error, also where only a part is shown.
#[test]
fn no_text_of_a_body_hides_another() {
    let bad = "\u{202e}\u{2066}\u{200b}\u{85}\u{feff}";
    let bodies = [
        format!("{{\"{bad}\":nul}}"),
        format!("{{\"name\":\"{bad}\",\"size\":\"{bad}\"}}"),
        format!("{{\"name\":{bad}}}"),
    ];
    for body in bodies {
        let error = rt::from_slice::<Item>(Type::Record(&ITEM), body.as_bytes()).unwrap_err();
        for shown in
            [error.to_string(), format!("{error:?}"), error.path(), error.found().into(), error.excerpt().into()]
        {
            assert!(!shown.chars().any(|c| bad.contains(c)), "{shown:?}");
        }
        assert!(error.excerpt().contains(r"\u{202e}"), "{error}");
    }
}
