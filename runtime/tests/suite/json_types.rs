//! Types that the generator writes, one for each form that it knows (`codegen/tests/emitted/every_form`), and a body
//! that has them all.
#![allow(dead_code, missing_docs, unreachable_pub)]

#[path = "../../../codegen/tests/emitted/every_form/expected.rs"]
#[rustfmt::skip]
mod orders;

use chainloom_runtime::__private::schema::{Also, List, Type};
pub use orders::{__tables::*, *};

pub static TEXTS: List = List::new(Type::Text).also(Also::Single);
pub static ITEMS: List = List::new(Type::Record(&ITEM)).also(Also::At("items"));
pub const ORDER_TYPE: Type = Type::Record(&ORDER);
pub const SHAPE_TYPE: Type = Type::Union(&SHAPE);

/// A body that has every form in it.
pub fn order() -> String {
    let inner = order_with("null", "\"limit\":null");
    order_with(&inner, r#""limit":"18446744073709551615","later":{"a":[1,2.50,"x\u00e9"]},"another":"…""#)
}

fn order_with(parent: &str, end: &str) -> String {
    format!(
        r#"{{"id":"2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM","hash":"0x{}","data":"0x00ff","memo":"ABcd",
        "amount":"115792089237316195423570985008687907853269984665640564039457584007913129639935",
        "count":18446744073709551615,"nonce":"0x2a","opened":1648672486,"seen":"1648672486000",
        "at":"2021-04-02T15:34:00.262979-07:00","color":"mauve","share":1.5e-7,"paid":true,
        "notes":["a\"b\\c\n","💎","\ud83d\udc8e"],"rows":[[1,-2],[],null],"items":{{"items":[
            {{"name":"n","price":"1.50","size":3}},{{"title":"t","price":"","size":"0xff"}}]}},
        "totals":{{"11111111111111111111111111111111LpoYY":"1"}},"names":{{"7":"seven"}},"any":{{"x":[1e400]}},
        "parent":{parent},"shapes":[{{"radius":1,"kind":"circle","label":"c"}},{{"kind":"group","label":"g",
            "inner":{{"label":"e","kind":"empty","more":1}},"parts":[{{"label":"u","kind":"spiral","turns":3}}]}}],
        "key":"0x12","payment":{{"cardNumber":"1","total":"5"}},"big":340282366920938463463374607431768211455,{end}}}"#,
        "ab".repeat(32)
    )
}
