//! Validates requests against the gateway's schema: allowed elements, their order and their length.
//! Errors use the gateway's wording.

use super::{elements, json::Node};
use crate::amount::Amount;

const NAMESPACE: &str = "AnetApi/xml/v1/schema/AnetApiSchema.xsd";

pub enum Shape {
    Text(usize),
    OneOf(&'static [&'static str]),
    Money,
    /// Whole number between these two limits, inclusive.
    Count(u32, u32),
    Object(&'static [Field]),
    /// Element whose content is not validated.
    Anything,
}

pub struct Field {
    name: &'static str,
    is_required: bool,
    shape: Shape,
}

pub const fn required(name: &'static str, shape: Shape) -> Field {
    Field { name, is_required: true, shape }
}

pub const fn optional(name: &'static str, shape: Shape) -> Field {
    Field { name, is_required: false, shape }
}

pub const fn ignored(name: &'static str) -> Field {
    optional(name, Shape::Anything)
}

/// Calls that the sandbox supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    CreateTransaction,
    TransactionDetails,
    UnsettledTransactions,
    SettledBatches,
    BatchTransactions,
    BatchStatistics,
    UpdateHeld,
    MerchantDetails,
    AuthenticateTest,
    Tokenise,
}

impl Call {
    const ALL: [Call; 10] = [
        Call::CreateTransaction,
        Call::TransactionDetails,
        Call::UnsettledTransactions,
        Call::SettledBatches,
        Call::BatchTransactions,
        Call::BatchStatistics,
        Call::UpdateHeld,
        Call::MerchantDetails,
        Call::AuthenticateTest,
        Call::Tokenise,
    ];

    /// Returns the name of the call's root element.
    pub fn name(self) -> &'static str {
        match self {
            Call::CreateTransaction => "createTransactionRequest",
            Call::TransactionDetails => "getTransactionDetailsRequest",
            Call::UnsettledTransactions => "getUnsettledTransactionListRequest",
            Call::SettledBatches => "getSettledBatchListRequest",
            Call::BatchTransactions => "getTransactionListRequest",
            Call::BatchStatistics => "getBatchStatisticsRequest",
            Call::UpdateHeld => "updateHeldTransactionRequest",
            Call::MerchantDetails => "getMerchantDetailsRequest",
            Call::AuthenticateTest => "authenticateTestRequest",
            Call::Tokenise => "securePaymentContainerRequest",
        }
    }

    pub fn parse(name: &str) -> Option<Call> {
        Call::ALL.into_iter().find(|call| call.name() == name)
    }

    fn fields(self) -> &'static [Field] {
        match self {
            Call::CreateTransaction => elements::CREATE_TRANSACTION,
            Call::TransactionDetails => elements::TRANSACTION_DETAILS,
            Call::UnsettledTransactions => elements::UNSETTLED_TRANSACTIONS,
            Call::SettledBatches => elements::SETTLED_BATCHES,
            Call::BatchTransactions => elements::BATCH_TRANSACTIONS,
            Call::BatchStatistics => elements::BATCH_STATISTICS,
            Call::UpdateHeld => elements::UPDATE_HELD,
            Call::MerchantDetails | Call::AuthenticateTest => elements::NOTHING,
            Call::Tokenise => elements::TOKENISE,
        }
    }
}

/// Validates a request. The error is the message text of error E00003.
pub fn check(call: Call, request: &Node) -> Result<(), String> {
    check_object(call.name(), call.fields(), request)
}

fn check_object(element: &str, fields: &[Field], node: &Node) -> Result<(), String> {
    let children = match node {
        Node::Object(children) => children.as_slice(),
        Node::Leaf(text) if text.is_empty() => &[],
        _ => return Err(wrong_value(element, "its content is invalid")),
    };
    // Position in the list of allowed elements. Elements before this position may no longer follow.
    let mut position = 0;
    for (name, child) in children {
        let expected = expected_from(fields, position);
        let Some(found) = expected.iter().position(|field| field.name == name) else {
            return Err(format!(
                "The element '{element}' in namespace '{NAMESPACE}' has invalid child element '{name}' in namespace \
                 '{NAMESPACE}'. List of possible elements expected: '{}' in namespace '{NAMESPACE}'.",
                names(expected)
            ));
        };
        for item in child.items() {
            check_field(&expected[found], item)?;
        }
        position += found + 1;
    }
    match fields[position..].iter().find(|field| field.is_required) {
        None => Ok(()),
        Some(_) => Err(format!(
            "The element '{element}' in namespace '{NAMESPACE}' has incomplete content. List of possible elements \
             expected: '{}' in namespace '{NAMESPACE}'.",
            names(expected_from(fields, position))
        )),
    }
}

