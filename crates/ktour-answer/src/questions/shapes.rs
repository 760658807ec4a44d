//! Reply forms by document type.

use schemars::{JsonSchema, Schema};

use crate::{ReplyShape, question::SchemaOf};

/// Returns the form of a reply that is a JSON document.
pub(super) const fn json<T: JsonSchema>() -> ReplyShape {
    ReplyShape::Json(schema::<T>())
}

/// Returns the schema of a document. A page without a server needs no schemas, so the code for them is not
/// linked there.
pub(super) const fn schema<T: JsonSchema>() -> SchemaOf {
    match cfg!(target_family = "wasm") {
        true => |_| Schema::default(),
        false => |generator| generator.subschema_for::<T>(),
    }
}
