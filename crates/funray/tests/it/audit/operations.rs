//! Lists the audit action of each call that changes something, or the reason why the call has no
//! audit row. Tests make these calls and check the rows.

use std::collections::{BTreeMap, BTreeSet};

use market::directory::LISTS;
use serde_json::{Value, json};

use super::{
    trial::Trial,
    trial_of_cards_and_orders::{try_approvals, try_cards, try_orders, try_reviews},
    trial_of_limits::{try_bank_payment, try_closing, try_limits},
    trial_of_payouts::try_payouts,
    trial_of_people::{try_closing_staff, try_joining, try_own, try_people, try_second_factors},
    trial_of_tenants::{try_directory, try_tenants},
    trial_of_tills::try_tills,
};
use crate::{
    support::TestApp,
    tenants::{Directory, open},
};

/// Calls that write an audit row, each with its action.
const AUDITED: [(&str, &str); 129] = [
    ("POST /api/v1/Accounts/invitations/{id}/approved", "ROLE_AGREED"),
    ("POST /api/v1/Accounts/invitations/{id}/declined", "ROLE_REFUSED"),
    ("POST /api/v1/Accounts/invited", "ROLE_OFFERED"),
    ("PUT /api/v1/Accounts/{id}", "ROLE_CHANGED"),
    ("PUT /api/v1/Accounts/roles/{id}/status/{status}", "ROLE_DEACTIVATED"),
    ("PUT /api/v1/Accounts/status", "ACCOUNT_DEACTIVATED"),
    ("PUT /api/v1/Accounts/me", "ACCOUNT_CHANGED"),
    ("PUT /api/v1/Accounts/me/notices", "ACCOUNT_CHANGED"),
    ("PUT /api/v1/Accounts/me/password", "PASSWORD_CHANGED"),
    ("DELETE /api/v1/Accounts/me/sessions/{id}", "SESSION_REVOKED"),
    ("DELETE /api/v1/Accounts/me/sessions", "SESSION_REVOKED"),
    ("DELETE /api/v1/Accounts/me", "ACCOUNT_CLOSED"),
    ("DELETE /api/v1/Accounts/me/closing", "CLOSING_WITHDRAWN"),
    ("POST /api/v1/Accounts/{id}/closed", "ACCOUNT_CLOSED"),
    ("POST /api/v1/Accounts/{id}/closing-declined", "CLOSING_DECLINED"),
    ("POST /api/v1/OAuth/login", "SIGNED_IN"),
    ("PUT /api/v1/Cards/{id}/deactived", "CARD_FROZEN"),
    ("PUT /api/v1/Cards/{id}/reactivated", "CARD_UNFROZEN"),
    ("POST /api/v1/Cards/{id}/resend-gift-card", "GIFT_READDRESSED"),
    ("POST /api/v1/Helpdesk/orders/{id}/cancelled", "ORDER_CANCELLED"),
    ("POST /api/v1/Helpdesk/orders/{id}/refunds", "ORDER_REFUNDED"),
    (
        "PUT /api/v1/Helpdesk/orders/{id}/refund-requests/{requestId}/approved",
        "ORDER_REFUND_APPROVED",
    ),
    (
        "PUT /api/v1/Helpdesk/orders/{id}/refund-requests/{requestId}/declined",
        "ORDER_REFUND_DECLINED",
    ),
    ("PUT /api/v1/Helpdesk/orders/{id}/refunds/{refundId}/paid", "BANK_PAYMENT_ASKED"),
    ("PUT /api/v1/Helpdesk/orders/{id}/refunds/{refundId}/paid/approved", "BANK_PAYMENT_MADE"),
    ("PUT /api/v1/Helpdesk/orders/{id}/refunds/{refundId}/paid/declined", "BANK_PAYMENT_DECLINED"),
    ("POST /api/v1/Helpdesk/orders/{id}/refunds/{refundId}/tried-again", "REFUND_TRIED_AGAIN"),
    ("POST /api/v1/Helpdesk/people/{id}/buying-limits", "BUYING_LIMIT_REQUESTED"),
    ("PUT /api/v1/Helpdesk/people/{id}/buying-limits/{limitId}/approved", "BUYING_LIMIT_RAISED"),
    ("PUT /api/v1/Helpdesk/people/{id}/buying-limits/{limitId}/declined", "BUYING_LIMIT_DECLINED"),
    ("PUT /api/v1/Helpdesk/people/{id}/buying-limits/{limitId}/ended", "BUYING_LIMIT_ENDED"),
    ("POST /api/v1/Vendors", "TENANT_CREATED"),
    ("PUT /api/v1/Vendors/{id}", "BANK_ACCOUNT_CHANGED"),
    ("PUT /api/v1/Vendors/{id}/status/{status}", "TENANT_APPROVED"),
    ("POST /api/v1/Vendors/{id}/asked", "REGISTRATION_ASKED"),
    ("POST /api/v1/Charities/{id}/asked", "REGISTRATION_ASKED"),
    ("POST /api/v1/Tenants/registrations/answered", "REGISTRATION_ANSWERED"),
    ("PUT /api/v1/Vendors/{id}/rejected", "TENANT_REJECTED"),
    ("PUT /api/v1/Vendors/{id}/closed", "SHOP_CLOSED"),
    ("POST /api/v1/Vendors/{id}/closing", "SHOP_CLOSING_ASKED"),
    ("PUT /api/v1/Vendors/{id}/closing/{closingId}/approved", "SHOP_CLOSING_APPROVED"),
    ("PUT /api/v1/Vendors/{id}/closing/{closingId}/declined", "SHOP_CLOSING_DECLINED"),
    ("PUT /api/v1/Vendors/{id}/closing/{closingId}/left/{orderId}/paid", "SHOP_CLOSING_PAID"),
    ("PUT /api/v1/Vendors/{id}/takeovers/{closingId}/accepted", "SHOP_TAKEOVER_ACCEPTED"),
    ("PUT /api/v1/Vendors/{id}/takeovers/{closingId}/declined", "SHOP_CLOSING_DECLINED"),
    ("POST /api/v1/Charities", "TENANT_CREATED"),
    ("POST /api/v1/Imports/shops", "TENANT_CREATED"),
    ("POST /api/v1/Imports/causes", "TENANT_CREATED"),
    ("POST /api/v1/Imports/campaigns", "CAMPAIGN_CREATED"),
    ("PUT /api/v1/Charities/{id}", "TENANT_CHANGED"),
    ("PUT /api/v1/Charities/{id}/status/{status}", "TENANT_APPROVED"),
    ("PUT /api/v1/Charities/{id}/rejected", "TENANT_REJECTED"),
    ("POST /api/v1/Charities/campaigns", "CAMPAIGN_CREATED"),
    ("PUT /api/v1/Charities/campaigns/{id}", "CAMPAIGN_CHANGED"),
    ("PUT /api/v1/Charities/campaigns/{id}/status/{status}", "CAMPAIGN_DEACTIVATED"),
    ("PUT /api/v1/Charities/campaigns/{id}/ended", "CAMPAIGN_CHANGED"),
    ("POST /api/v1/Charities/campaigns/{id}/updates", "CAMPAIGN_UPDATE_POSTED"),
    ("DELETE /api/v1/Charities/campaigns/{id}/updates/{updateId}", "CAMPAIGN_UPDATE_DELETED"),
    ("POST /api/v1/Accounts/invitations/{id}/sent-again", "ROLE_OFFER_RESENT"),
    ("POST /api/v1/Accounts/me/proof", "STEP_UP_PROVEN"),
    ("POST /api/v1/Accounts/passworded", "PASSWORD_CHANGED"),
    ("POST /api/v1/Accounts/confirmed", "ACCOUNT_CONFIRMED"),
    ("POST /api/v1/Accounts/sessions-ended", "SESSION_REVOKED"),
    ("POST /api/v1/Accounts/closed-cards", "CLOSED_CARDS_OPENED"),
    ("POST /api/v1/Accounts/offers/{token}/accepted", "ROLE_ACCEPTED"),
    ("POST /api/v1/Accounts/offers/{token}/declined", "ROLE_DECLINED"),
    ("DELETE /api/v1/Accounts/invitations/{id}", "ROLE_WITHDRAWN"),
    ("PUT /api/v1/Cards/{id}/transactions/{transactionId}/reversed", "CARD_REVERSED"),
    ("POST /api/v1/Helpdesk/orders/{id}/released", "ORDER_RELEASED"),
    ("POST /api/v1/Helpdesk/orders/{id}/voided", "ORDER_VOIDED"),
    ("POST /api/v1/Helpdesk/orders/{id}/checked", "CHARGE_TAKEN_BACK"),
    ("PUT /api/v1/Helpdesk/reversals/{id}/closed", "REVERSAL_CLOSED"),
    ("PUT /api/v1/Helpdesk/differences/{id}/closed", "DIFFERENCE_CLOSED"),
    ("PUT /api/v1/Helpdesk/bursts/{id}/closed", "BURST_CLOSED"),
    ("POST /api/v1/Cards/{id}/lost", "CARD_REPLACED"),
    ("PUT /api/v1/Accounts/me/authenticator-app", "SECOND_FACTOR_ADDED"),
    ("DELETE /api/v1/Accounts/me/authenticator-app", "SECOND_FACTOR_REMOVED"),
    ("POST /api/v1/Accounts/me/passkeys", "SECOND_FACTOR_ADDED"),
    ("DELETE /api/v1/Accounts/me/passkeys/{id}", "SECOND_FACTOR_REMOVED"),
    ("POST /api/v1/Accounts/me/recovery-codes", "RECOVERY_CODES_MADE"),
    ("POST /api/v1/Accounts/{id}/second-factors/reset", "SECOND_FACTOR_RESET"),
    ("PUT /api/v1/Accounts/me/pins/{id}", "PIN_SET"),
    ("DELETE /api/v1/Accounts/me/pins/{id}", "PIN_RESET"),
    ("DELETE /api/v1/Tills/pins/{id}", "PIN_RESET"),
    ("POST /api/v1/Tills/pins/{id}/unlocked", "PIN_UNLOCKED"),
    ("POST /api/v1/Tills/pins/unlocked", "PIN_UNLOCKED"),
    ("POST /api/v1/Tills/pins/renewed", "PIN_SET"),
    ("POST /api/v1/Tills/approvals/{id}/approved", "REDEMPTION_APPROVED"),
    ("POST /api/v1/Vendors/{id}/test-card", "TEST_CARD_MADE"),
    ("PUT /api/v1/TestCards/{code}/redeemed", "TEST_CARD_REDEEMED"),
    ("POST /api/v1/Tills/enrolled", "TILL_ENROLLED"),
    ("DELETE /api/v1/Tills/{id}", "TILL_REVOKED"),
    ("POST /api/v1/Tills/sessions", "SIGNED_IN"),
    ("POST /api/v1/Approvals/{id}/approved", "REDEMPTION_APPROVED"),
    ("POST /api/v1/Approvals/{id}/declined", "REDEMPTION_DECLINED"),
    ("POST /api/v1/Payouts", "PAYOUT_DRAFTED"),
    ("POST /api/v1/Payouts/runs", "PAYOUT_RUN_DRAFTED"),
    ("PUT /api/v1/Payouts/runs/{id}/approved", "PAYOUT_APPROVED"),
    ("PUT /api/v1/Payouts/runs/{id}/excluded", "PAYOUT_DISCARDED"),
    ("POST /api/v1/Payouts/runs/{id}/exports", "PAYOUT_EXPORTED"),
    ("PUT /api/v1/Payouts/exports/{id}/paid", "PAYOUT_PAID"),
    ("PUT /api/v1/Payouts/{id}/held-back", "PAYOUT_HELD_BACK"),
    ("PUT /api/v1/Payouts/{id}/approved", "PAYOUT_APPROVED"),
    ("PUT /api/v1/Payouts/{id}/discarded", "PAYOUT_DISCARDED"),
    ("POST /api/v1/Payouts/exports", "PAYOUT_EXPORTED"),
    ("POST /api/v1/Payouts/exports/{id}/file", "PAYOUT_FILE_READ"),
    ("PUT /api/v1/Payouts/{id}/paid", "PAYOUT_PAID"),
    ("PUT /api/v1/Payouts/exports/{id}/released", "PAYOUT_FILE_RELEASED"),
    ("PUT /api/v1/Payouts/{id}/failed", "PAYOUT_FAILURE_ASKED"),
    ("PUT /api/v1/Payouts/{id}/failed/confirmed", "PAYOUT_FAILED"),
    ("PUT /api/v1/Payouts/{id}/failed/refused", "PAYOUT_FAILURE_REFUSED"),
    ("POST /api/v1/Payouts/hold-back", "HOLD_BACK_SET"),
    ("POST /api/v1/Payouts/pauses", "PAYOUTS_PAUSED"),
    ("PUT /api/v1/Payouts/pauses/{id}/lifted", "PAYOUTS_RESUMED"),
    ("POST /api/v1/Books/months", "MONTH_CLOSED"),
    ("POST /api/v1/Books/reopenings", "MONTH_REOPENING_ASKED"),
    ("PUT /api/v1/Books/reopenings/{id}/approved", "MONTH_REOPENED"),
    ("PUT /api/v1/Books/reopenings/{id}/declined", "MONTH_REOPENING_DECLINED"),
    ("PUT /api/v1/Books/accounts/{account}", "ACCOUNT_MAPPED"),
    ("POST /api/v1/Books/bank-accounts", "BOOK_BANK_ACCOUNT_ADDED"),
    ("PUT /api/v1/Books/bank-accounts/{id}", "BOOK_BANK_ACCOUNT_CHANGED"),
    ("POST /api/v1/Books/bank-statements", "BANK_STATEMENT_IMPORTED"),
    ("PUT /api/v1/Books/bank-lines/{id}/matched", "BANK_LINE_MATCHED"),
    ("PUT /api/v1/Books/bank-lines/{id}/reopened", "BANK_LINE_REOPENED"),
    ("PUT /api/v1/System/company/{brand}", "COMPANY_CHANGED"),
    ("POST /api/v1/Taxes/rates", "TAX_RATE_SET"),
    ("POST /api/v1/Taxes/registrations", "TAX_REGISTRATION_SET"),
    ("PUT /api/v1/Vendors/{id}/counter-settings", "COUNTER_SETTINGS_CHANGED"),
    ("POST /api/v1/Vendors/{id}/counter-day/closed", "COUNTER_DAY_CLOSED"),
];

