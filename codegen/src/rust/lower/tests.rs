//! Tests of lowering: small specs, and the items that they become.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use chainloom_schema::{ArmBody, Discriminator, Operation, PageBy, Type, Value, literal::Literal};

use super::{
    Call, Client, Crate, Enum, File, FromImpls, Item, ItemPath, Record, RustType, Serde, Service, Start, Subscription,
    lower,
};
use crate::analysis::{check, names};
use crate::options::{Layout, Options, Package};
use crate::source::SourceFile;
use crate::spec::{package, parse};

const SHOP: &str = "client: { baseUrl: \"https://shop.example\" }";

/// Lowers the files of a spec, given as path and text after the first line, with the steps of
/// `pipeline`.
fn lowered_with(files: &[(&str, &str)], options: &Options) -> Crate {
    let sources = files.iter().map(|(path, text)| SourceFile {
        path: format!("{path}.yaml"),
        module: (*path).to_owned(),
        text: format!("chainloom: 1\n{text}\n"),
    });
    let mut documents = parse::parse(&sources.collect::<Vec<_>>()).unwrap_or_else(|found| panic!("{}", found.lines()));
    package::add_packages(&mut documents, &options.packages).unwrap_or_else(|found| panic!("{}", found.lines()));
    let (checked, found) = check::examine(&documents);
    assert!(found.own.is_empty() && found.following.is_empty(), "{:#?}", found.own);
    let (names, found) = names::name(&checked.model, options.layout);
    assert!(found.is_empty(), "{found:#?}");
    lower(&checked.model, &names, options)
}

fn lowered(files: &[(&str, &str)]) -> Crate {
    lowered_with(files, &Options::default())
}

fn file<'c>(made: &'c Crate, path: &str) -> &'c File {
    let is_it = |file: &&File| file.path.iter().map(|part| part.as_str()).collect::<Vec<_>>().join("/") == path;
    made.files.iter().find(is_it).unwrap_or_else(|| panic!("no file {path}"))
}

fn record<'f>(file: &'f File, name: &str) -> &'f Record {
    let found = file.items.iter().find_map(|item| match item {
        Item::Record(record) if record.name.as_str() == name => Some(record),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no record {name}"))
}

fn call<'f>(file: &'f File, method: &str) -> &'f Call {
    let found = file.calls.iter().find_map(|item| match item {
        Item::Call(call) if call.method.as_str() == method => Some(call),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no call {method}"))
}

fn client(file: &File) -> &Client {
    let found = file.items.iter().find_map(|item| if let Item::Client(client) = item { Some(client) } else { None });
    found.expect("a client")
}

fn service(file: &File) -> &Service {
    let found = file.items.iter().find_map(|item| if let Item::Service(service) = item { Some(service) } else { None });
    found.expect("a service")
}

fn subscription(file: &File) -> &Subscription {
    let found = file.calls.iter().find_map(|item| if let Item::Subscription(one) = item { Some(one) } else { None });
    found.expect("a subscription")
}

/// Writes a path as text, for readable failures.
fn way(path: &ItemPath) -> String {
    let start = match &path.start {
        Start::Up(count) => vec!["super".to_owned(); *count],
        Start::Crate(path) => vec![path.clone()],
    };
    let below = path.modules.iter().chain([&path.name]).map(ToString::to_string);
    start.into_iter().chain(below).collect::<Vec<_>>().join("::")
}

/// Returns the path of the static of a table, as seen from a file.
fn static_of<T: Literal>(made: &Crate, file: &File, table: &'static T) -> String {
    let Some(number) = made.statics.numbers.number(table) else { panic!("a table without a static") };
    let mut here = file.path.clone();
    here.extend(crate::ident::RustIdent::new(super::TABLES));
    way(&made.statics.path(number, &here).unwrap().0)
}

/// Returns the texts of an enumeration.
fn texts(listed: &Enum) -> &'static [&'static str] {
    match listed.schema {
        Type::Enum(schema) => schema.values,
        other => panic!("{other:?}"),
    }
}

