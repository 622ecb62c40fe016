//! Results that count the items of a list in another result, as declared by `counts` of the spec.
//!
//! Input: a call. Output: the number of items in the result of the other operation with the same
//! parameters.

use serde_json::Value;

use super::chains::Chains;
use super::heads::Call;
use super::paths;

impl Chains {
    /// Returns the number of items that `counts` of an operation asks for; null if the list is
    /// null. `None` for an operation without `counts`.
    pub(super) fn counted(&self, call: Call<'_>) -> Option<Value> {
        let counts = call.operation.counts.as_ref()?;
        let ty = call.operation.schema.output?;
        let listing = self.operation_of(call.operation.schema.service, &counts.call)?;
        let mut listed = self.links.result(&self.api, listing, call.input, self.style);
        self.complete_result(Call { operation: listing, input: call.input }, &mut listed);
        if listed.is_null() {
            return Some(Value::Null);
        }
        let path: Vec<&str> = counts.list.0.iter().map(String::as_str).collect();
        let items = paths::at(&listed, &path)?.as_array()?;
        Some(paths::write_height(ty, u64::try_from(items.len()).ok()?))
    }
}