/// Calls of every directory list: method, ending of the path, and audit action.
const OF_LISTS: [(&str, &str, &str); 3] = [
    ("POST", "", "DIRECTORY_ENTRY_CREATED"),
    ("PUT", "/{id}", "DIRECTORY_ENTRY_CHANGED"),
    ("PUT", "/{id}/status/{status}", "DIRECTORY_ENTRY_DEACTIVATED"),
];

pub fn audited() -> BTreeMap<String, &'static str> {
    let of_lists = LISTS.iter().flat_map(|list| {
        let call =
            |(method, rest, action)| (format!("{method} /api/v1/{}{rest}", list.name), action);
        OF_LISTS.into_iter().map(call)
    });
    AUDITED.into_iter().map(|(call, action)| (call.to_owned(), action)).chain(of_lists).collect()
}

/// Calls that write no audit row, each with the reason.
const NOT_AUDITED: [(&str, &str); 60] = [
    ("POST /api/v1/Accounts", "nothing is anybody's before the address is confirmed"),
    ("POST /api/v1/Accounts/vendor", "an administrator decides about it, and that is told"),
    ("POST /api/v1/Accounts/charity", "an administrator decides about it, and that is told"),
    ("POST /api/v1/Accounts/forgot-password", "only a mail is sent"),
    ("POST /api/v1/Tenants/registrations/opened", "what one was mailed about is only looked at"),
    ("POST /api/v1/Accounts/me/views", "how one likes to see a list"),
    ("PUT /api/v1/Accounts/me/views/{id}", "how one likes to see a list"),
    ("DELETE /api/v1/Accounts/me/views/{id}", "how one likes to see a list"),
    ("POST /api/v1/Report/subscriptions", "one's own mails"),
    ("DELETE /api/v1/Report/subscriptions/{id}", "one's own mails"),
    ("PUT /api/v1/Notices/{id}/read", "what one has read oneself"),
    ("POST /api/v1/Notices/read", "what one has read oneself"),
    ("PUT /api/v1/Notices/settings/{id}", "what one wants to hear oneself"),
    ("POST /api/v1/OAuth/logout", "one's own session in one's own hands"),
    ("POST /api/v1/OAuth/silent-login/{refreshToken}", "the session keeps it"),
    ("PUT /api/v1/Cards/{id}/redeemed", "the ledger keeps it, sealed, with who did it"),
    ("PUT /api/v1/Cards/{id}/cashed-out", "the ledger keeps it, sealed, with who did it"),
    ("POST /api/v1/Approvals/{id}/withdrawn", "one's own request, which its row keeps"),
    ("POST /api/v1/Accounts/me/proof/email-code", "only a mail is sent"),
    ("POST /api/v1/Accounts/me/proof/passkey", "only a challenge is made"),
    (
        "POST /api/v1/Accounts/me/authenticator-app",
        "a secret is offered, and counts once it is confirmed",
    ),
    (
        "POST /api/v1/Accounts/me/passkeys/offered",
        "a challenge is offered, and counts once it is answered",
    ),
    ("PUT /api/v1/Accounts/me/passkeys/{id}", "only its name is changed"),
    ("POST /api/v1/OAuth/login/passkey", "one code with /OAuth/login"),
    ("POST /api/v1/OAuth/login/second-factor", "one code with /OAuth/login"),
    ("POST /api/v1/OAuth/passkey", "only a challenge is made"),
    ("POST /api/v1/OAuth/login/email-code", "one code with /OAuth/login"),
    ("POST /api/v1/OAuth/email-code", "only a mail is sent"),
    ("POST /api/v1/Gifts/{token}/email-code", "only a mail is sent"),
    ("POST /api/v1/Helpdesk/dead-letters/{id}/sent-again", "only what was due is done"),
    ("PUT /api/v1/Helpdesk/dead-letters/{id}/closed", "only a list is tidied up"),
    ("POST /api/v1/Helpdesk/cases/{kind}/{id}/notes", "the note keeps who wrote it"),
    ("PUT /api/v1/Helpdesk/notes/{id}/struck-out", "the note keeps who struck it out"),
    ("POST /api/v1/Carts/items", "one's own cart"),
    ("PUT /api/v1/Carts/items", "one's own cart"),
    ("DELETE /api/v1/Carts/items/{id}", "one's own cart"),
    ("POST /api/v1/Carts/lists", "one's own cart"),
    ("DELETE /api/v1/Carts/lists/{id}", "one's own cart"),
    ("POST /api/v1/Carts/lists/preview", "nothing is stored"),
    ("POST /api/v1/Orders/checkout", "attempts and the ledger keep it"),
    ("POST /api/v1/Payments/notifications", "attempts and the ledger keep it"),
    ("POST /api/v1/Gifts/{token}/opened", "the card keeps it"),
    ("POST /api/v1/Gifts/{token}/claimed", "the card keeps it"),
    ("POST /api/v1/Gifts/{token}/thanked", "the card keeps it"),
    ("POST /api/v1/Cards/numbers/{token}/balance", "a balance is only read"),
    ("PUT /api/v1/Cards/{id}/sending", "one's own gift, whose row keeps the day and the address"),
    ("DELETE /api/v1/Cards/{id}/sending", "one's own gift, whose row keeps it"),
    ("POST /api/v1/Cards/{id}/reminded", "only a mail is sent"),
    ("POST /api/v1/ContactUs", "only a mail is sent"),
    ("POST /api/v1/client-errors", "a report names nobody"),
    ("POST /api/v1/Imports/shops/preview", "the table is only looked at"),
    ("POST /api/v1/Imports/campaigns/preview", "the table is only looked at"),
    ("POST /api/v1/Imports/causes/preview", "the table is only looked at"),
    ("POST /api/v1/System/checks/{part}", "the server is only looked at"),
    ("POST /api/v1/System/test-mail", "only a mail is sent"),
    ("POST /api/v1/Setup/sessions", "only a key is made"),
    ("POST /api/v1/Setup/administrator", "tested on a server in production, in `setup.rs`"),
    ("POST /api/v1/File/bucket/{type}", "what shows the picture tells it"),
    ("POST /api/v1/Tills", "a till is none before a device is enrolled"),
    ("POST /api/v1/Tills/{id}/link", "a till is none before a device is enrolled"),
];

