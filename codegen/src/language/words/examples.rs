//! Examples of calls.

use crate::diagnostic::Span;
use crate::language::mapping::mapping;
use crate::language::node::{Node, Text};

mapping! {
    /// Request with its response.
    #[derive(Clone, Debug)]
    pub(crate) struct ExampleDecl = "example", "an example" {
        here span: Span; "Source span of the declaration.";
        some doc: Text; "The description of the example.";
        some variant: Text; "The variant of the example.";
        must request: Vec<(Text, Node)>; "The parameters, with their values.";
        some response: Node; "The response as JSON.";
    }
}