fn spelt(ty: &RustType) -> String {
    match ty {
        RustType::Item(path) => way(path),
        RustType::Runtime(name) => format!("rt::{name}"),
        RustType::Vec(inner) => format!("Vec<{}>", spelt(inner)),
        RustType::Option(inner) => format!("Option<{}>", spelt(inner)),
        RustType::Box(inner) => format!("Box<{}>", spelt(inner)),
        RustType::Map(key, value) => format!("Map<{}, {}>", spelt(key), spelt(value)),
        other => format!("{other:?}"),
    }
}

/// Returns the members of a struct, as `name: Type`.
fn members(record: &Record) -> Vec<String> {
    let shown = record.fields.iter().map(|field| {
        let ty = spelt(&field.ty.rust);
        let ty = if field.boxed { format!("Box<{ty}>") } else { ty };
        format!("{}{}: {ty}", field.name, if field.required { "" } else { "?" })
    });
    shown.collect()
}

fn strings<T: ToString>(names: impl IntoIterator<Item = T>) -> Vec<String> {
    names.into_iter().map(|name| name.to_string()).collect()
}

#[test]
fn names_are_looked_up_and_those_of_the_wire_are_kept() {
    let made = lowered(&[(
        "shop",
        &format!(
            "{SHOP}\ntypes:\n  \
             bookRow: {{ fields: {{ bookIDs: string, type: string, self: {{ type: string, rust: own }}, \
             extra?: string }} }}\n  \
             State: {{ enum: {{ in-use: {{}}, \"1\": {{ rust: First }} }} }}"
        ),
    )]);
    let shop = file(&made, "shop");
    let row = record(shop, "BookRow");
    assert_eq!((row.table.as_str(), row.schema.name), ("BOOK_ROW", "bookRow"));
    let fields = row.fields.iter().zip(row.schema.fields).map(|(field, table)| (field.name.as_str(), table.name));
    let expected = [("book_ids", "bookIDs"), ("kind", "type"), ("own", "self"), ("extra", "extra")];
    assert_eq!(fields.collect::<Vec<_>>(), expected);
    assert_eq!(row.extra.as_ref().unwrap().as_str(), "extra_", "gives way to the member of the spec");

    let state = shop.items.iter().find_map(|item| if let Item::Enum(state) = item { Some(state) } else { None });
    let state = state.unwrap();
    let values = state.values.iter().zip(texts(state)).map(|(value, text)| (value.name.as_str(), *text));
    assert_eq!(values.collect::<Vec<_>>(), [("InUse", "in-use"), ("First", "1")]);
}

#[test]
fn paths_go_from_the_place_where_they_stand() {
    let desk = "service: shop\nuse: { forms: [Seal], shop/shelf: [Row] }\ntypes:\n  \
                Desk: { fields: { seal: Seal, row: Row, town: Town, next?: Desk } }\n\
                operations:\n  desk: { get: /desk, query: { seal: Seal, row?: Row }, response: Desk }";
    let made = lowered(&[
        ("forms", "scalars:\n  Seal: { text: bech32, bytes: 20, chain: none }"),
        ("shop", &format!("{SHOP}\ntypes:\n  Town: {{ enum: [here] }}")),
        ("shop/desk", desk),
        ("shop/shelf", "types:\n  Row: { enum: [front, back] }"),
    ]);
    let file = file(&made, "shop/desk");
    let desk = record(file, "Desk");
    let imports = [&file.reexports, &file.imports].map(|types| types.iter().map(way).collect::<Vec<_>>());
    assert_eq!(imports, [vec!["super::super::forms::Seal"], vec!["super::Town", "super::shelf::Row"]]);
    assert_eq!(members(desk), ["seal: Seal", "row: Row", "town: Town", "next?: Box<Desk>"]);
    let call = call(file, "desk");
    assert_eq!(members(&call.input), ["seal: super::Seal", "row?: super::Row"], "a call is one module deeper");
    let params: Vec<String> = call.params.iter().map(|param| spelt(&param.ty.rust)).collect();
    assert_eq!(params, ["Seal", "Row"], "its method is not");
    assert_eq!(spelt(call.output.as_ref().unwrap()), "Desk");
    assert_eq!([&call.call, &call.handle].map(way), ["super::Call", "super::Client"]);
    assert_eq!(static_of(&made, file, call.operation.service), "super::super::__tables::SHOP_SERVICE");
    let Some(Type::Record(table)) = call.operation.output else { panic!("{:?}", call.output) };
    assert_eq!(static_of(&made, file, table), "DESK", "all tables of a file stand in one module");
}

