//! The policy: printed where a reviewer sees it, and tried against every call.

use std::collections::BTreeSet;

use funray::auth::{Permission, Role};

use crate::support::TestApp;

/// The table of roles and permissions, as `tests/permissions.txt` shows it. Write it anew after a change of policy
/// with `UPDATE_GOLDEN=1`.
#[test]
fn the_table_of_permissions_is_the_committed_one() {
    let mut table = format!("{:<20}", "");
    for role in Role::ALL {
        table += &format!(" {}", role.word());
    }
    table += "\n";
    for permission in Permission::ALL {
        table += &format!("{:<20}", format!("{permission:?}"));
        for role in Role::ALL {
            let mark = if permission.is_of(role) { "x" } else { "." };
            table += &format!(" {mark:<width$}", width = role.word().len());
        }
        table = table.trim_end().to_owned() + "\n";
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/permissions.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(file, &table).expect("written");
    }
    assert_eq!(std::fs::read_to_string(file).unwrap_or_default(), table, "the policy has changed");
}

/// What anybody may call without being signed in. The list may only shrink, or grow on purpose.
const PUBLIC: [&str; 28] = [
    "GET /api/v1/Gifts/{token}",
    "POST /api/v1/Gifts/{token}/opened",
    "GET /api/v1/Public/settings",
    "GET /api/v1/Public/Regions",
    "GET /api/v1/Public/Categories",
    "GET /api/v1/Public/Categories/popular",
    "GET /api/v1/Public/Organizations",
    "GET /api/v1/Public/Vendors",
    "GET /api/v1/Public/vendors/all",
    "GET /api/v1/Public/vendor/{id}",
    "GET /api/v1/Public/Charities",
    "GET /api/v1/Public/charities/{id}",
    "GET /api/v1/Public/charities/{id}/vendors",
    "GET /api/v1/Public/charities/campaigns",
    "GET /api/v1/Public/charities/campaigns/{id}",
    "POST /api/v1/OAuth/login",
    "POST /api/v1/OAuth/silent-login/{refreshToken}",
    "POST /api/v1/Accounts",
    "POST /api/v1/Accounts/vendor",
    "POST /api/v1/Accounts/charity",
    "GET /api/v1/Accounts/links/{code}",
    "POST /api/v1/Accounts/passworded",
    "POST /api/v1/Accounts/forgot-password",
    "GET /api/v1/Accounts/resend-email-confirmation",
    "GET /captcha/challenge",
    "POST /api/v1/ContactUs",
    // The gateway signs what it tells.
    "POST /api/v1/Payments/notifications",
    "GET /files/{type}/{key}",
];

/// What everybody who is signed in may call, for their own account.
const OWN: [&str; 23] = [
    "POST /api/v1/OAuth/logout",
    "GET /api/v1/OAuth/profile",
    "GET /api/v1/OAuth/roles",
    "GET /api/v1/Accounts/me",
    "PUT /api/v1/Accounts/me",
    "DELETE /api/v1/Accounts/me",
    "PUT /api/v1/Accounts/me/password",
    "GET /api/v1/Accounts/me/export",
    "GET /api/v1/Accounts/me/sessions",
    "DELETE /api/v1/Accounts/me/sessions",
    "DELETE /api/v1/Accounts/me/sessions/{id}",
    "GET /api/v1/Cards",
    "GET /api/v1/Cards/{id}",
    "GET /api/v1/Cards/{id}/transactions",
    "POST /api/v1/Cards/{id}/resend-gift-card",
    "POST /api/v1/Gifts/{token}/claimed",
    "POST /api/v1/Orders/checkout",
    "GET /api/v1/Orders/me",
    "GET /api/v1/Orders/{id}",
    "GET /api/v1/Carts/me",
    "POST /api/v1/Carts/items",
    "PUT /api/v1/Carts/items",
    "DELETE /api/v1/Carts/items/{id}",
];

