//! Subscriptions: their methods, and the calls that fetch missed events.

use crate::diagnostic::Span;
use crate::language::mapping::mapping;
use crate::language::node::Text;

mapping! {
    /// Method names of subscriptions.
    #[derive(Clone, Debug)]
    pub(crate) struct SubscribeDecl = "subscribe", "`subscribe`" {
        must call: Text; "The method that begins a subscription.";
        must cancel: Text; "The method that ends a subscription.";
        must notify: Text; "The method name of events.";
    }
}

mapping! {
    /// Calls and members with which missed events are fetched.
    #[derive(Clone, Debug)]
    pub(crate) struct BackfillDecl = "backfill", "`backfill`" {
        here span: Span; "Source span of the declaration.";
        must height: Text; "The member of an event that is its height.";
        must same: Vec<Text>; "The members that identify an event.";
        must latest: Text; "The operation that returns the current height.";
        must call: Text; "The operation that returns events.";
        some at: Text; "The parameter that takes one height; the operation returns one event.";
        some from: Text; "The parameter, or its member, that takes the first height.";
        some to: Text; "The parameter, or its member, that takes the last height.";
        some hash: Text; "The member of an event that is the hash of its block.";
        some parent: Text; "Beside `at`: the member of an event that is the hash of the block a height below.";
        some removed: Text; "The member that is true in an event that withdraws an earlier one.";
    }
}