#[test]
fn calls_stand_apart_so_that_a_type_may_have_their_name() {
    let text = format!(
        "{SHOP}\ntypes:\n  Status: {{ fields: {{ at: string }} }}\n\
         operations:\n  status: {{ get: /status, response: Status }}"
    );
    let made = lowered(&[("shop", &text)]);
    let shop = file(&made, "shop");
    let status = call(shop, "status");
    assert_eq!(record(shop, "Status").name, status.input.name);
    assert_eq!((record(shop, "Status").table.as_str(), status.table.as_str()), ("STATUS", "STATUS_"));
    assert_eq!(status.input.table.as_str(), "STATUS_INPUT");
    assert!(shop.items.iter().all(|item| !matches!(item, Item::Call(_))));
    assert_eq!(way(&made.catalog.entries[0].call), "shop::calls::Status");
}

#[test]
fn a_type_that_holds_itself_does_so_in_a_box() {
    let text = "types:
  Board:
    fields:
      next?: Board
      above: Board | null
      beneath: Beneath
      beside: { list: Board }
      marks: { map: Board, key: string }
      leaf: Leaf
  Beneath: { type: Under | null }
  Under: { type: Board }
  Leaf: { fields: { name: string } }
  Tree: { union: form, arms: { node: Node, label: string } }
  Node: { fields: { left: Tree, right?: Tree } }";
    let made = lowered(&[("shop", &format!("{SHOP}\n{text}"))]);
    let shop = file(&made, "shop");
    let expected = [
        "next?: Box<Board>",
        "above: Option<Box<Board>>",
        "beneath: Beneath",
        "beside: Vec<Board>",
        "marks: Map<rt::Text, Board>",
        "leaf: Leaf",
    ];
    assert_eq!(members(record(shop, "Board")), expected);
    let aliases = shop.items.iter().filter_map(|item| match item {
        Item::Alias(alias) => Some(format!("{} = {}", alias.name, spelt(&alias.target))),
        _ => None,
    });
    assert_eq!(aliases.collect::<Vec<_>>(), ["Beneath = Option<Box<Under>>", "Under = Board"]);

    let tree = shop.items.iter().find_map(|item| if let Item::FormUnion(tree) = item { Some(tree) } else { None });
    let tree = tree.unwrap();
    let value = tree.arms[0].value.as_ref().unwrap();
    assert!(value.boxed && matches!(value.from, FromImpls::Value), "the arm has the box");
    assert_eq!(members(record(shop, "Node")), ["left: Tree", "right?: Tree"], "and the member needs none");
}

