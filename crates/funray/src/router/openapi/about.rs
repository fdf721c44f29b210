//! Introduction of the OpenAPI document: title, server, security schemes, and groups of calls.

use utoipa::openapi::{
    InfoBuilder, OpenApi, Server,
    security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme},
    tag::TagBuilder,
};

use platform::web::calls::{SESSION, TILL};

const INFO: &str = include_str!("about.md");

const TAGS: [(&str, &str); 26] = [
    ("Accounts", "Registration, profiles, passwords, passkeys, sessions, roles and invitations."),
    ("Approvals", "Redemptions over the limits of a shop, which wait for a manager."),
    ("Audit", "The log of all actions."),
    ("Books", "The ledger: journal, trial balance, months and balances."),
    ("Campaigns", "Fundraising campaigns of charities."),
    ("Cards", "Gift cards: wallets, redemption at the counter, freezing and replacement."),
    ("Carts", "The shopping cart."),
    ("Categories", "Categories of shops, for administrators."),
    ("Charities", "Charities (causes), for their managers and administrators."),
    ("Files", "Pictures: upload, download and previews."),
    ("Gifts", "Gifts, as their recipients see them."),
    ("Helpdesk", "Support by administrators: search, orders, refunds, disputes, notes and tasks."),
    ("Imports", "Import of shops, charities and other records from CSV files."),
    ("Notices", "Notifications in the portal, and their settings."),
    ("OAuth", "Sign-in, sign-out and renewal of tokens."),
    ("Orders", "Checkout and orders of the caller."),
    ("Organizations", "Kinds of organizations, for administrators."),
    ("Payouts", "Payments to shops and charities: drafts, approval, bank files, hold-back."),
    ("Public", "Calls without an account: shops, charities, campaigns and settings."),
    ("Regions", "Regions, for administrators."),
    ("Reports", "Sales, redemptions and sums raised; subscriptions to emailed reports."),
    ("Setup", "The first administrator of a new server."),
    ("System", "Checks of the server, for administrators."),
    ("Tenants", "Shops and charities together, to choose from."),
    ("Tills", "Tills of shops, and the PINs of their clerks."),
    ("Vendors", "Vendors (shops), for their staff and administrators."),
];

pub fn introduce(document: &mut OpenApi) {
    document.info =
        InfoBuilder::new().title("FunRay").version("1").description(Some(INFO.trim_end())).build();
    let mut server = Server::new("/");
    server.description = Some("The server that this document comes from.".to_owned());
    document.servers = Some(vec![server]);
    let tag =
        |(name, text): (&str, &str)| TagBuilder::new().name(name).description(Some(text)).build();
    document.tags = Some(TAGS.map(tag).into());
    let components = document.components.get_or_insert_default();
    let session = Http::builder().scheme(HttpAuthScheme::Bearer).description(Some(
        "The `accessToken` of a sign-in. It lasts ten minutes, at a till one minute. Renew it with \
         `POST /api/v1/OAuth/silent-login/{refreshToken}`.",
    ));
    let session = SecurityScheme::Http(session.build());
    let till = ApiKeyValue::with_description("X-Till-Secret", "The `secret` of an enrolled till.");
    let till = SecurityScheme::ApiKey(ApiKey::Header(till));
    components.security_schemes.insert(SESSION.to_owned(), session.into());
    components.security_schemes.insert(TILL.to_owned(), till.into());
}