#[test]
fn audited_and_not_audited_lists_cover_every_write_call() {
    let document: Value = serde_json::from_slice(&funray::router::document()).expect("JSON");
    let mut documented = BTreeSet::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for method in item.as_object().expect("an item").keys() {
            if !["get", "head", "parameters"].contains(&method.as_str()) {
                documented.insert(format!("{} {path}", method.to_uppercase()));
            }
        }
    }
    let silent = NOT_AUDITED.iter().map(|(call, _)| (*call).to_owned());
    let listed: BTreeSet<String> = audited().into_keys().chain(silent).collect();
    let unlisted: Vec<_> = documented.difference(&listed).collect();
    assert!(
        unlisted.is_empty(),
        "put {unlisted:?} on AUDITED or NOT_AUDITED in crates/funray/tests/it/audit/operations.rs"
    );
    let gone: Vec<_> = listed.difference(&documented).collect();
    assert!(gone.is_empty(), "these calls are no more: {gone:?}");
}

#[tokio::test]
async fn audited_calls_each_write_the_listed_action() {
    let app = TestApp::new().await;
    let mut trial = Trial::of(&app);
    let sue = app.sign_in(&app.super_administrator("sue").await).await;
    try_tenants(&mut trial, &sue).await;
    try_directory(&mut trial, &sue).await;
    let company = json!({ "company": "Main Street Cards Ltd." });
    trial.call(&sue, "PUT /api/v1/System/company/{brand}", &["funray"], company).await;
    try_people(&mut trial, &sue).await;
    try_own(&mut trial).await;
    try_closing_staff(&mut trial, &sue).await;
    try_second_factors(&mut trial, &sue).await;
    try_joining(&mut trial, &sue).await;
    try_tills(&mut trial).await;
    let mut tried = trial.tried;
    tried.extend(try_cards().await);
    tried.extend(try_approvals().await);
    tried.extend(try_orders().await);
    tried.extend(try_reviews().await);
    tried.extend(try_limits().await);
    tried.extend(try_closing().await);
    tried.extend(try_bank_payment().await);
    tried.extend(try_payouts().await);

    let listed: BTreeSet<String> = audited().into_keys().collect();
    let untried: Vec<_> = listed.difference(&tried).collect();
    assert!(untried.is_empty(), "nobody has tried {untried:?}");
}

