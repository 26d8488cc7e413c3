//! `POST /user` (API-164). The specification shows neither its use nor its body, so no code sends it until they are
//! defined (CTC-043); the request exists with a free body.

use crate::flow::{HttpRequest, ServerWrite};

/// The request. `body`: JSON text, sent as it is.
pub fn user_request(body: String) -> HttpRequest {
    ServerWrite::CreateUser.post("user").json_text(body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::Method;

    #[test]
    fn api_164_ctc_043_the_request_of_a_user_sends_the_given_body() {
        let request = user_request(r#"{"anything":[1]}"#.to_owned());
        assert_eq!((request.method, request.path.as_str()), (Method::Post, "user"));
        assert_eq!(request.body.as_ref().map(|body| body.expose().as_str()), Some(r#"{"anything":[1]}"#));
    }
}
