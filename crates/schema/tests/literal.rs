//! Tables as expressions: constructors, setters, statics and cycles.
#![allow(clippy::unwrap_used, missing_docs)]

use std::sync::OnceLock;

use chainloom_schema::literal::{Literal, Node, Statics};
use chainloom_schema::{
    Arm, ArmBody, Binding, Bounds, Discriminator, Field, Form, Integer, List, Operation, Place, Presence, Protocol,
    Record, Scalar, Secret, Service, Template, Type, Union, Verb,
};

static HASH: Scalar = Scalar::new("Hash", Form::Hex { bytes: Some(32), prefix: Presence::Required });
static BOOK: Record = Record::new(
    "Book",
    &[
        Field::required("title", Type::Text),
        Field::optional("hash", Type::Scalar(&HASH)).secret().bounds(&Bounds::new().min("1").max_size(3)),
    ],
);
static LOAN: Union =
    Union::new("Loan", Discriminator::Tag("kind"), &[Arm::new("none", ArmBody::Const("null"))]).common(BOOK.fields);

fn written<T: Literal>(table: &'static T) -> String {
    Statics::default().definition(table).to_string()
}

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

#[test]
fn only_what_differs_from_the_default_is_written() {
    assert_eq!(written(&HASH), "Scalar::new(\"Hash\", Form::Hex bytes: Some(32) prefix: Presence::Required)");
    assert_eq!(
        written(&BOOK),
        "Record::new(\"Book\", &[Field::required(\"title\", Type::Text), Field::optional(\"hash\", \
         Type::Scalar(&Scalar::new(\"Hash\", Form::Hex bytes: Some(32) prefix: Presence::Required)))\
         .bounds(&Bounds::new().min(\"1\").max_size(3)).secret()])"
    );
    assert_eq!(written(leak(List::new(Type::Integer(Integer::U8)))), "List::new(Type::Integer(Integer::U8))");
    assert_eq!(
        written(leak(Field::required("a", Type::Text).bounds(leak(Bounds::NONE)))),
        "Field::required(\"a\", Type::Text)"
    );
}

#[test]
fn the_constructor_that_fits_is_chosen() {
    assert_eq!(written(leak(Binding::member(Place::Query, "a", 2))), "Binding::member(Place::Query, \"a\", 2)");
    assert_eq!(
        written(leak(Binding::fixed(Place::Rpc, "a", "1").keeps_slashes())),
        "Binding::fixed(Place::Rpc, \"a\", \"1\").keeps_slashes()"
    );
    assert_eq!(written(leak(Secret::cookie("a", "b").prefix("c"))), "Secret::cookie(\"a\", \"b\").prefix(\"c\")");
}

#[test]
fn a_table_with_a_static_is_named() {
    let mut statics = Statics::default();
    statics.insert(&HASH, 7);
    statics.insert_list(&BOOK, BOOK.fields, 8);
    let book = statics.definition(&BOOK).to_string();
    assert!(book.contains("Type::Scalar(&static 7)") && !book.contains("static 8"), "{book}");
    assert!(statics.definition(&LOAN).to_string().ends_with(".common(static 8)"));
    assert!(statics.definition(&HASH).to_string().starts_with("Scalar::new"), "the definition itself");
    assert_eq!(statics.number(&HASH), Some(7));
}

#[test]
fn a_cycle_has_an_end() {
    let place: &'static OnceLock<Type> = leak(OnceLock::new());
    let fields = Box::leak(Box::new([Field::optional("next", Type::Nullable(leak(Type::Later(place))))]));
    let node: &'static Record = leak(Record::new("Node", fields));
    place.set(Type::Record(node)).unwrap();
    let text = written(node);
    assert_eq!(text, "Record::new(\"Node\", &[Field::optional(\"next\", Type::Nullable(&Type::Record(1 above)))])");
}

#[test]
fn a_different_member_is_seen() {
    static CLIENT: chainloom_schema::Client = chainloom_schema::Client::new("a", "b");
    static SERVICE: Service = Service::new("a", &CLIENT);
    let get =
        || Operation::new("a.b", &SERVICE, Protocol::Rest { verb: Verb::Get, path: Template::new("/", &[]) }, &BOOK);
    let node = |operation: Operation| -> Node { Statics::default().definition(leak(operation)) };
    assert_eq!(node(get()), node(get()));
    for other in [get().cost(1), get().since("1"), get().output(Type::Text), get().security(&[]), get().errors(&[])] {
        let is_same = other.errors.is_empty() && other.cost.is_none() && other.since.is_none();
        let is_same = is_same && other.output.is_none() && other.security.is_none();
        assert_eq!(node(other) == node(get()), is_same);
    }
}
