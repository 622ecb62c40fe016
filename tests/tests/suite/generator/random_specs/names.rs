//! Names for everything that gets one: plain ones, and nasty ones where they are asked for.
//!
//! Input: which slots get which nasty name. Output: a name for each slot, in the order in which
//! they are asked for; the plain ones of a spec never meet. What a name is for is known here only
//! by its kind.

use std::collections::BTreeMap;

/// What a name is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    File,
    Variable,
    Secret,
    Service,
    Endpoint,
    Server,
    Operation,
    Variant,
    Subscription,
    Type,
    Scalar,
    Member,
    Parameter,
    Arm,
    Value,
    Tag,
    /// `rust: …`, which stands only where it is forced.
    Rust,
}

/// The names of one spec.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub(crate) forced: BTreeMap<usize, String>,
    pub(crate) drawn: Vec<(Kind, String)>,
}

impl Names {
    pub(crate) fn draw(&mut self, kind: Kind) -> String {
        let slot = self.drawn.len();
        let plain = match kind {
            Kind::Type | Kind::Scalar => format!("Word{slot}"),
            _ => format!("word{slot}"),
        };
        let name = self.forced.get(&slot).cloned().unwrap_or(plain);
        self.drawn.push((kind, name.clone()));
        name
    }

    /// A name in Rust, where one is forced.
    pub(crate) fn rust(&mut self) -> Option<String> {
        let name = self.forced.get(&self.drawn.len()).cloned();
        self.drawn.push((Kind::Rust, name.clone().unwrap_or_default()));
        name
    }
}

/// Words of Rust, of the standard library, of what is generated, and texts that are no words at
/// all.
const NASTY: &str = "
    abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl
    in let loop macro macro_rules match mod move mut override priv pub raw ref return safe self Self static struct super
    trait true try type typeof union unsafe unsized use virtual where while yield _ __ _a a_ r#type
    String Option Vec Fn FnOnce FnMut Box Result Some None Ok Err From Into Default Iterator IntoIterator Clone Debug
    Copy Drop Send Sync Sized PartialEq Eq Hash Display Future IntoFuture Arc Deref ToString AsRef str u8 u64 f64 bool
    char usize i64 std core alloc main test derive must_use vec format clone into from default eq fmt into_future
    to_string as_ref into_iter new build builder inner prepare send reply map operation extra kind Client Call Builder
    runtime rt calls baseUrl base_url deployment configure withRow Error Reply Operations Operation operations CLIENT
    Record Target Text Bounds schema blank table member members read write member_mut value other target url chainloom
    chainloom_runtime lib con aux nul self_ id name Name service Service UnknownValue Unknown known_value as_str
    from_str Extra Input output Output
    aB a_b ab AB a-b A x X i T O 1 1a 1st a1 a_1 a1b 9 - -- --- ? ! { } {a} $ # @ a.b . .. a/b / a:b , [ ] * & | % ~ ` ^
";

/// Texts with what [`NASTY`] cannot hold.
const NASTIER: [&str; 14] =
    ["", " ", "a b", " a", "\u{1F41D}", "ä", "Straße", "名", "a\"b", "a'b", "a\\b", "it is", "é1", "null"];

/// All nasty names.
pub(crate) fn nasty() -> Vec<&'static str> {
    NASTY.split_whitespace().chain(NASTIER).collect()
}

/// Whether a nasty name may be forced upon a slot of this kind. A file must have a name that a disk
/// can hold.
pub(crate) fn fits(kind: Kind, name: &str) -> bool {
    let plain = name.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-".contains(letter));
    kind != Kind::File || (!name.is_empty() && plain)
}

/// A name that is like one that is there: in another case, or as what is generated beside it is
/// called.
pub(crate) fn like(name: &str, other: &str, rng: &mut fastrand::Rng) -> String {
    use chainloom_codegen::{pascal, snake};
    const BESIDE: [&str; 12] = [
        "Service", "ServiceExt", "Call", "Input", "Client", "Builder", "Value", "Arm", "Table", "Schema", "_INPUT",
        "_SERVICE",
    ];
    match rng.u8(0..7) {
        0 => snake(name),
        1 => pascal(name),
        2 => snake(name).to_uppercase(),
        3 => format!("{}{}", pascal(name), pascal(other)),
        4 => format!("{name}{}", BESIDE[rng.usize(0..BESIDE.len())]),
        5 => format!("with{}", pascal(name)),
        _ => name.to_owned(),
    }
}