/// Returns the elements that are allowed next: all up to and including the first required element.
fn expected_from(fields: &[Field], position: usize) -> &[Field] {
    let rest = &fields[position..];
    let end = rest.iter().position(|field| field.is_required).map_or(rest.len(), |at| at + 1);
    &rest[..end]
}

fn names(fields: &[Field]) -> String {
    fields.iter().map(|field| field.name).collect::<Vec<_>>().join(", ")
}

fn check_field(field: &Field, node: &Node) -> Result<(), String> {
    let text = match (&field.shape, node) {
        (Shape::Anything, _) => return Ok(()),
        (Shape::Object(fields), node) => return check_object(field.name, fields, node),
        (_, Node::Leaf(text)) => text,
        (_, _) => return Err(wrong_value(field.name, "its content is invalid")),
    };
    let problem = match &field.shape {
        Shape::Text(most) if text.encode_utf16().count() > *most => {
            "The actual length is greater than the MaxLength value"
        }
        Shape::OneOf(words) if !words.contains(&text.as_str()) => {
            "The Enumeration constraint failed"
        }
        Shape::Money if Amount::parse(text).is_none() => "It is no valid Decimal value",
        Shape::Count(least, most)
            if !text.parse().is_ok_and(|number| (*least..=*most).contains(&number)) =>
        {
            "It is out of range"
        }
        _ => return Ok(()),
    };
    Err(wrong_value(
        field.name,
        &format!("The value '{text}' is invalid according to its datatype - {problem}"),
    ))
}

fn wrong_value(element: &str, problem: &str) -> String {
    format!("The '{NAMESPACE}:{element}' element is invalid - {problem}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(call: Call, json: &str) -> Option<String> {
        check(call, &Node::parse(json).expect("JSON")).err()
    }

    const WHO: &str = r#""merchantAuthentication":{"name":"a","transactionKey":"b"}"#;

    #[test]
    fn check_refuses_keys_out_of_order_or_repeated() {
        let call = Call::TransactionDetails;
        assert_eq!(problem(call, &format!(r#"{{{WHO},"refId":"1","transId":"2"}}"#)), None);
        let late =
            problem(call, &format!(r#"{{{WHO},"transId":"2","refId":"1"}}"#)).expect("wrong");
        assert!(late.contains("has invalid child element 'refId'"), "{late}");
        let early =
            problem(call, &format!(r#"{{"refId":"1",{WHO},"transId":"2"}}"#)).expect("wrong");
        assert!(early.contains("expected: 'merchantAuthentication'"), "{early}");
        let twice = problem(call, &format!(r#"{{{WHO},"transId":"2","transId":"2"}}"#));
        assert!(twice.expect("wrong").contains("invalid child element 'transId'"));
    }

    #[test]
    fn check_names_missing_required_fields() {
        let missing = problem(Call::TransactionDetails, &format!("{{{WHO}}}")).expect("wrong");
        assert!(missing.contains("incomplete content"), "{missing}");
        assert!(missing.contains("'clientId, refId, transId'"), "{missing}");
    }

    #[test]
    fn check_refuses_values_outside_their_type() {
        for (json, word) in [
            (r#""refId":"123456789012345678901","transId":"2""#, "MaxLength"),
            (r#""transId":{"a":"b"}"#, "transId"),
        ] {
            let problem = problem(Call::TransactionDetails, &format!("{{{WHO},{json}}}"));
            assert!(problem.expect("wrong").contains(word), "{json}");
        }
        for (json, word) in [
            (r#"{"transactionType":"giftTransaction"}"#, "Enumeration"),
            (r#"{"transactionType":"voidTransaction","amount":"1.001"}"#, "Decimal"),
            (r#"{"amount":"1.00","transactionType":"voidTransaction"}"#, "'amount'"),
            (
                r#"{"transactionType":"voidTransaction","order":{"description":"d","invoiceNumber":"i"}}"#,
                "'invoiceNumber'",
            ),
        ] {
            let request = format!(r#"{{{WHO},"transactionRequest":{json}}}"#);
            let problem = problem(Call::CreateTransaction, &request).expect("wrong");
            assert!(problem.contains(word), "{json}: {problem}");
        }
        let request = format!(
            r#"{{{WHO},"sorting":{{"orderBy":"id","orderDescending":true}},"paging":{{"limit":1001,"offset":1}}}}"#
        );
        assert!(problem(Call::UnsettledTransactions, &request).expect("wrong").contains("range"));
    }
}
