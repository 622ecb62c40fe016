//! Requests of imported specs, against what the standard says that the document sends.
//!
//! Input: smallest documents, one for each way to write a request. Each is either sent as the
//! standard says, or the report has an entry at the place that says what is lost, and is not
//! complete. The expected requests are written by hand, from OpenAPI 3.0.3, RFC 6570 and RFC 7578.

use chainloom_caller::{Caller, Profile};
use chainloom_import::{Imported, Kind, Options, openapi};
use chainloom_interpret::Api;

use super::sources;

/// What becomes of a request.
enum Expected {
    /// Parts of the request as HTTP.
    Sent(&'static [&'static str]),
    /// Place and words of an entry of the report.
    Told(&'static str, &'static str),
}
use Expected::{Sent, Told};

fn imported(operation: &str) -> Imported {
    let (paths, components) = operation.split_once("\n---\n").unwrap_or((operation, "{}"));
    let text = format!(
        "openapi: 3.0.3\ninfo: {{ title: T, version: '1' }}\nservers: [{{ url: 'https://x.example' }}]\n\
         paths: {{ {paths} }}\ncomponents: {components}\n"
    );
    openapi(&text, &Options::default()).unwrap_or_else(|why| panic!("{why}\n{text}"))
}

/// The request of the only operation, without the boundary of its parts.
fn request(imported: &Imported, arguments: &str) -> Result<String, String> {
    let api = Api::load(&sources(imported), &[]).map_err(|wrong| wrong.lines())?;
    let caller = Caller::new(api, Profile::default()).map_err(|error| error.to_string())?;
    let mut call = caller.prepare("t.a").map_err(|error| error.to_string())?;
    let request = call.json(arguments).dry_run().map_err(|error| error.to_string())?.to_string();
    let boundary = request.split_once("boundary=").and_then(|(_, rest)| rest.lines().next()).map(str::to_owned);
    let request = request.replace("\r\n", "\n");
    Ok(boundary.map_or(request.clone(), |boundary| request.replace(&boundary, "B")))
}

const DONE: &str = "operationId: a, responses: { '204': { description: done } }";

/// An operation with a body of this media type.
fn body(head: &str, media_type: &str, media: &str) -> String {
    format!("/a: {{ post: {{ {DONE}, requestBody: {{ {head} content: {{ '{media_type}': {{ {media} }} }} }} }} }}")
}

/// An operation with a form whose member has an encoding.
fn part(media_type: &str, member: &str, encoding: &str) -> String {
    let schema = format!("schema: {{ type: object, required: [m], properties: {{ m: {{ {member} }} }} }}");
    let encoding = format!("{schema}, encoding: {{ m: {{ {encoding} }} }}");
    body("required: true,", media_type, &encoding)
}

/// An operation with a parameter.
fn parameter(path: &str, parameter: &str) -> String {
    format!("{path}: {{ get: {{ {DONE}, parameters: [{{ {parameter} }}] }} }}")
}

