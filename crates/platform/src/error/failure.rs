//! Body of an error reply.

use std::collections::BTreeMap;

use axum::{
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Code, Error};
use kernel::{fields::Fields, language::Language, messages::Message, timestamp::Timestamp};

/// Data with which the client continues with the second step of signing in.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SecondFactorAsked {
    pub ticket: String,
    /// Methods for the second step that this account has: `PASSKEY`, `AUTHENTICATOR_APP`,
    /// `RECOVERY_CODE`.
    pub methods: Vec<&'static str>,
}

/// A request for a manager's approval.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalAsked {
    pub id: String,
    pub expires_at: Timestamp,
}

/// Error reply before its body is written. The trace layer, which knows the trace id, writes the
/// body.
#[derive(Clone, Debug)]
pub struct Failure {
    code: Code,
    message: Message,
    fields: Option<Fields>,
    second_factor: Option<SecondFactorAsked>,
    approval: Option<ApprovalAsked>,
    inner: Option<String>,
}

/// The body of every error reply.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    status: u16,
    trace_id: String,
    error_code: Code,
    /// A sentence for the user: what happened and what to do next.
    error_message: String,
    /// For `VALIDATION`: the path of each invalid field, with a message that says what to change.
    #[serde(skip_serializing_if = "Option::is_none")]
    fields: Option<BTreeMap<String, String>>,
    /// For `SECOND_FACTOR_REQUIRED`: data for the second step of signing in.
    #[serde(skip_serializing_if = "Option::is_none")]
    second_factor: Option<SecondFactorAsked>,
    /// For `APPROVAL_NEEDED`: the request that waits for a manager's approval.
    #[serde(skip_serializing_if = "Option::is_none")]
    approval: Option<ApprovalAsked>,
}

impl Failure {
    pub fn inner(&self) -> Option<&str> {
        self.inner.as_deref()
    }

    /// Builds the body in the caller's language.
    pub fn body(&self, trace_id: &str, language: Language) -> ErrorBody {
        ErrorBody {
            status: self.code.status().as_u16(),
            trace_id: trace_id.to_owned(),
            error_code: self.code,
            error_message: self.message.said_in(language).to_owned(),
            fields: self.fields.as_ref().map(|fields| fields.said_in(language)),
            second_factor: self.second_factor.clone(),
            approval: self.approval.clone(),
        }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let code = self.code();
        let retry_after = self.retry_after();
        let failure = Failure {
            code,
            message: self.message(),
            inner: self.inner(),
            second_factor: match &self {
                Error::SecondFactorRequired(asked) => Some(asked.clone()),
                _ => None,
            },
            approval: match &self {
                Error::ApprovalNeeded(asked) => Some(asked.clone()),
                _ => None,
            },
            fields: match self {
                Error::Invalid(fields) => Some(fields),
                _ => None,
            },
        };
        let mut response = code.status().into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(failure);
        response
    }
}
