//! Tests that compare each request byte for byte, because the gateway refuses keys in another
//! order.

use authorizenet::{Account, Amount, Page, Refund, Review, Status, TransactionId};
use axum::response::IntoResponse;
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::support::{KEY, LOGIN, Scripted, TOKEN, charge, reference, reply};

fn authentication() -> String {
    format!(r#""merchantAuthentication":{{"name":"{LOGIN}","transactionKey":"{KEY}"}}"#)
}

fn id(text: &str) -> TransactionId {
    TransactionId::parse(text).expect("a number")
}

fn moment(text: &str) -> Timestamp {
    text.parse().expect("a moment")
}

fn ok(mut rest: Value) -> String {
    rest["messages"] =
        json!({"resultCode": "Ok", "message": [{"code": "I00001", "text": "Successful."}]});
    reply(&rest)
}

#[tokio::test]
async fn charge_sends_the_documented_request() {
    let gateway = Scripted::saying(ok(json!({}))).await;
    gateway.client().charge(&charge(TOKEN)).await;
    let expected = format!(
        r#"{{"createTransactionRequest":{{{},"refId":"PAY0001","transactionRequest":{{"transactionType":"authCaptureTransaction","amount":"25.00","currencyCode":"CAD","payment":{{"opaqueData":{{"dataDescriptor":"COMMON.ACCEPT.INAPP.PAYMENT","dataValue":"{TOKEN}"}}}},"order":{{"invoiceNumber":"PAY0001","description":"eGift cards"}},"customer":{{"id":"123","email":"a@b.ca"}},"billTo":{{"firstName":"Ann","lastName":"Lee"}},"customerIP":"203.0.113.9","transactionSettings":{{"setting":[{{"settingName":"duplicateWindow","settingValue":"28800"}}]}}}}}}}}"#,
        authentication()
    );
    assert_eq!(gateway.requests(), [expected]);
}

#[tokio::test]
async fn charge_leaves_out_absent_customer_fields() {
    let gateway = Scripted::saying(ok(json!({}))).await;
    let bare = authorizenet::Charge {
        customer_id: None,
        email: String::new(),
        customer_ip: None,
        ..charge(TOKEN)
    };
    gateway.client().charge(&bare).await;
    let sent = gateway.requests().concat();
    assert!(!sent.contains("customer"), "{sent}");
}

#[tokio::test]
async fn void_and_refund_send_the_documented_requests() {
    let gateway = Scripted::saying(ok(json!({}))).await;
    gateway.client().void(&reference("VOID1"), &id("60")).await;
    let refund = Refund {
        duplicate_window: std::time::Duration::from_secs(90_000),
        reference: reference("BACK1"),
        amount: Amount::from_cents(505),
        transaction: id("60"),
        last_four: "1111".to_owned(),
    };
    gateway.client().refund(&refund).await;
    let expected = [
        format!(
            r#"{{"createTransactionRequest":{{{},"refId":"VOID1","transactionRequest":{{"transactionType":"voidTransaction","refTransId":"60"}}}}}}"#,
            authentication()
        ),
        format!(
            r#"{{"createTransactionRequest":{{{},"refId":"BACK1","transactionRequest":{{"transactionType":"refundTransaction","amount":"5.05","payment":{{"creditCard":{{"cardNumber":"1111","expirationDate":"XXXX"}}}},"refTransId":"60","order":{{"invoiceNumber":"BACK1"}},"transactionSettings":{{"setting":[{{"settingName":"duplicateWindow","settingValue":"28800"}}]}}}}}}}}"#,
            authentication()
        ),
    ];
    assert_eq!(gateway.requests(), expected);
}

#[tokio::test]
async fn review_sends_approve_and_decline_requests() {
    let gateway = Scripted::saying(ok(json!({}))).await;
    gateway.client().review(&reference("REV1"), &id("60"), Review::Approve).await;
    gateway.client().review(&reference("REV1"), &id("60"), Review::Decline).await;
    let expected = ["approve", "decline"].map(|action| {
        format!(
            r#"{{"updateHeldTransactionRequest":{{{},"refId":"REV1","heldTransactionRequest":{{"action":"{action}","refTransId":"60"}}}}}}"#,
            authentication()
        )
    });
    assert_eq!(gateway.requests(), expected);
}

#[tokio::test]
async fn find_transaction_reads_the_details() {
    let gateway = Scripted::saying(ok(json!({
        "transaction": {
            "transId": "2162566217", "submitTimeUTC": "2011-09-01T16:30:49.39Z",
            "submitTimeLocal": "2011-09-01T10:30:49.39", "transactionType": "authCaptureTransaction",
            "transactionStatus": "settledSuccessfully", "responseCode": 1, "responseReasonCode": 1,
            "responseReasonDescription": "Approval", "authCode": "JPG9DJ", "AVSResponse": "Y",
            "order": {"invoiceNumber": "PAY0001", "description": "eGift cards"},
            "authAmount": 1018.88, "settleAmount": 1018.88, "taxExempt": false,
            "payment": {"creditCard": {"cardNumber": "XXXX4444", "expirationDate": "XXXX", "cardType": "MasterCard"}},
        },
        "transrefId": "PAY0001", "refId": "only this request's",
    })))
    .await;
    let found = gateway.client().find_transaction(&id("2162566217")).await.expect("an answer");
    let found = found.expect("a transaction");
    assert_eq!(found.id, id("2162566217"));
    assert_eq!(found.reference.as_deref(), Some("PAY0001"));
    assert_eq!(found.invoice_number.as_deref(), Some("PAY0001"));
    assert_eq!(found.status, Status::SettledSuccessfully);
    assert_eq!((found.authorized.cents(), found.settles.cents()), (101_888, 101_888));
    assert_eq!(found.submitted_at, moment("2011-09-01T16:30:49.39Z"));
    let card = Account { brand: "MasterCard".to_owned(), last_four: "4444".to_owned() };
    assert_eq!(found.account, card);
    assert_eq!(
        gateway.requests(),
        [format!(
            r#"{{"getTransactionDetailsRequest":{{{},"transId":"2162566217"}}}}"#,
            authentication()
        )]
    );
}

#[tokio::test]
async fn find_transaction_returns_none_for_an_unknown_id() {
    let gateway = Scripted::saying(reply(&json!({
        "messages": {"resultCode": "Error", "message": [{"code": "E00040", "text": "The record cannot be found."}]},
    })))
    .await;
    assert_eq!(gateway.client().find_transaction(&id("1")).await, Ok(None));
}

#[tokio::test]
async fn list_unsettled_sends_paging_and_reads_the_list() {
    let gateway = Scripted::saying(ok(json!({
        "transactions": [{
            "transId": "60", "submitTimeUTC": "2026-03-10T15:00:00Z",
            "transactionStatus": "capturedPendingSettlement", "invoiceNumber": "PAY0001",
            "accountType": "Visa", "accountNumber": "XXXX1111", "settleAmount": 25.00,
        }],
        "totalNumInResultSet": 1,
    })))
    .await;
    let page = gateway.client().list_unsettled(Page::FIRST.next()).await.expect("a list");
    assert_eq!(page.len(), 1);
    assert_eq!(page[0].amount, Amount::from_cents(2500));
    assert_eq!(page[0].invoice_number.as_deref(), Some("PAY0001"));
    assert_eq!(page[0].account.last_four, "1111");
    assert_eq!(
        gateway.requests(),
        [format!(
            r#"{{"getUnsettledTransactionListRequest":{{{},"sorting":{{"orderBy":"submitTimeUTC","orderDescending":true}},"paging":{{"limit":1000,"offset":2}}}}}}"#,
            authentication()
        )]
    );
}

#[tokio::test]
async fn list_unsettled_reads_an_empty_list() {
    let gateway = Scripted::saying(reply(&json!({
        "messages": {"resultCode": "Ok", "message": [{"code": "I00004", "text": "No records found."}]},
    })))
    .await;
    assert_eq!(gateway.client().list_unsettled(Page::FIRST).await, Ok(Vec::new()));
}

#[tokio::test]
async fn list_settlements_adds_up_the_brands_of_a_batch() {
    let gateway = Scripted::saying(ok(json!({
        "batchList": [{
            "batchId": "1221577", "settlementTimeUTC": "2011-09-01T16:38:54Z",
            "settlementTimeUTCSpecified": true, "settlementState": "settledSuccessfully",
            "paymentMethod": "creditCard",
            "statistics": [
                { "accountType": "MasterCard", "chargeAmount": 1018.88, "chargeCount": 1,
                  "refundAmount": 0.00, "refundCount": 0, "voidCount": 0, "declineCount": 0,
                  "errorCount": 0, "returnedItemAmountSpecified": false },
                { "accountType": "Visa", "chargeAmount": 25.5, "chargeCount": 2,
                  "refundAmount": 5.00, "refundCount": 1, "voidCount": 1, "declineCount": 0,
                  "errorCount": 0 },
            ],
        }],
    })))
    .await;
    let (from, until) = (moment("2011-09-01T00:00:00Z"), moment("2011-09-02T00:00:00Z"));
    let found = gateway.client().list_settlements(from, until).await.expect("a list");
    let [one] = &found[..] else { panic!("{found:?}") };
    assert_eq!((one.charges.cents(), one.charge_count), (104_438, 3));
    assert_eq!((one.refunds.cents(), one.refund_count), (500, 1));
    let asked = gateway.requests();
    assert!(asked[0].contains(r#""includeStatistics":true,"firstSettlementDate""#), "{asked:?}");
}

#[tokio::test]
async fn list_batches_and_list_batch_read_settled_transactions() {
    let gateway = Scripted::saying(ok(json!({
        "batchList": [{
            "batchId": "1221577", "settlementTimeUTC": "2011-09-01T16:38:54.52Z",
            "settlementState": "settledSuccessfully", "paymentMethod": "creditCard",
        }],
        "transactions": [],
    })))
    .await;
    let (from, until) = (moment("2011-09-01T00:00:00.5Z"), moment("2011-09-02T00:00:00Z"));
    let batches = gateway.client().list_batches(from, until).await.expect("a list");
    assert_eq!(batches.len(), 1);
    assert_eq!(
        (batches[0].id.as_str(), batches[0].state.as_str()),
        ("1221577", "settledSuccessfully")
    );
    let inside = gateway.client().list_batch("1221577", Page { number: 3, size: 50 }).await;
    assert_eq!(inside, Ok(Vec::new()));
    assert_eq!(
        gateway.requests(),
        [
            format!(
                r#"{{"getSettledBatchListRequest":{{{},"includeStatistics":false,"firstSettlementDate":"2011-09-01T00:00:00Z","lastSettlementDate":"2011-09-02T00:00:00Z"}}}}"#,
                authentication()
            ),
            format!(
                r#"{{"getTransactionListRequest":{{{},"batchId":"1221577","sorting":{{"orderBy":"submitTimeUTC","orderDescending":true}},"paging":{{"limit":50,"offset":3}}}}}}"#,
                authentication()
            ),
        ]
    );
}

#[tokio::test]
async fn merchant_and_authenticate_send_their_requests() {
    let gateway = Scripted::saying(ok(json!({
        "isTestMode": true, "merchantName": "Test Developer", "gatewayId": "565697",
        "currencies": ["CAD"], "publicClientKey": "5FcB6WrfHGS76gHW3v7btBCE3HuuBuke9Pj96Ztfn5R32G5ep42vne7MCWZtAucY",
    })))
    .await;
    let merchant = gateway.client().merchant().await.expect("a merchant");
    assert!(merchant.is_test_mode);
    assert_eq!(merchant.currencies, ["CAD"]);
    assert!(merchant.public_client_key.starts_with("5FcB6"));
    gateway.client().authenticate().await.expect("known");
    let expected = ["getMerchantDetailsRequest", "authenticateTestRequest"]
        .map(|name| format!(r#"{{"{name}":{{{}}}}}"#, authentication()));
    assert_eq!(gateway.requests(), expected);
}

/// Builds a transaction as shown in the gateway's lists.
fn listed(number: usize, submitted: &str, invoice: &str) -> Value {
    json!({
        "transId": number.to_string(), "submitTimeUTC": submitted, "invoiceNumber": invoice,
        "transactionStatus": "capturedPendingSettlement", "settleAmount": 25.00,
    })
}

#[tokio::test]
async fn search_reads_all_pages_and_batches() {
    let gateway = Scripted::with(|request| {
        let full = |first: usize| -> Vec<Value> {
            (first..first + 1000)
                .map(|number| listed(number, "2026-03-10T15:00:00Z", "OTHER"))
                .collect()
        };
        let body = if request.contains("getUnsettled") && request.contains(r#""offset":1"#) {
            json!({"transactions": full(1)})
        } else if request.contains("getUnsettled") {
            json!({"transactions": [
                listed(3001, "2026-03-10T14:59:00Z", "PAY0001"),
                listed(3002, "2026-03-10T13:00:00Z", "PAY0001"),
            ]})
        } else if request.contains("getSettledBatchList") {
            json!({"batchList": [{"batchId": "7", "settlementTimeUTC": "2026-03-10T15:30:00Z"}]})
        } else if request.contains(r#""offset":1"#) {
            json!({"transactions": full(5001)})
        } else {
            // One transaction was settled between the two requests.
            json!({"transactions": [
                listed(3001, "2026-03-10T14:59:00Z", "PAY0001"),
                listed(3003, "2026-03-10T14:58:00Z", "PAY0001"),
            ]})
        };
        ok(body).into_response()
    })
    .await;
    let (from, now) = (moment("2026-03-10T14:00:00Z"), moment("2026-03-10T16:00:00Z"));
    let found =
        gateway.client().search(&reference("PAY0001"), from..=now, now).await.expect("found");
    let numbers: Vec<&str> = found.iter().map(|item| item.id.as_str()).collect();
    assert_eq!(numbers, ["3001", "3003"], "each once, and none from before");
}

#[tokio::test]
async fn search_fails_when_one_list_fails() {
    let gateway = Scripted::with(|request| {
        let refused = json!({"messages": {"resultCode": "Error", "message": [{"code": "E00011", "text": "Access denied."}]}});
        let body = if request.contains("getUnsettled") { ok(json!({})) } else { reply(&refused) };
        body.into_response()
    })
    .await;
    let (from, now) = (moment("2026-03-10T14:00:00Z"), moment("2026-03-10T16:00:00Z"));
    let failure =
        gateway.client().search(&reference("PAY0001"), from..=now, now).await.expect_err("no");
    assert!(failure.has_code("E00011"), "{failure}");
    assert_eq!(failure.to_string(), "the gateway refused: E00011 Access denied.");
}
