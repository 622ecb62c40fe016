//! The reference page as files: complete, the same each time, with links that lead somewhere, and with
//! nothing of a spec as markup. What a browser makes of it is for `third_party`.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::LazyLock;

use chainloom_codegen::{NamedModel, name, read_sources};
use chainloom_reference::Reference;
use chainloom_reference::html::{Calls, Commands, File, POLICY, Start, is_ours, site};
use chainloom_tests::spec;
use chainloom_tests::vectors::repository;

/// The site of our spec, made once.
fn ours() -> &'static [File] {
    static OURS: LazyLock<Vec<File>> = LazyLock::new(|| site(spec::named().unwrap(), &Start::default()));
    &OURS
}

fn hostile() -> NamedModel {
    let text = std::fs::read(repository().join("tests/data/hostile-spec/hostile.yaml")).unwrap();
    let sources = read_sources("spec", vec![("hostile.yaml".to_owned(), text)]).unwrap();
    name(&sources, &[]).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(&sources, false)))
}

fn pages(files: &[File]) -> impl Iterator<Item = &File> {
    files.iter().filter(|file| file.path.ends_with(".html"))
}

/// The values of an attribute, with their escapes undone.
fn values<'t>(text: &'t str, attribute: &str) -> Vec<String> {
    let begin = format!(" {attribute}=\"");
    let found = text.split(begin.as_str()).skip(1).filter_map(|rest: &'t str| rest.split('"').next());
    found
        .map(|value| value.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
        .collect()
}

#[test]
fn the_files_are_small_marked_and_the_same_each_time() {
    let files = ours();
    let again = name(&spec::sources().unwrap(), &[]).unwrap();
    assert_eq!(files, site(&again, &Start::default()));
    let size: usize = files.iter().map(|file| file.text.len()).sum();
    assert!(size < 4_000_000, "{size} bytes");
    assert!(files.iter().all(|file| is_ours(file.text.as_bytes())));
    assert!(files.is_sorted_by_key(|file| &file.path));
    assert!(!is_ours(b"<!DOCTYPE html><html><head>"));
}

#[test]
fn every_operation_type_member_and_code_has_an_address() {
    let files = ours();
    let reference = Reference::of(spec::named().unwrap());
    let mut ids: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for page in pages(files) {
        let found = values(&page.text, "id");
        let unique: BTreeSet<String> = found.iter().cloned().collect();
        assert_eq!(found.len(), unique.len(), "{} has an ID twice", page.path);
        ids.insert(&page.path, unique);
    }
    let all: BTreeSet<&String> = ids.values().flatten().collect();
    for item in reference.items() {
        let id = if item.kind() == "webhooks" { format!("webhooks.{}", item.id()) } else { item.id().to_owned() };
        assert!(all.contains(&id), "{id}");
    }
    let searched = &files.iter().find(|file| file.path == "reference/search.js").unwrap().text;
    let entries = searched.lines().filter(|line| line.starts_with("[\"")).count();
    assert!(entries > reference.entries().len(), "an entry or the name of a file in each line");
}

#[test]
fn all_links_lead_somewhere_within_the_site() {
    for files in [ours(), &site(&hostile(), &Start::default())] {
        let known: BTreeMap<&str, &File> = files.iter().map(|file| (file.path.as_str(), file)).collect();
        let ids: BTreeMap<&str, HashSet<String>> =
            pages(files).map(|page| (page.path.as_str(), values(&page.text, "id").into_iter().collect())).collect();
        for page in pages(files) {
            let links = values(&page.text, "href").into_iter().chain(values(&page.text, "src"));
            for link in links.filter(|link| !link.starts_with("http") && !link.starts_with("data:")) {
                let (file, fragment) = link.split_once('#').unwrap_or((&link, ""));
                let below = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
                let path = match (file, file.strip_prefix("../")) {
                    ("", _) => page.path.clone(),
                    (_, Some(rest)) => rest.to_owned(),
                    (file, None) => {
                        if below.is_empty() {
                            file.to_owned()
                        } else {
                            format!("{below}/{file}")
                        }
                    }
                };
                let target = known.get(path.as_str()).unwrap_or_else(|| panic!("{}: {link}", page.path));
                let id = percent_encoding::percent_decode_str(fragment).decode_utf8().unwrap();
                assert!(id.is_empty() || ids[target.path.as_str()].contains(id.as_ref()), "{}: {link}", page.path);
            }
        }
    }
}

#[test]
fn a_page_loads_nothing_from_elsewhere() {
    for file in pages(ours()) {
        assert!(values(&file.text, "src").iter().all(|link| link.ends_with("page.js") || link.ends_with("search.js")));
        let policy = &values(&file.text, "content")[0];
        assert!(POLICY.starts_with(policy.as_str()) && policy.contains("script-src 'self'"), "{policy}");
        assert!(!file.text.contains(" style=") && !file.text.contains(" onclick="));
    }
}

#[test]
fn nothing_of_a_spec_is_markup() {
    let named = hostile();
    let odd = || "http://127.0.0.1/\"><script>window.pwned=0</script>".to_owned();
    let commands =
        Reference::of(&named).operations.into_iter().map(|one| (one.id, Commands { curl: odd(), chainloom: odd() }));
    let shown = site(&named, &Start { calls: Calls::Shown(commands.collect()), deployment: None });
    let tried = site(&named, &Start { calls: Calls::Tried, deployment: Some(odd()) });
    let files = [shown, tried].concat();
    for file in pages(&files) {
        // Whatever the spec holds is text: escaped, or in the JSON of a block, whose `<` are escaped.
        for begin in ["<script>", "<img", "<svg", "<iframe", "<b ", "<div on", "<!--", "<XSS"] {
            assert!(!file.text.contains(begin), "{}: {begin}", file.path);
        }
        assert!(!file.text.contains("href=\"javascript:"), "{}", file.path);
        assert_eq!(file.text.matches("<script").count(), file.text.matches("</script>").count(), "{}", file.path);
    }
    assert!(files.iter().any(|file| file.text.contains("&lt;script&gt;window.pwned = 1")), "it is shown as text");
    let search = &files.iter().find(|file| file.path == "reference/search.js").unwrap().text;
    let json = search.split_once("= ").unwrap().1.trim_end().trim_end_matches(';');
    serde_json::from_str::<serde_json::Value>(json).unwrap();
}

/// What an author writes in a description is Markdown, of which no markup and no harmful link is left.
#[test]
fn markup_of_the_author_is_shown_as_text() {
    for (text, html) in [
        ("a <script>x</script> b", "<p>a &lt;script&gt;x&lt;/script&gt; b</p>"),
        ("<img src=x onerror=y>", "&lt;img src=x onerror=y&gt;"),
        ("[a](javascript:x) b", "<p>a b</p>"),
        ("[a](JaVaScRiPt&colon;x)", "<p>a</p>"),
        ("[a](data:text/html,x)", "<p>a</p>"),
        ("![b](http://x/y.png)", "<p>b</p>"),
        ("<javascript:x>", "<p>javascript:x</p>"),
        ("[a](https://x/?\"q)", "<p><a rel=\"noreferrer noopener\" href=\"https://x/?&quot;q\">a</a></p>"),
        ("# a\n\n- b `<c>`", "<p><strong>a</strong></p><ul><li>b <code>&lt;c&gt;</code></li></ul>"),
        (
            "| a | `b` |\n|---|---|\n| <c> | d |",
            "<table><tr><th>a</th><th><code>b</code></th></tr><tr><td>&lt;c&gt;</td><td>d</td></tr></table>",
        ),
        ("[`a`] [b]", "<p><code>a</code> [b]</p>"),
    ] {
        let spec = format!(
            "chainloom: 1\nclient: {{ baseUrl: \"https://shop.example\" }}\ntypes:\n  Book: {{ doc: {}, fields: {{ name: string }} }}\n\
             operations:\n  look: {{ get: /look, response: Book }}\n",
            serde_json::Value::from(text)
        );
        let sources = read_sources("spec", vec![("shop.yaml".to_owned(), spec.into_bytes())]).unwrap();
        let named = name(&sources, &[]).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(&sources, false)));
        let files = site(&named, &Start::default());
        assert!(pages(&files).any(|page| page.text.contains(html)), "{text}: {html}");
    }
}
