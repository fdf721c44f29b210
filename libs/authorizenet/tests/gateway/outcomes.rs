//! Tests of the outcome of a charge for every possible reply. Anything uncertain must be
//! `Outcome::Unknown`.

use std::time::Duration;

use authorizenet::{Account, Client, Failure, Outcome, Secret, Settings, TransactionId};
use axum::http::StatusCode;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};

use crate::support::{KEY, LOGIN, Scripted, TOKEN, charge, client, impatient, reference, reply};

fn messages(result: &str, code: &str) -> Value {
    json!({"resultCode": result, "message": [{"code": code, "text": "Words."}]})
}

async fn outcome_of(body: impl Into<String>) -> Outcome {
    Scripted::saying(body).await.client().charge(&charge(TOKEN)).await
}

async fn outcome_of_response(response: Value, result: &str) -> Outcome {
    outcome_of(reply(&json!({
        "transactionResponse": response, "refId": "PAY0001", "messages": messages(result, "I00001"),
    })))
    .await
}

fn is_unknown(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Unknown(_))
}

#[tokio::test]
async fn charge_outcome_approved() {
    let outcome = outcome_of(
        "\u{feff}{\"transactionResponse\":{\"responseCode\":\"1\",\"authCode\":\"HW617E\",\"avsResultCode\":\"Y\",\"cvvResultCode\":\"P\",\"cavvResultCode\":\"\",\
         \"transId\":\"2157047189\",\"refTransID\":\"\",\"transHash\":\"\",\"testRequest\":\"0\",\"accountNumber\":\"XXXX1111\",\"accountType\":\"Visa\",\
         \"messages\":[{\"code\":\"1\",\"description\":\"This transaction has been approved.\"}],\"transHashSha2\":\"AB\",\"networkTransId\":\"CD\"},\
         \"refId\":\"PAY0001\",\"messages\":{\"resultCode\":\"Ok\",\"message\":[{\"code\":\"I00001\",\"text\":\"Successful.\"}]}}",
    )
    .await;
    let Outcome::Approved(receipt) = outcome else { panic!("{outcome:?}") };
    assert_eq!(receipt.transaction.as_str(), "2157047189");
    assert_eq!(receipt.auth_code, "HW617E");
    assert_eq!((receipt.avs.as_str(), receipt.cvv.as_str()), ("Y", "P"));
    let card = Account { brand: "Visa".to_owned(), last_four: "1111".to_owned() };
    assert_eq!(receipt.account, card);
}

#[tokio::test]
async fn charge_outcome_declined() {
    let response = json!({
        "responseCode": "2", "transId": "60",
        "errors": [{"errorCode": "2", "errorText": "This transaction has been declined."}],
    });
    let outcome = outcome_of_response(response, "Error").await;
    let Outcome::Declined(refusal) = outcome else { panic!("{outcome:?}") };
    assert_eq!(refusal.text(), "This transaction has been declined.");
    assert_eq!(refusal.transaction, TransactionId::parse("60"));
}

#[tokio::test]
async fn charge_outcome_held() {
    let response = json!({
        "responseCode": "4", "transId": "60",
        "messages": [{"code": "252", "description": "Your order has been received. Thank you for your business!"}],
    });
    let outcome = outcome_of_response(response, "Ok").await;
    assert!(matches!(&outcome, Outcome::Held(receipt) if receipt.transaction.as_str() == "60"));
}

#[tokio::test]
async fn charge_outcome_failed_for_errors_before_processing() {
    for code in ["6", "8", "13", "19"] {
        let response = json!({
            "responseCode": 3, "transId": "0", "errors": [{"errorCode": code, "errorText": "No."}],
        });
        let outcome = outcome_of_response(response, "Error").await;
        assert!(
            matches!(&outcome, Outcome::Failed(failure) if failure.has_code(code)),
            "{outcome:?}"
        );
    }
    for code in ["E00003", "E00007", "E00114", "E00115"] {
        let outcome = outcome_of(reply(&json!({"messages": messages("Error", code)}))).await;
        assert!(
            matches!(&outcome, Outcome::Failed(failure) if failure.has_code(code)),
            "{outcome:?}"
        );
    }
}

#[tokio::test]
async fn charge_outcome_unknown_for_a_duplicate() {
    let response = json!({
        "responseCode": "3", "transId": "0",
        "errors": [{"errorCode": "11", "errorText": "A duplicate transaction has been submitted."}],
    });
    assert!(is_unknown(&outcome_of_response(response, "Error").await));
}

#[tokio::test]
async fn charge_outcome_unknown_for_a_token_that_was_used() {
    for code in ["E00114", "E00115"] {
        let gateway = Scripted::saying(reply(&json!({"messages": messages("Error", code)}))).await;
        let mut again = charge(TOKEN);
        again.token = again.token.used();
        assert!(is_unknown(&gateway.client().charge(&again).await), "{code}");
    }
}

#[tokio::test]
async fn charge_outcome_unknown_without_a_transaction_id() {
    for code in ["1", "4"] {
        for transaction in [json!("0"), json!(""), json!(null), json!("x")] {
            let response = json!({"responseCode": code, "transId": transaction});
            assert!(is_unknown(&outcome_of_response(response, "Ok").await), "{code} {transaction}");
        }
    }
}