/// The calls that take a permission, and the roles that have it.
fn guarded() -> Vec<(&'static str, &'static [Role])> {
    let users = Permission::ManageUsers.roles();
    let directory = Permission::ManageDirectory.roles();
    let campaigns = Permission::ManageCampaigns.roles();
    let help = Permission::HelpCustomers.roles();
    let (keep, edit) = (Permission::ManageTenants.roles(), Permission::EditTenants.roles());
    vec![
        ("GET /api/v1/Accounts", users),
        ("GET /api/v1/Accounts/{id}", users),
        ("PUT /api/v1/Accounts/{id}", users),
        ("POST /api/v1/Accounts/invited", users),
        ("PUT /api/v1/Accounts/status", users),
        ("PUT /api/v1/Accounts/roles/{id}/status/{status}", users),
        ("GET /api/v1/Tenants", Permission::FindTenants.roles()),
        ("GET /api/v1/Regions", directory),
        ("POST /api/v1/Regions", directory),
        ("GET /api/v1/Regions/places", directory),
        ("GET /api/v1/Regions/{id}", directory),
        ("PUT /api/v1/Regions/{id}", directory),
        ("PUT /api/v1/Regions/{id}/status/{status}", directory),
        ("GET /api/v1/Organizations", directory),
        ("POST /api/v1/Organizations", directory),
        ("GET /api/v1/Organizations/{id}", directory),
        ("PUT /api/v1/Organizations/{id}", directory),
        ("PUT /api/v1/Organizations/{id}/status/{status}", directory),
        ("GET /api/v1/Categories", Permission::ReadDirectory.roles()),
        ("POST /api/v1/Categories", directory),
        ("GET /api/v1/Categories/{id}", directory),
        ("PUT /api/v1/Categories/{id}", directory),
        ("PUT /api/v1/Categories/{id}/status/{status}", directory),
        ("POST /api/v1/File/bucket/{type}", Permission::UploadFiles.roles()),
        ("GET /api/v1/Vendors", keep),
        ("POST /api/v1/Vendors", keep),
        ("GET /api/v1/Vendors/summary", Permission::ViewSales.roles()),
        ("GET /api/v1/Vendors/{id}", edit),
        ("PUT /api/v1/Vendors/{id}", edit),
        ("PUT /api/v1/Vendors/{id}/status/{status}", keep),
        ("PUT /api/v1/Vendors/{id}/rejected", keep),
        ("GET /api/v1/Charities", keep),
        ("POST /api/v1/Charities", keep),
        ("GET /api/v1/Charities/{id}", edit),
        ("PUT /api/v1/Charities/{id}", edit),
        ("PUT /api/v1/Charities/{id}/status/{status}", keep),
        ("PUT /api/v1/Charities/{id}/rejected", keep),
        ("GET /api/v1/Charities/campaigns", campaigns),
        ("POST /api/v1/Charities/campaigns", campaigns),
        ("GET /api/v1/Charities/campaigns/{id}", campaigns),
        ("PUT /api/v1/Charities/campaigns/{id}", campaigns),
        ("PUT /api/v1/Charities/campaigns/{id}/status/{status}", campaigns),
        ("GET /api/v1/Cards/codes/{code}", Permission::FindCards.roles()),
        ("PUT /api/v1/Cards/{id}/redeemed", Permission::RedeemCards.roles()),
        ("PUT /api/v1/Cards/{id}/cashed-out", Permission::RedeemCards.roles()),
        (
            "PUT /api/v1/Cards/{id}/transactions/{transactionId}/reversed",
            Permission::ReverseRedemptions.roles(),
        ),
        ("GET /api/v1/Helpdesk/search", help),
        ("GET /api/v1/Helpdesk/orders/{id}", help),
        ("POST /api/v1/Helpdesk/orders/{id}/cancelled", help),
        ("GET /api/v1/Helpdesk/dead-letters", help),
        ("POST /api/v1/Helpdesk/dead-letters/{id}/sent-again", help),
        ("PUT /api/v1/Cards/{id}/deactived", Permission::SwitchCards.roles()),
        ("PUT /api/v1/Cards/{id}/reactivated", Permission::SwitchCards.roles()),
    ]
}

fn documented() -> BTreeSet<String> {
    let document: serde_json::Value =
        serde_json::from_slice(&funray::http::document()).expect("JSON");
    let paths = document["paths"].as_object().expect("paths");
    paths
        .iter()
        .flat_map(|(path, item)| {
            let methods = item.as_object().expect("an item").keys();
            methods.map(move |method| format!("{} {path}", method.to_uppercase()))
        })
        .collect()
}

/// A new call can't be forgotten: it has to be put on one of the lists, and the lists are tried below.
#[test]
fn every_call_is_on_a_list() {
    let guarded = guarded();
    let listed: BTreeSet<String> = PUBLIC
        .iter()
        .chain(&OWN)
        .chain(guarded.iter().map(|(call, _)| call))
        .map(|call| (*call).to_owned())
        .collect();
    let documented = documented();
    let unlisted: Vec<_> = documented.difference(&listed).collect();
    assert!(unlisted.is_empty(), "say who may call {unlisted:?}");
    let gone: Vec<_> = listed.difference(&documented).collect();
    assert!(gone.is_empty(), "these calls are no more: {gone:?}");
}

fn filled(path: &str) -> String {
    path.replace("{id}", "per_00000000000000000000000000")
        .replace("{status}", "deactivate")
        .replace("{type}", "vendor")
}

#[tokio::test]
async fn whoever_is_not_signed_in_gets_no_further_than_the_door() {
    let app = TestApp::new().await;
    for call in OWN.iter().copied().chain(guarded().into_iter().map(|(call, _)| call)) {
        let (method, path) = call.split_once(' ').expect("a call");
        app.call(method, &filled(path)).json("{}").send().await.error(401, "UNAUTHORIZED");
    }
}

#[tokio::test]
async fn whose_role_may_never_do_it_is_told_so() {
    let app = TestApp::new().await;
    let vendor = app.vendor("Maple Leaf Books").await;
    for role in Role::ALL {
        let tenant = role.has_tenant().then_some(vendor);
        let person = app.person(role.word(), role, tenant).await;
        let visitor = app.sign_in(&person).await;
        for (call, roles) in guarded() {
            let (method, path) = call.split_once(' ').expect("a call");
            let reply = visitor.call(method, &filled(path)).json("{}").send().await;
            if roles.contains(&role) {
                assert!(
                    ![401, 403].contains(&reply.status.as_u16()),
                    "{role:?} {call}: {}",
                    reply.text()
                );
            } else {
                reply.error(403, "PERMISSION");
            }
        }
    }
}
