//! What comes back, said by the type of the document.

use schemars::{JsonSchema, Schema};

use crate::{ReplyShape, question::SchemaOf};

/// An answer that is a document.
pub(super) const fn json<T: JsonSchema>() -> ReplyShape {
    ReplyShape::Json(schema::<T>())
}

/// The schema of a document. A page without a server has no use for schemas: what makes them is not linked there.
pub(super) const fn schema<T: JsonSchema>() -> SchemaOf {
    match cfg!(target_family = "wasm") {
        true => |_| Schema::default(),
        false => |generator| generator.subschema_for::<T>(),
    }
}