#[tokio::test]
async fn charge_outcome_ignores_the_result_code() {
    let declined = json!({"responseCode": "2", "transId": "60"});
    assert!(matches!(outcome_of_response(declined, "Ok").await, Outcome::Declined(_)));
    let approved = json!({"responseCode": "1", "transId": "60"});
    assert!(matches!(outcome_of_response(approved, "Error").await, Outcome::Approved(_)));
    let nothing = json!({"SupplementalDataQualificationIndicator": 0});
    assert!(is_unknown(&outcome_of_response(nothing, "Ok").await));
}

#[tokio::test]
async fn charge_outcome_unknown_for_another_reference() {
    let body = reply(&json!({
        "transactionResponse": {"responseCode": "1", "transId": "60"},
        "refId": "PAY0002", "messages": messages("Ok", "I00001"),
    }));
    assert!(is_unknown(&outcome_of(body).await));
}

#[tokio::test]
async fn charge_outcome_unknown_for_any_other_reply() {
    let approved = r#"{"transactionResponse":{"responseCode":"1","transId":"60"},"messages":{"resultCode":"Ok"}}"#;
    for code in ["E00001", "E00053", "E00104", "E99999"] {
        let body = reply(&json!({"messages": messages("Error", code)}));
        assert!(is_unknown(&outcome_of(body).await), "{code}");
    }
    for body in ["", "\u{feff}", "OK", "<html></html>", "{}", "[]", "null", &approved[..40]] {
        assert!(is_unknown(&outcome_of(body).await), "{body:?}");
    }
    assert!(is_unknown(
        &outcome_of_response(json!({"responseCode": "7", "transId": "60"}), "Ok").await
    ));
    let statuses = [
        StatusCode::FOUND,
        StatusCode::BAD_REQUEST,
        StatusCode::TOO_MANY_REQUESTS,
        StatusCode::INTERNAL_SERVER_ERROR,
        StatusCode::SERVICE_UNAVAILABLE,
    ];
    for status in statuses {
        let gateway = Scripted::replying(status, approved).await;
        assert!(is_unknown(&gateway.client().charge(&charge(TOKEN)).await), "{status}");
        assert_eq!(gateway.requests().len(), 1, "never sent again");
    }
}

/// Starts a server that reads this many bytes on each connection, sends some bytes, and closes the
/// connection.
async fn broken(
    reads: usize,
    answer: &'static str,
) -> (std::net::SocketAddr, tokio::task::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let one = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a caller");
        let mut bytes = vec![0; reads];
        stream.read_exact(&mut bytes).await.expect("a request");
        stream.write_all(answer.as_bytes()).await.expect("sent");
        drop(stream);
        // If the client retried, its second request would arrive here.
        let again = tokio::time::timeout(Duration::from_millis(50), listener.accept()).await;
        assert!(again.is_err(), "it was sent twice");
    });
    (address, one)
}

#[tokio::test]
async fn charge_outcome_unknown_and_not_retried_when_disconnected() {
    for (reads, answer) in [
        (1, ""),
        (200, ""),
        (200, "HTTP/1.1 200 OK\r\nContent-Le"),
        (200, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"transactionResponse\":"),
        (200, "HTTP/1.1 100 Continue\r\n\r\n"),
        (200, "garbage\r\n\r\n"),
    ] {
        let (address, served) = broken(reads, answer).await;
        let outcome = client(address).charge(&charge(TOKEN)).await;
        assert!(is_unknown(&outcome), "{answer:?}: {outcome:?}");
        served.await.expect("once only");
    }
}

#[tokio::test]
async fn charge_outcome_unknown_on_timeout() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    // The operating system completes the connection, but no server accepts it and the charge gets
    // no reply.
    let outcome = impatient(address).charge(&charge(TOKEN)).await;
    assert!(is_unknown(&outcome), "{outcome:?}");
}

fn is_unreachable(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Failed(Failure::Unreachable(_)))
}

#[tokio::test]
async fn charge_outcome_failed_when_the_gateway_is_unreachable() {
    // The port is bound without a listener: connections are refused, and no other program can take
    // it.
    let closed = tokio::net::TcpSocket::new_v4().expect("a socket");
    closed.bind("127.0.0.1:0".parse().expect("an address")).expect("a port");
    let outcome = client(closed.local_addr().expect("an address")).charge(&charge(TOKEN)).await;
    assert!(is_unreachable(&outcome), "{outcome:?}");

    // The server does not speak TLS, so the TLS handshake never completes and the request is never
    // sent.
    let gateway = Scripted::saying("{}").await;
    let url = format!("https://{}/xml/v1/request.api", gateway.address);
    let client = Client::new(Settings::new(url, LOGIN, Secret::new(KEY))).expect("a client");
    let outcome = client.charge(&charge(TOKEN)).await;
    assert!(is_unreachable(&outcome), "{outcome:?}");
    assert!(gateway.requests().is_empty());
}

#[tokio::test]
async fn void_of_a_voided_transaction_is_approved() {
    let gateway = Scripted::saying(reply(&json!({
        "transactionResponse": {
            "responseCode": "3", "transId": "0",
            "errors": [{"errorCode": "310", "errorText": "This transaction has already been voided."}],
        },
        "messages": messages("Error", "E00027"),
    })))
    .await;
    let id = TransactionId::parse("60").expect("a number");
    let outcome = gateway.client().void(&reference("VOID1"), &id).await;
    assert!(
        matches!(&outcome, Outcome::Approved(receipt) if receipt.transaction == id),
        "{outcome:?}"
    );
    // The reply "already voided" counts as a success for voids only. A charge with this reply has
    // failed.
    assert!(matches!(gateway.client().charge(&charge(TOKEN)).await, Outcome::Failed(_)));
}
