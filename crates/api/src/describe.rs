//! The description of the calls in OpenAPI 3.1, generated from their types.

use crate::Trouble;
use crate::calls::ALL;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// Returns the OpenAPI description of all calls.
///
/// ```
/// let all = sandtable_api::openapi();
/// assert_eq!(all["openapi"], "3.1.0");
/// assert!(all["paths"]["/api/odds"]["post"].is_object());
/// ```
#[must_use]
pub fn openapi() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut schemas = settings.into_generator();
    let trouble = schemas.subschema_for::<Trouble>();
    let content = |schema: &Value| json!({"application/json": {"schema": schema}});
    let mut paths = Map::new();
    for call in ALL {
        let takes = json!((call.takes)(&mut schemas));
        let gives = json!((call.gives)(&mut schemas));
        let failed = |says: &str| json!({"description": says, "content": content(&json!(trouble))});
        let name = call.path.trim_start_matches("/api/");
        let post = json!({
            "operationId": name,
            "summary": call.says,
            "requestBody": {"required": true, "content": content(&takes)},
            "responses": {
                "200": {"description": "The answer.", "content": content(&gives)},
                "400": failed("The request is not JSON of this shape."),
                "413": failed("The request is too long."),
                "422": failed("The request names something that does not exist, or asks for something that the rules forbid."),
                "429": failed("Too many requests at once."),
                "503": failed("The answer would take too long."),
            },
        });
        paths.insert(call.path.to_owned(), json!({"post": post}));
    }
    let definitions = schemas.take_definitions(true);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Sandtable",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Published miniature-wargame rules, umpired exactly.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "paths": paths,
        "components": {"schemas": definitions},
    })
}
