//! Lists in pages, over a sandbox; each fifth in the ordinary run.

use chainloom_sandbox::Sandbox;
use serde_json::Value;

use crate::full::step;
use crate::sandbox::{INSTANCE, caller, input};

#[tokio::test(crate = "chainloom_bounded")]
async fn pages_have_all_items_once_and_resume_within_a_page() {
    let sandbox = Sandbox::builder().synthetic_only().items(23).start().await.unwrap();
    let caller = caller(sandbox.url());
    let paged = caller.api().operations.iter().filter(|operation| operation.schema.paginate.is_some());
    let mut checked = 0;
    for operation in paged.step_by(step(5)) {
        let operation = operation.schema;
        let mut call = caller.prepare(operation.id).unwrap();
        for var in operation.service.vars.iter().filter(|var| var.default.is_none()) {
            call.var(var.name, INSTANCE);
        }
        call.json(&Value::Object(input(operation)).to_string());
        let (mut pages, mut all) = (call.pages(None).unwrap(), Vec::new());
        let mut within = None;
        while let Some(page) = pages.try_next().await.unwrap_or_else(|error| panic!("{}: {error}", operation.id)) {
            if within.is_none() && page.items().len() > 1 {
                within = Some((all.len() + 1, page.position(1).unwrap().to_string()));
            }
            all.extend(page.items().iter().map(|item| item.as_str().to_owned()));
        }
        assert!(pages.is_complete(), "{}", operation.id);
        let Some((given, position)) = within else { continue };
        let (mut pages, mut rest) = (call.pages(Some(&position)).unwrap(), Vec::new());
        // Once more within the same page.
        let first = call.pages(Some(&position)).unwrap().try_next().await.unwrap().unwrap();
        let again = first.position(1).unwrap().to_string();
        let next = call.pages(Some(&again)).unwrap().try_next().await.unwrap().unwrap();
        assert_eq!(next.items().first().map(|item| item.as_str()), all.get(given + 1).map(String::as_str), "{again}");
        while let Some(page) = pages.try_next().await.unwrap_or_else(|error| panic!("{}: {error}", operation.id)) {
            rest.extend(page.items().iter().map(|item| item.as_str().to_owned()));
        }
        assert_eq!(rest, all[given..], "{}: {position}", operation.id);
        checked += 1;
    }
    assert!(checked > 5 / step(5), "{checked}");
}
