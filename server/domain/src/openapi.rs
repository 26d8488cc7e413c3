//! The OpenAPI description, generated from the route table and the contract's examples, so it lists exactly the served
//! routes.

use crate::body::{BODIES, Body, item_of};
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::http::Failure;
use crate::routes::{API_ROUTES, ApiRoute};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;
use wire::limits::{FORM_VALUE_MAX_CHARS, LIST_MAX_ITEMS, text_max_chars};

/// `GET /openapi.json`: 404 where the operator does not publish it.
pub(crate) fn serve(tx: &mut Transaction<'_, '_>, _call: &Call) -> Answer {
    if !tx.config.api_document {
        return Err(Failure::not_found("document"));
    }
    // Generated once: any caller may request it, and it parses every example.
    static TEXT: LazyLock<String> = LazyLock::new(|| openapi().to_string());
    Ok(TEXT.clone())
}

/// OpenAPI 3.1 description of the REST API.
pub fn openapi() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for route in API_ROUTES {
        let path = paths.entry(route.path).or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(methods) = path {
            methods.insert(route.method.to_lowercase(), operation(route));
        }
    }
    let requests: Vec<&str> = API_ROUTES.iter().filter_map(|route| route.request).map(|body| body.name).collect();
    let schemas: Map<String, Value> = BODIES
        .iter()
        .map(|body| {
            let strict = requests.contains(&body.name);
            (body.name.to_owned(), schema("", body.example_value(), strict.then_some(body), body.nullable))
        })
        .collect();
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Contact centre", "version": env!("CARGO_PKG_VERSION") },
        "servers": [{ "url": "/api" }],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
    })
}

/// Routes that answer 204, without a body, where nothing was found (docs/contract.md).
const MAY_BE_EMPTY: [&str; 9] = [
    "/campaigns/voice/{id}/script",
    "/queues/voice/{id}/script",
    "/campaigns/whatsapp/{id}/script",
    "/queues/whatsapp/{id}/script",
    "/whatsapp/messages/search",
    "/contacts",
    "/template/contact-filters/contacts/{id}",
    "/contacts/{id}/last-contact",
    "/contacts/latest-contact-interaction",
];

fn operation(route: &ApiRoute) -> Value {
    let mut operation = json!({
        "summary": route.summary,
        "parameters": parameters(route),
        "responses": {
            "200": { "description": "done", "content": content(route.response) },
            "default": { "description": "refused", "content": { "application/json": { "schema": reference("Error") } } },
        },
    });
    if let Value::Object(fields) = &mut operation {
        if let Some(request) = route.request {
            fields.insert("requestBody".to_owned(), json!({ "required": true, "content": content(request) }));
        }
        if route.needs_token() {
            fields.insert("security".to_owned(), json!([{ "token": [] }]));
        }
        if let Some(Value::Object(responses)) =
            fields.get_mut("responses").filter(|_| MAY_BE_EMPTY.contains(&route.path))
        {
            responses.insert("204".to_owned(), json!({ "description": "nothing was found" }));
        }
    }
    operation
}

fn parameters(route: &ApiRoute) -> Vec<Value> {
    let in_path = route
        .path
        .split('/')
        .filter_map(|segment| segment.strip_prefix('{').and_then(|name| name.strip_suffix('}')))
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }));
    let in_query =
        route.query.iter().map(|name| json!({ "name": name, "in": "query", "schema": { "type": "string" } }));
    in_path.chain(in_query).collect()
}

fn content(body: &Body) -> Value {
    json!({ "application/json": { "schema": reference(body.name), "example": body.example_value() } })
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// The schema of an example. `strict` (requests): its fields are required except the given ones, no others are allowed,
/// and texts and lists are limited. A field of `nullable` may be null.
fn schema(name: &str, example: &Value, strict: Option<&Body>, nullable: &[&str]) -> Value {
    let described = non_null_schema(name, example, strict, nullable);
    if nullable.contains(&name) { json!({ "anyOf": [described, { "type": "null" }] }) } else { described }
}

fn non_null_schema(name: &str, example: &Value, strict: Option<&Body>, nullable: &[&str]) -> Value {
    match example {
        Value::Null => json!({}),
        Value::Bool(_) => json!({ "type": "boolean" }),
        Value::Number(number) if number.is_f64() => json!({ "type": "number" }),
        Value::Number(_) => json!({ "type": "integer" }),
        Value::String(_) if strict.is_some() => json!({ "type": "string", "maxLength": text_max_chars(name) }),
        Value::String(_) => json!({ "type": "string" }),
        Value::Array(items) => {
            let items = item_of(items).map_or(json!({}), |item| schema("", &item, strict, nullable));
            match strict {
                Some(body) if !body.long_lists.contains(&name) => {
                    json!({ "type": "array", "items": items, "maxItems": LIST_MAX_ITEMS })
                }
                Some(_) | None => json!({ "type": "array", "items": items }),
            }
        }
        Value::Object(_) if strict.is_some_and(|body| body.maps.contains(&name)) => {
            let value = json!({ "type": "string", "maxLength": FORM_VALUE_MAX_CHARS });
            json!({ "type": "object", "additionalProperties": value })
        }
        Value::Object(fields) => {
            let properties: Map<String, Value> =
                fields.iter().map(|(name, field)| (name.clone(), schema(name, field, strict, nullable))).collect();
            match strict {
                None => json!({ "type": "object", "properties": properties }),
                Some(body) => {
                    let required: Vec<&String> =
                        fields.keys().filter(|name| !body.optional.contains(&name.as_str())).collect();
                    json!({
                        "type": "object",
                        "properties": properties,
                        "required": required,
                        "additionalProperties": false,
                    })
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_route_is_described_and_every_description_is_a_route() {
        let served: BTreeSet<String> =
            API_ROUTES.iter().map(|route| format!("{} {}", route.method.to_lowercase(), route.path)).collect();
        assert_eq!(served.len(), API_ROUTES.len(), "two routes with one method and path");
        let description = openapi();
        let described: BTreeSet<String> = description["paths"]
            .as_object()
            .unwrap()
            .iter()
            .flat_map(|(path, methods)| {
                methods.as_object().unwrap().keys().map(move |method| format!("{method} {path}"))
            })
            .collect();
        assert_eq!(described, served);
    }

    #[test]
    fn services_that_the_operator_did_not_name_may_be_null() {
        let schemas = &openapi()["components"]["schemas"];
        for (body, field) in [("Configuration", "errorReporting"), ("WhiteLabel", "logo"), ("Board", "pause")] {
            let text = schemas[body].to_string();
            let described = text.split(&format!("\"{field}\":")).nth(1).unwrap_or_default();
            assert!(described.starts_with(r#"{"anyOf":["#), "{body}.{field}: {described}");
        }
    }

    #[test]
    fn every_reference_has_its_schema() {
        let description = openapi();
        let schemas = description["components"]["schemas"].as_object().unwrap();
        for route in API_ROUTES {
            for body in route.request.into_iter().chain([route.response]) {
                assert!(schemas.contains_key(body.name), "{} of {}", body.name, route.path);
            }
        }
        assert!(schemas.contains_key("Error"));
        assert_eq!(schemas["SendMessageRequest"]["additionalProperties"], false);
        assert_eq!(schemas["ContactSave"]["properties"]["contact"]["required"], json!([]));
    }
}