fn check(cases: impl IntoIterator<Item = (String, &'static str, Expected)>) {
    let mut wrong = String::new();
    for (operation, arguments, expected) in cases {
        let imported = imported(&operation);
        let all = &imported.report;
        match expected {
            Sent(parts) => match request(&imported, arguments) {
                Ok(request) if parts.iter().all(|part| request.contains(part)) && all.is_complete() => {}
                other => wrong.push_str(&format!("{operation}\n{parts:?}\n{other:?}\n{}\n", all.text())),
            },
            Told(place, what) => {
                let is_told = all.entries.iter().any(|entry| entry.place == place && entry.what.contains(what));
                if !is_told || all.is_complete() {
                    wrong.push_str(&format!("{operation}\n{place}: {what}\n{}\n", all.text()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

const MULTIPART: &str = "multipart/form-data";
const FORM: &str = "application/x-www-form-urlencoded";

#[test]
fn files_of_forms_are_files_however_they_are_described() {
    let components = "\n---\n{ schemas: { File: { type: string, format: binary }, Named: { allOf: [{ $ref: '#/components/schemas/File' }] }, \
                      Base: { type: object, required: [m], properties: { m: { $ref: '#/components/schemas/Named' } } }, \
                      More: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: object, properties: { n: { type: string } } }] } } }";
    let given = "{\"m\":\"data\"}";
    let sent = || Sent(&["form-data; name=\"m\"; filename=", "Content-Type: application/octet-stream\n\ndata\n"]);
    let members = [
        "type: string, format: binary",
        "$ref: '#/components/schemas/File'",
        "$ref: '#/components/schemas/Named'",
        "allOf: [{ $ref: '#/components/schemas/File' }], description: A file",
        "$ref: '#/components/schemas/File', title: A file",
        "oneOf: [{ $ref: '#/components/schemas/File' }]",
    ];
    check(members.map(|member| (part(MULTIPART, member, "") + components, given, sent())));
    let whole = ["Base", "More"].map(|name| {
        let schema = format!("schema: {{ $ref: '#/components/schemas/{name}' }}");
        (body("required: true,", MULTIPART, &schema) + components, given, sent())
    });
    check(whole);
}

#[test]
fn lists_of_files_are_a_part_for_each() {
    let components = "\n---\n{ schemas: { File: { type: string, format: binary }, Files: { type: array, items: { $ref: '#/components/schemas/File' } } } }";
    let given = "{\"m\":[\"data\",{\"name\":\"n\",\"mediaType\":\"a/b\",\"base64\":\"eA==\"}]}";
    let first = "name=\"m\"; filename=\"file\"\nContent-Type: application/octet-stream\n\ndata\n";
    let sent = || Sent(vec![first, "name=\"m\"; filename=\"n\"\nContent-Type: a/b\n\nx\n"].leak());
    let members = [
        "type: array, items: { type: string, format: binary }",
        "type: array, items: { $ref: '#/components/schemas/File' }",
        "$ref: '#/components/schemas/Files'",
    ];
    check(members.map(|member| (part(MULTIPART, member, "") + components, given, sent())));
    let optional = "schema: { type: object, required: [n], properties: { m: { $ref: '#/components/schemas/Files' }, n: { $ref: '#/components/schemas/File' } } }";
    let beside = body("required: true,", MULTIPART, optional) + components;
    let one = "form-data; name=\"n\"; filename=";
    check([(beside.clone(), "{\"n\":\"x\"}", Sent(vec![one].leak()))]);
    check([(beside, "{\"n\":\"x\",\"m\":[\"data\"]}", Sent(vec![first, one].leak()))]);
}

#[test]
fn encodings_of_parts_are_sent_or_told() {
    const PLACE: &str = "/paths/~1a/post/requestBody/content/multipart~1form-data/encoding/m/contentType";
    const HEADER: &str = "/paths/~1a/post/requestBody/content/multipart~1form-data/encoding/m/headers/X-Part";
    let (file, text) = ("type: string, format: binary", "type: string");
    let (files, numbers) =
        ("type: array, items: { type: string, format: binary }", "type: array, items: { type: integer }");
    let (object, kind) = ("type: object, properties: { k: { type: string } }", "headers: { X-Part: { schema: ");
    let (x, v, k) = ("{\"m\":\"x\"}", "{\"m\":\"v\"}", "{\"m\":{\"k\":\"v\"}}");
    let sends = |member: &str, encoding: &str, given, parts| (part(MULTIPART, member, encoding), given, Sent(parts));
    let header =
        |member: &str, schema: &str, given, parts| sends(member, &format!("{kind}{schema} }} }}"), given, parts);
    check([
        sends(file, "contentType: image/png", x, &["filename=\"file\"\nContent-Type: image/png\n\nx\n"]),
        sends(file, "contentType: 'image/png, image/jpeg'", x, &["\nContent-Type: image/png\n\nx\n"]),
        sends(file, "contentType: 'image/*, image/jpeg'", x, &["\nContent-Type: image/jpeg\n\nx\n"]),
        sends(file, "contentType: '*/*'", x, &["\nContent-Type: application/octet-stream\n\nx\n"]),
        sends(files, "contentType: image/png", "{\"m\":[\"x\"]}", &["\nContent-Type: image/png\n\nx\n"]),
        sends(text, "contentType: text/plain", v, &["name=\"m\"\n\nv\n"]),
        sends(text, "contentType: text/markdown", v, &["name=\"m\"\nContent-Type: text/markdown\n\nv\n"]),
        sends(text, "contentType: application/json", v, &["Content-Type: application/json\n\n\"v\"\n"]),
        sends(
            numbers,
            "contentType: application/json",
            "{\"m\":[1,2]}",
            &["Content-Type: application/json\n\n[1,2]\n"],
        ),
        sends(object, "contentType: application/json", k, &["application/json\n\n{\"k\":\"v\"}"]),
        sends(object, "contentType: application/vnd.x+json", k, &["application/vnd.x+json\n\n{\"k\":\"v\"}"]),
        header(file, "{ type: string, enum: [v] }", x, &["application/octet-stream\nX-Part: v\n\nx\n"]),
        header(text, "{ const: v }", v, &["name=\"m\"\nX-Part: v\n\nv\n"]),
        (part(MULTIPART, object, "contentType: application/xml"), "", Told(PLACE, "the media type of a part")),
        (part(MULTIPART, file, &format!("{kind}{{ type: string }} }} }}")), "", Told(HEADER, "a header")),
    ]);
}

#[test]
fn encodings_of_forms_are_those_of_each_member() {
    const PLACE: &str = "/paths/~1a/post/requestBody/content/application~1x-www-form-urlencoded/encoding/m";
    let numbers = "type: array, items: { type: integer }";
    let texts = "type: array, items: { type: string }";
    let given = "{\"m\":[1,2]}";
    check([
        (part(FORM, numbers, ""), given, Sent(&["\n\nm=1&m=2"])),
        (part(FORM, numbers, "style: form, explode: false"), given, Sent(&["\n\nm=1,2"])),
        (part(FORM, numbers, "style: pipeDelimited"), given, Sent(&["\n\nm=1%7C2"])),
        (part(FORM, numbers, "style: spaceDelimited"), given, Sent(&["\n\nm=1%202"])),
        (part(FORM, numbers, "contentType: application/json"), given, Sent(&["\n\nm=%5B1%2C2%5D"])),
        (
            part(FORM, "type: object, additionalProperties: { type: string }", "style: deepObject"),
            "{\"m\":{\"k\":\"v\"}}",
            Sent(&["m%5Bk%5D=v"]),
        ),
        (part(FORM, texts, "explode: false"), "", Told(PLACE, "the separator of its list")),
        (part(FORM, "type: string", "allowReserved: true"), "", Told(PLACE, "allowReserved")),
        (
            body(
                "required: true,",
                FORM,
                "schema: { type: object, additionalProperties: { type: string } }, encoding: { m: { explode: false } }",
            ),
            "",
            Told("/paths/~1a/post/requestBody/content/application~1x-www-form-urlencoded/encoding", "of a whole body"),
        ),
    ]);
}

#[test]
fn lists_in_one_text_are_joined_or_told() {
    const PLACE: &str = "/paths/~1a/get/parameters/0";
    let query = |rest: &str| parameter("/a", &format!("name: q, in: query, {rest}"));
    let one_of = "schema: { oneOf: [{ type: integer }, { type: array, items: { type: integer } }] }";
    let any_of = "schema: { anyOf: [{ type: integer }, { type: array, items: { type: integer } }] }";
    let enumerated = "schema: { type: array, items: { type: string, enum: [a, 'b,c'] } }";
    check([
        (query(&format!("{one_of}, explode: false")), "{\"q\":[1,2]}", Sent(&["/a?q=1,2\n"])),
        (query(&format!("{one_of}, explode: false")), "{\"q\":1}", Sent(&["/a?q=1\n"])),
        (query(&format!("{any_of}, style: pipeDelimited")), "{\"q\":[1,2]}", Sent(&["/a?q=1%7C2\n"])),
        (query(&format!("{enumerated}, explode: false")), "", Told(PLACE, "the separator of its list")),
        (query(enumerated), "{\"q\":[\"a\",\"b,c\"]}", Sent(&["/a?q=a&q=b%2Cc\n"])),
        (query("schema: { type: string, enum: ['a:b'] }"), "{\"q\":\"a:b\"}", Sent(&["/a?q=a%3Ab\n"])),
        (
            query("schema: { type: array, items: { type: string, enum: [a, b] } }, explode: false"),
            "{\"q\":[\"a\",\"b\"]}",
            Sent(&["/a?q=a,b"]),
        ),
        (
            parameter(
                "'/a/{q}'",
                "name: q, in: path, required: true, schema: { type: array, items: { type: string } }",
            ),
            "",
            Told("/paths/~1a~1{q}/get/parameters/0", "the separator of its list"),
        ),
    ]);
}

#[test]
fn values_of_paths_headers_and_cookies_have_their_styles() {
    let path = |rest: &str| parameter("'/a/{p}'", &format!("name: p, in: path, required: true, {rest}"));
    let around = |place: &str, rest: &str| parameter("/a", &format!("name: X-O, in: {place}, {rest}"));
    let text = "schema: { type: string }";
    let numbers = "schema: { type: array, items: { type: integer } }";
    let object = "schema: { type: object, properties: { R: { type: integer }, G: { type: string } } }";
    let nested = "schema: { type: object, properties: { R: { type: array, items: { type: string } } } }";
    let map = "schema: { type: object, additionalProperties: { type: integer } }";
    let (one, list, pair) = ("{\"p\":\"a/b\"}", "{\"p\":[1,2]}", "{\"p\":{\"R\":100,\"G\":\"a,b\"}}");
    let plain = "{\"p\":{\"R\":100,\"G\":\"x y\"}}";
    let other = "{\"X-O\":{\"R\":100,\"G\":\"x y\"}}";
    check([
        (path(&format!("style: label, {text}")), one, Sent(&["/a/.a%2Fb\n"])),
        (path(&format!("style: label, {numbers}")), list, Sent(&["/a/.1,2\n"])),
        (path(&format!("style: label, explode: true, {numbers}")), list, Sent(&["/a/.1.2\n"])),
        (path(&format!("style: label, {object}")), plain, Sent(&["/a/.R,100,G,x%20y\n"])),
        (path(&format!("style: label, explode: true, {object}")), pair, Sent(&["/a/.R=100.G=a%2Cb\n"])),
        (path(&format!("style: matrix, {text}")), one, Sent(&["/a/;p=a%2Fb\n"])),
        (path(&format!("style: matrix, {numbers}")), list, Sent(&["/a/;p=1,2\n"])),
        (path(&format!("style: matrix, explode: true, {numbers}")), list, Sent(&["/a/;p=1;p=2\n"])),
        (path(&format!("style: matrix, {object}")), plain, Sent(&["/a/;p=R,100,G,x%20y\n"])),
        (path(&format!("style: matrix, explode: true, {object}")), pair, Sent(&["/a/;R=100;G=a%2Cb\n"])),
        (path(object), plain, Sent(&["/a/R,100,G,x%20y\n"])),
        (path(&format!("explode: true, {map}")), "{\"p\":{\"k\":1,\"l\":2}}", Sent(&["/a/k=1,l=2\n"])),
        (around("header", object), other, Sent(&["\nx-o: R,100,G,x y\n"])),
        (around("header", &format!("explode: true, {object}")), other, Sent(&["\nx-o: R=100,G=x y\n"])),
        (around("query", &format!("explode: false, {object}")), other, Sent(&["/a?X-O=R,100,G,x%20y\n"])),
        (around("query", &format!("style: pipeDelimited, {object}")), other, Sent(&["/a?X-O=R%7C100%7CG%7Cx%20y\n"])),
        (around("cookie", text), "{\"X-O\":\"a;b=c\"}", Sent(&["\ncookie: X-O=a%3Bb%3Dc\n"])),
        (around("cookie", &format!("explode: false, {numbers}")), "{\"X-O\":[1,2]}", Sent(&["\ncookie: X-O=1,2\n"])),
        (around("cookie", numbers), "{\"X-O\":[1,2]}", Sent(&["\ncookie: X-O=1&X-O=2\n"])),
        (around("cookie", &format!("explode: false, {object}")), other, Sent(&["\ncookie: X-O=R,100,G,x%20y\n"])),
        (around("cookie", object), "", Told("/paths/~1a/get/parameters/0", "whose members are cookies")),
        (around("header", nested), "", Told("/paths/~1a/get/parameters/0", "an object with a list")),
    ]);
}

#[test]
fn optional_bodies_may_be_left_out() {
    const PLACE: &str = "/paths/~1a/post/requestBody";
    let schema = |rest: &str| format!("schema: {{ type: object, properties: {{ m: {{ type: string }} }}{rest} }}");
    let json = "application/json";
    let nothing = |operation: String| {
        let sent = request(&imported(&operation), "{}").unwrap();
        assert!(
            sent.starts_with("POST https://x.example/a\n") && !sent.contains("content-type"),
            "{operation}\n{sent}"
        );
    };
    nothing(body("", json, &schema("")));
    nothing(body("", json, &schema(", required: [m]")));
    nothing(body("required: false,", json, &schema("")));
    check([
        (body("", json, &schema("")), "{\"body\":{\"m\":\"v\"}}", Sent(&["\n\n{\"m\":\"v\"}"])),
        (body("required: true,", json, &schema("")), "{\"m\":\"v\"}", Sent(&["\n\n{\"m\":\"v\"}"])),
        (body("", FORM, &schema("")), "", Told(PLACE, "may be left out")),
        (body("", MULTIPART, &schema("")), "", Told(PLACE, "may be left out")),
        (
            body("", json, &schema("")).replace(
                "requestBody",
                "parameters: [{ name: body, in: query, schema: { type: string } }], requestBody",
            ),
            "",
            Told(PLACE, "may be left out"),
        ),
    ]);
}

#[test]
fn guesses_refuse_nothing() {
    let number = |name: &str| format!("{{ name: {name}, in: query, schema: {{ type: integer }} }}");
    let pair = format!("/a: {{ get: {{ {DONE}, parameters: [{}, {}] }} }}", number("minPrice"), number("maxPrice"));
    check([(pair, "{\"minPrice\":1,\"maxPrice\":-4}", Sent(&["minPrice=1&maxPrice=-4"]))]);
    // A record that is an arm, and is also sent by itself with any tag.
    let arm = |name: &str, member: &str| {
        format!(
            "{name}: {{ type: object, required: [kind, {member}], properties: {{ kind: {{ type: string }}, {member}: {{ type: string }} }} }}"
        )
    };
    let either = "oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }], discriminator: { propertyName: kind }";
    let alone = body("required: true,", "application/json", "schema: { $ref: '#/components/schemas/A' }").replace(
        "'204': { description: done }",
        "'200': { description: b, content: { application/json: { schema: { $ref: '#/components/schemas/Either' } } } }",
    );
    let both =
        format!("{alone}\n---\n{{ schemas: {{ {}, {}, Either: {{ {either} }} }} }}", arm("A", "x"), arm("B", "y"));
    let sent = request(&imported(&both), "{\"body\":{\"kind\":\"other\",\"x\":\"v\"}}").unwrap();
    assert!(sent.ends_with("{\"kind\":\"other\",\"x\":\"v\"}"), "{sent}");
}

#[test]
fn media_types_keep_their_parameters_and_any_is_that_of_the_schema() {
    let text = "schema: { type: string }";
    let file = "schema: { type: string, format: binary }";
    let object = "schema: { type: object, properties: { m: { type: string } } }";
    let media = |media_type: &str, media: &str| body("required: true,", media_type, media);
    const RESPONSE: &str = "/paths/~1a/get/responses/200/content/";
    let response = |media_type: &str| {
        let answer = format!("'200': {{ description: b, content: {{ '{media_type}': {{ {object} }} }} }}");
        format!("/a: {{ get: {{ operationId: a, responses: {{ {answer} }} }} }}")
    };
    let at = |rest: &str| -> &'static str { Box::leak(format!("{RESPONSE}{rest}").into_boxed_str()) };
    check([
        (media("application/json; v=2", object), "{\"m\":\"v\"}", Sent(&["content-type: application/json; v=2\n"])),
        (media("application/x; v=2", file), "{\"body\":\"d\"}", Sent(&["content-type: application/x; v=2\n", "\n\nd"])),
        (
            media("multipart/form-data; v=2", object),
            "",
            Told("/paths/~1a/post/requestBody/content/multipart~1form-data; v=2", "a parameter of a media type"),
        ),
        (
            media("*/*", file),
            "{\"body\":\"data 1\"}",
            Sent(&["content-type: application/octet-stream\n", "\n\ndata 1"]),
        ),
        (media("*/*", text), "{\"body\":\"data 1\"}", Sent(&["content-type: text/plain", "\n\ndata 1"])),
        (media("*/*", object), "{\"m\":\"v\"}", Sent(&["content-type: application/json\n", "\n\n{\"m\":\"v\"}"])),
        (response("application/json; v=2"), "", Told(at("application~1json; v=2"), "a parameter of the media type")),
        (response("application/vnd.x+json"), "", Told(at("application~1vnd.x+json"), "is asked for")),
    ]);
}

#[test]
fn parameters_of_a_media_type_are_json_or_told() {
    let content = |schema: &str| format!("content: {{ application/json: {{ schema: {{ {schema} }} }} }}");
    let query = |schema: &str| parameter("/a", &format!("name: q, in: query, {}", content(schema)));
    let path = |schema: &str| parameter("'/a/{q}'", &format!("name: q, in: path, required: true, {}", content(schema)));
    const QUERY: &str = "/paths/~1a/get/parameters/0";
    check([
        (query("type: integer"), "{\"q\":1}", Sent(&["/a?q=1\n"])),
        (query("type: array, items: { type: integer }"), "{\"q\":[1]}", Sent(&["/a?q=%5B1%5D\n"])),
        (query("type: string"), "{\"q\":\"a\"}", Sent(&["/a?q=%22a%22\n"])),
        (
            query("type: string, format: uuid"),
            "{\"q\":\"0198c0de-0000-4000-8000-000000000000\"}",
            Sent(&["/a?q=%220198c0de-0000-4000-8000-000000000000%22\n"]),
        ),
        (path("type: string"), "{\"q\":\"a\"}", Sent(&["/a/%22a%22\n"])),
        (path("type: array, items: { type: integer }"), "{\"q\":[1,2]}", Sent(&["/a/%5B1%2C2%5D\n"])),
        (
            parameter("/a", "name: q, in: query, content: { application/xml: { schema: { type: string } } }"),
            "",
            Told(QUERY, "the media type of a parameter"),
        ),
    ]);
}

#[test]
fn texts_beside_enumerations_are_texts() {
    let models = [
        "anyOf: [{ type: string }, { type: string, enum: [a, b] }]",
        "oneOf: [{ type: string, enum: [a, b] }, { type: string }]",
        "anyOf: [{ $ref: '#/components/schemas/Text' }, { $ref: '#/components/schemas/Known' }]",
    ];
    let components = "\n---\n{ schemas: { Text: { type: string }, Known: { type: string, enum: [a, b] } } }";
    check(models.map(|model| {
        let operation = parameter("/a", &format!("name: q, in: query, schema: {{ {model} }}"));
        (operation + components, "{\"q\":\"mine\"}", Sent(&["/a?q=mine\n"]))
    }));
}

#[test]
fn what_a_text_says_twice_or_merges_is_kept_or_told() {
    let twice = parameter("/a", "name: q, in: query, schema: { type: integer }, schema: { type: string }");
    let merged = format!(
        "/a: {{ get: {{ {DONE}, parameters: [{{ <<: &q {{ in: query, schema: {{ type: integer }} }}, name: p }}, {{ <<: *q, name: q }}] }} }}"
    );
    let slash = parameter("a", "name: q, in: query, schema: { type: integer }");
    let mut failing = parameter("/a", "name: q, in: query, schema: { type: integer }");
    failing = failing.replace("'204'", "'404': { $ref: '#/components/responses/None' }, '204'");
    let token =
        "{ securitySchemes: { o: { type: oauth2, flows: { clientCredentials: { tokenUrl: /token, scopes: {} } } } } }";
    let secured = format!("/a: {{ get: {{ {DONE}, security: [{{ o: [] }}] }} }}\n---\n{token}");
    assert!(imported(&secured).files[0].1.contains("auth: { o:"), "{}", imported(&secured).files[0].1);
    check([
        (twice, "", Told("/paths/~1a/get/parameters/0/schema", "stands twice")),
        (merged, "{\"p\":1,\"q\":2}", Sent(&["/a?p=1&q=2\n"])),
        (slash, "", Told("/paths/a/get", "does not begin with `/`")),
        (failing, "", Told("/paths/~1a/get/responses/404", "nothing at the place")),
        (
            parameter(
                "/a",
                "name: q, in: query, schema: { type: integer } }, { name: q, in: query, schema: { type: string }",
            ),
            "",
            Told("/paths/~1a/get/parameters/1", "stands twice"),
        ),
    ]);
}

#[test]
fn a_parent_with_a_tag_is_the_union_of_what_is_made_of_it() {
    let schemas = |mapping: &str, required: &str| {
        let child = |name: &str, base: &str, member: &str| {
            format!(
                "{name}: {{ allOf: [{{ $ref: '#/components/schemas/{base}' }}, {{ type: object, required: [{member}], properties: {{ {member}: {{ type: string }} }} }}] }}"
            )
        };
        format!(
            "\n---\n{{ schemas: {{ Item: {{ type: object, required: [{required}], properties: {{ kind: {{ type: string }}, id: {{ type: string }} }}, discriminator: {{ propertyName: kind{mapping} }} }}, {}, {}, {} }} }}",
            child("One", "Item", "x"),
            child("Two", "Item", "y"),
            child("Three", "Two", "z")
        )
    };
    let items = "schema: { type: array, items: { $ref: '#/components/schemas/Item' } }";
    let operation = body("required: true,", "application/json", items);
    let mapping = ", mapping: { one: '#/components/schemas/One', two: Two }";
    let bodies = [
        ("", r#"[{"kind":"One","id":"1","x":"v"},{"kind":"Three","id":"2","y":"v","z":"w"},{"kind":"Item"}]"#),
        (mapping, r#"[{"kind":"one","id":"1","x":"v"},{"kind":"two","y":"v"},{"kind":"Three","y":"v","z":"w"}]"#),
    ];
    for (mapping, body) in bodies {
        let imported = imported(&(operation.clone() + &schemas(mapping, "kind")));
        assert!(imported.report.is_complete(), "{}", imported.report.text());
        let sent = request(&imported, &format!("{{\"body\":{body}}}")).unwrap();
        assert!(sent.ends_with(body), "{sent}\n{}", imported.files[0].1);
    }
    let mapped = "\n---\n{ schemas: { Item: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind, \
                  mapping: { one: One, two: 'elsewhere.yaml#/Two' } } }, \
                  One: { type: object, required: [kind, x], properties: { kind: { type: string }, x: { type: string } } } } }";
    let sent =
        request(&imported(&(operation.clone() + mapped)), "{\"body\":[{\"kind\":\"one\",\"x\":\"v\"}]}").unwrap();
    assert!(sent.ends_with("[{\"kind\":\"one\",\"x\":\"v\"}]"), "{sent}");
    let inline = body(
        "required: true,",
        "application/json",
        "schema: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind, mapping: { a: A } } }",
    );
    let place = "/paths/~1a/post/requestBody/content/application~1json/schema/discriminator";
    let elsewhere = "/components/schemas/Item/discriminator/mapping/two";
    check([
        (inline, "", Told(place, "without alternatives")),
        (operation.clone() + mapped, "", Told(elsewhere, "an arm of a discriminator")),
    ]);
    // A child without members of its own, one whose value the document does not tell, and one that says its value.
    let listed = "\n---\n{ schemas: { Item: { type: object, required: [kind], properties: { kind: { type: string, enum: [one, Two] } }, discriminator: { propertyName: kind } }, \
                  One: { x-ms-discriminator-value: one, allOf: [{ $ref: '#/components/schemas/Item' }] }, \
                  Two: { allOf: [{ $ref: '#/components/schemas/Item' }], properties: { y: { type: string } } }, \
                  Three: { allOf: [{ $ref: '#/components/schemas/Item' }], properties: { z: { type: string } } } } }";
    let given = "[{\"kind\":\"one\"},{\"kind\":\"Two\",\"y\":\"v\"}]";
    let listed = operation.clone() + listed;
    assert!(imported(&listed).report.count(Kind::Refused) == 0, "{}", imported(&listed).report.text());
    assert!(request(&imported(&listed), &format!("{{\"body\":{given}}}")).unwrap().ends_with(given));
    check([(listed, "", Told("/components/schemas/Three", "no value of the discriminator"))]);
    let loose = operation + &schemas("", "id");
    check([(loose, "", Told("/components/schemas/Item/discriminator", "may be left out"))]);
}