#[test]
fn a_fixed_parameter_is_bound_and_no_member() {
    let text = "operations:
  look:
    get: /look/{id}
    path: { id: string }
    query: { full: boolean, low?: { type: integer }, high?: { type: integer }, words?: { list: string, join: \"|\" } }
    headers: { x-mark?: string }
    rules: [{ ordered: { low: low, high: high } }]
    variants:
      glance: { fix: { full: false } }
      stare: { fix: { full: true, x-mark: a }, response: string }";
    let made = lowered(&[("shop", &format!("{SHOP}\n{text}"))]);
    let stare = call(file(&made, "shop"), "stare");
    assert_eq!(strings(stare.input.fields.iter().map(|field| &field.name)), ["id", "low", "high", "words"]);
    let Operation { bindings, rules, .. } = stare.operation;
    let shown = bindings.iter().map(|binding| match &binding.value {
        Value::Fixed(json) => format!("{:?} {} = {json}", binding.place, binding.name),
        Value::Member(at) => format!("{:?} {} @ {at}", binding.place, binding.name),
    });
    let expected = [
        "Path id @ 0",
        "Query full = true",
        "Query low @ 1",
        "Query high @ 2",
        "Query words @ 3",
        "Header x-mark = \"a\"",
    ];
    assert_eq!(shown.collect::<Vec<_>>(), expected);
    assert_eq!(bindings[4].join, Some("|"));
    assert_eq!(format!("{:?}", rules[0].kind), "Ordered { low: 1, high: 2 }");
    assert!(stare.doc.contains(&"- `full`: `true`".to_owned()), "{:?}", stare.doc);
}

#[test]
fn required_parameters_are_arguments_in_the_order_of_the_spec_also_two_of_one_type() {
    let text = "operations:
  look: { get: \"/look/{at}\", path: { at: string }, query: { low: uint64, \"step?\": uint64, high: uint64 } }";
    let made = lowered(&[("shop", &format!("{SHOP}\n{text}"))]);
    let look = call(file(&made, "shop"), "look");
    let required = look.params.iter().filter(|field| field.required).map(|field| &field.name);
    assert_eq!(strings(required), ["at", "low", "high"]);
}

#[test]
fn what_a_page_needs_is_found_by_its_place() {
    let text = "operations:
  list:
    get: /list
    query: { word: string, size?: { type: integer, range: 1..=9, default: 3 }, after?: string }
    response: { fields: { rows: [string], next?: string } }
    paginate: { items: rows, next: next, into: after, size: size, end: [absent] }";
    let made = lowered(&[("shop", &format!("{SHOP}\n{text}"))]);
    let list = call(file(&made, "shop"), "list");
    let pages = list.operation.paginate.unwrap();
    assert!(matches!(pages.by, PageBy::Token { into: 2, .. }) && pages.size == Some(1), "{pages:?}");
    let bounds = list.input.schema.fields[1].bounds;
    assert_eq!([bounds.min, bounds.max, bounds.default], [Some("1"), Some("9"), Some("3")]);
    assert!(list.input.schema.fields[0].bounds.is_none());
}

#[test]
fn an_entry_of_the_catalogue_has_the_features_of_its_folders() {
    let made = lowered(&[
        ("lib", "doc: Shops.\nserde: serde"),
        ("shop", &format!("feature: shops\n{SHOP}\noperations:\n  look: {{ get: /look, response: string }}")),
        ("shop/back/till", "feature: tills\nservice: shop\noperations:\n  open: { get: /open, response: string }"),
    ]);
    let entries = made.catalog.entries.iter().map(|entry| (way(&entry.call), entry.features.join(" ")));
    let [look, open] = [("shop::calls::Look", "shops"), ("shop::back::till::calls::Open", "shops tills")]
        .map(|(path, features)| (path.to_owned(), features.to_owned()));
    assert_eq!(entries.collect::<Vec<_>>(), [look, open]);
    assert!(matches!(&made.serde, Serde::Feature(feature) if feature == "serde"));

    let paths = made.files.iter().map(|file| (strings(&file.path).join("/"), file.spec.as_deref()));
    let expected = [
        ("", None),
        ("shop", Some("spec/shop.yaml")),
        ("shop/back", None),
        ("shop/back/till", Some("spec/shop/back/till.yaml")),
    ];
    assert_eq!(paths.collect::<Vec<_>>(), expected.map(|(path, spec)| (path.to_owned(), spec)));
    let back = file(&made, "shop/back");
    assert_eq!((back.children[0].name.as_str(), back.children[0].feature.as_deref()), ("till", Some("tills")));
    assert_eq!(back.doc, ["Modules: [`till`]."], "a folder without a file says what is in it");
}

#[test]
fn operations_join_the_service_of_a_package_by_traits() {
    let desk = "chainloom: 1\nservice: desk\nendpoint: /desk\nrpc: { params: named, batch: false }\neffect: read\n";
    let client = "chainloom: 1\nclient: { baseUrl: \"https://shop.example\" }\n";
    let shop = Package {
        name: "shop".to_owned(),
        crate_path: "::shop_api".to_owned(),
        files: vec![("shop.yaml", client), ("shop/desk.yaml", desk)],
    };
    let options = Options { packages: vec![shop], ..Options::default() };
    let own =
        "service: shop/desk\noperations:\n  ring: { method: desk.ring, effect: once, params: { times?: integer } }";
    let made = lowered_with(&[("own", own)], &options);
    assert_eq!(made.files.len(), 2, "the package's files are another crate's");
    let own = file(&made, "own");
    let ring = call(own, "ring");
    let joins = ring.joins.as_ref().unwrap();
    assert_eq!((joins.handle.as_str(), joins.call.as_str()), ("DeskServiceExt", "RingCall"));
    let expected = ["::shop_api::shop::Call", "::shop_api::shop::desk::DeskService"];
    assert_eq!([&ring.call, &ring.handle].map(way), expected);
    let service = static_of(&made, own, ring.operation.service);
    assert_eq!(service, "::shop_api::shop::desk::__tables::DESK_SERVICE");
    assert_eq!(strings(made.catalog.entries.iter().map(|entry| way(&entry.call))), ["own::calls::Ring"]);
}

#[test]
fn the_arms_of_a_union_stand_beside_common_members() {
    let text = "types:
  Holder:
    union: { tag: state }
    common: { state_?: string }
    arms: { shelf: { fields: {} }, reader: { rust: Person, fields: { badge: string } } }
  HolderState: { fields: { name: string } }
  Stall:
    union: members
    arms: { roofed: { has: roof, fields: { roof: string } }, open: { otherwise: true, fields: {} } }";
    let made = lowered(&[("shop", &format!("{SHOP}\n{text}"))]);
    let shop = file(&made, "shop");
    let holder = record(shop, "Holder");
    let arms = holder.arms.as_ref().unwrap();
    assert_eq!(
        strings([&arms.field, &arms.name, &arms.table, &holder.table]),
        ["state_", "HolderStateKind", "HOLDER", "HOLDER_COMMON"]
    );
    assert_eq!(arms.schema.discriminator, Discriminator::Tag("state"));
    assert_eq!(arms.schema.common.as_ptr(), holder.schema.fields.as_ptr(), "the members that all arms have");
    let [shelf, reader] = arms.arms.as_slice() else { panic!("{arms:?}") };
    let ArmBody::Fields { record: table, .. } = arms.schema.arms[0].body else { panic!("{arms:?}") };
    assert_eq!([way(&shelf.record), static_of(&made, shop, table)], ["HolderShelf", "HOLDER_SHELF"]);
    assert_eq!((reader.name.as_str(), arms.schema.arms[1].name), ("Person", "reader"));
    assert_eq!(way(&reader.record), "HolderPerson");
    assert!(record(shop, "HolderShelf").fields.is_empty(), "an arm without members has a record that may grow");
    assert_eq!(record(shop, "HolderPerson").extra, None, "what is unknown stays with the union");

    let stall = record(shop, "Stall").arms.as_ref().unwrap();
    assert_eq!((stall.field.as_str(), stall.schema.discriminator), ("kind", Discriminator::Members));
    let has = stall.schema.arms.iter().map(|arm| if let ArmBody::Fields { has, .. } = arm.body { has } else { None });
    assert_eq!(has.collect::<Vec<_>>(), [Some("roof"), None]);
}

#[test]
fn a_client_has_setters_and_a_service_a_handle() {
    let client_text = "client:
  baseUrl: \"https://{town}.example\"
  vars: { town: { default: here, doc: Which town. } }
  auth: { cardKey: { header: x-card, optional: true, doc: The card. } }
operations:
  look: { get: /look, response: string }";
    let desk = "service: frontDesk
vars: { deskNo: { doc: Which desk. }, row: { default: a } }
instance: deskNo
endpoints: { main: \"/{deskNo}/{row}\", oldMain: { path: /old, deprecated: { since: v2, use: main } } }
websocket: /ws
rpc: { params: positional, batch: false }
subscribe: { call: watch, cancel: unwatch, notify: seen }
effect: read
subscriptions:
  rings: { params: { loud?: boolean }, item: string }";
    let made = lowered(&[("shop", client_text), ("shop/desk", desk)]);
    let client = client(file(&made, "shop"));
    assert_eq!(client.table.as_str(), "CLIENT");
    assert_eq!((client.vars[0].name.as_str(), client.schema.vars[0].name), ("town", "town"));
    assert_eq!((client.secrets[0].name.as_str(), client.schema.auth[0].name), ("card_key", "cardKey"));
    assert_eq!(client.service.as_ref().unwrap().table.as_str(), "SHOP_SERVICE", "operations of its own");

    let file = file(&made, "shop/desk");
    let service = service(file);
    assert_eq!(strings([&service.handle, &service.accessor]), ["FrontDeskService", "front_desk"]);
    assert_eq!(strings(service.service.vars.iter().map(|var| &var.name)), ["with_desk_no", "with_row"]);
    let (var, parameter) = service.instance.as_ref().unwrap();
    assert_eq!((var.as_str(), parameter.as_str()), ("deskNo", "desk_no"));
    assert_eq!([&service.client_type, &service.call].map(way), ["super::Client", "super::Call"]);
    assert_eq!(static_of(&made, file, service.service.schema.client), "super::super::__tables::CLIENT");
    let endpoints = service.endpoints.as_ref().unwrap();
    assert_eq!(endpoints.name.as_str(), "FrontDeskServiceEndpoints");
    assert_eq!(strings(endpoints.list.iter().map(|endpoint| &endpoint.method)), ["main", "old_main"]);
    assert_eq!(endpoints.list[1].deprecated.as_ref().unwrap().note, "since 2; use [`FrontDeskServiceEndpoints::main`]");

    let rings = subscription(file);
    assert_eq!(
        (rings.schema.id, rings.table.as_str(), rings.input.name.as_str()),
        ("frontDesk.rings", "RINGS_SUBSCRIPTION", "RingsSubscription")
    );
    let path = static_of(&made, file, rings.schema.service);
    assert_eq!(path, "FRONT_DESK_SERVICE", "all tables of a file stand in one module");
}

#[test]
fn a_macro_of_one_client_has_its_file_as_the_root() {
    let text = format!(
        "{SHOP}\ntypes:\n  Error: {{ fields: {{ at: string }} }}\n\
         operations:\n  operations: {{ get: /all, response: Error }}"
    );
    let options = Options { layout: Layout::File, serde: true, ..Options::default() };
    let made =
        lowered_with(&[("shop", &text), ("shop/desk", "types:\n  Desk: { fields: { error: Error } }")], &options);
    assert_eq!(
        made.files.iter().map(|file| strings(&file.path)).collect::<Vec<_>>(),
        [vec![], vec!["desk".to_owned()]]
    );
    assert_eq!(members(record(file(&made, "desk"), "Desk")), ["error: Error"]);
    assert_eq!(way(&call(&made.files[0], "operations").handle), "Client");
    assert_eq!(strings(&made.reexports), ["ErrorKind", "Reply"], "the type `Error` of the spec has the name");
    assert_eq!(made.catalog.name.as_str(), "OPERATIONS");
    assert!(matches!(made.serde, Serde::Always));
}

#[test]
fn documentation_is_made_safe_and_says_what_the_spec_does() {
    let text = "types:
  Book:
    doc: \"A book of [1] <i>, see `[x]` and https://shop.example/a.\"
    source: shop 3
    fields:
      bookNo: { type: integer, unit: books, range: 1..=9, default: 3, doc: Its number., source: shop 4 }
      mark?: string
  State: { enum: [lent], seen: [lost] }";
    let made = lowered(&[("shop", &format!("{SHOP}\n{text}"))]);
    let shop = file(&made, "shop");
    let book = record(shop, "Book");
    assert_eq!(book.doc[0], r"A book of \[1] \<i\>, see `[x]` and <https://shop.example/a>.");
    assert_eq!(book.doc.len(), 1, "the source is for maintainers: {:?}", book.doc);
    let number = book.fields[0].doc.join("\n");
    for part in ["Its number.", "books", "1 to 9", "`3`", "JSON name: `bookNo`."] {
        assert!(number.contains(part), "{part}: {number}");
    }
    assert!(!number.contains("shop 4"), "{number}");
    assert_eq!(book.fields[1].doc, ["JSON name: `mark`."]);
    let state = shop.items.iter().find_map(|item| if let Item::Enum(state) = item { Some(state) } else { None });
    let [lent, lost] = state.unwrap().values.as_slice() else { panic!("{state:?}") };
    assert_eq!(lent.doc, ["`lent`."]);
    assert_eq!(lost.doc, ["`lost`."], "an enumeration is open, guaranteed or not");
}