#[tokio::test]
async fn change_vendor_mails_a_new_bank_account_by_its_last_digits() {
    let app = TestApp::new().await;
    let adam = app.sign_in(&app.administrator("adam").await).await;
    let directory = Directory::of(&app).await;
    let mut form = directory.vendor("Maple Leaf Books");
    let id = open(&app, &adam, "Vendors", &form).await;
    form["accountNumber"] = json!("55554444");
    form["primaryContact"]["email"] = json!("new@shop.example");
    form["sharePercentage"] = json!(30);
    let path = format!("/api/v1/Vendors/{id}");
    assert_eq!(adam.put(&path, &form).send().await.status, 204);
    app.run_jobs().await;
    for address in ["cora@shop.example", "new@shop.example"] {
        let mails = app.mails_to(address).await;
        let texts: Vec<&str> = mails.iter().filter_map(|mail| mail["text"].as_str()).collect();
        let texts = texts.join("\n");
        assert!(texts.contains("4444") && !texts.contains("55554444"), "{address}: {texts}");
    }
    let told = "SELECT action, before, after FROM audit_entry
                WHERE action IN ('BANK_ACCOUNT_CHANGED', 'RATES_CHANGED') ORDER BY action";
    let rows: Vec<(String, String, String)> =
        app.app.db.read(move |tx| tx.rows(told, &[])).await.expect("rows");
    let texts: Vec<String> = rows.into_iter().map(|(a, b, c)| format!("{a} {b} {c}")).collect();
    assert_eq!(
        texts,
        [
            r#"BANK_ACCOUNT_CHANGED {"account":"…321"} {"account":"…4444"}"#,
            r#"RATES_CHANGED {"sharePercentage":12} {"sharePercentage":30}"#,
        ]
    );

    assert_eq!(adam.put(&path, &form).send().await.status, 204);
    assert_eq!(
        app.count("SELECT count(*) FROM audit_entry WHERE action = 'RATES_CHANGED'").await,
        1
    );
    assert_eq!(app.mails_to("new@shop.example").await.len(), 1, "nothing has changed");
}
