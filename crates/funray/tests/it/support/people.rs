//! Typed people for tests: already there, with a password, and signed in when asked to.

use funray::{
    accounts::{self, Contact, NewPerson},
    auth::{PersonId, Role, TenantId, TenantKind},
    brand::Brand,
    directory::{self, CategoryDraft, OrganizationDraft},
    error::Error,
    kernel::{contact::Email, fields::Checked, language::Language, passwords::NewPassword},
    tenants::{self, Address, ContactPerson, Registration, SortedUnder, TenantState},
};

use super::{Call, TestApp};

pub const PASSWORD: &str = "a fine password";

/// Somebody with an account.
#[derive(Clone, Debug)]
pub struct Person {
    pub id: PersonId,
    pub email: String,
}

/// Somebody at a browser.
pub struct Visitor<'a> {
    app: &'a TestApp,
    pub access: String,
    pub refresh: String,
}

pub fn email(text: &str) -> Email {
    Email::parse(text).expect("an address")
}

impl TestApp {
    pub async fn person(&self, name: &str, role: Role, tenant: Option<TenantId>) -> Person {
        let password = NewPassword::check("Password", PASSWORD).expect("a password");
        let hash = self.app.passwords.hash(&password).await.expect("a hash");
        let now = self.app.clock.now();
        let person = NewPerson {
            email: email(&address(name)),
            first_name: name.to_owned(),
            last_name: "Test".to_owned(),
            contact: Contact::default(),
            language: Language::En,
            brand: Brand::FunRay,
            password_hash: Some(hash),
        };
        let id = self
            .app
            .db
            .write(move |tx| accounts::add_confirmed(tx, now, &person, role, tenant))
            .await
            .expect("the person is made");
        Person { id, email: address(name) }
    }

    pub async fn super_administrator(&self, name: &str) -> Person {
        self.person(name, Role::SuperAdministrator, None).await
    }

    pub async fn administrator(&self, name: &str) -> Person {
        self.person(name, Role::Administrator, None).await
    }

    pub async fn manager_of(&self, tenant: TenantId, name: &str) -> Person {
        self.person(name, Role::Manager, Some(tenant)).await
    }

    pub async fn employee_of(&self, tenant: TenantId, name: &str) -> Person {
        self.person(name, Role::Employee, Some(tenant)).await
    }

    pub async fn consumer(&self, name: &str) -> Person {
        self.person(name, Role::Consumer, None).await
    }

    /// An active vendor.
    pub async fn vendor(&self, name: &'static str) -> TenantId {
        self.tenant(TenantKind::Vendor, name).await
    }

    /// An active charity.
    pub async fn charity(&self, name: &'static str) -> TenantId {
        self.tenant(TenantKind::Charity, name).await
    }

    async fn tenant(&self, kind: TenantKind, name: &'static str) -> TenantId {
        let (now, app) = (self.app.clock.now(), self.app.clone());
        self.app
            .db
            .write(move |tx| {
                let sort = format!("Things of {name}");
                let sorted_under = match kind {
                    TenantKind::Vendor => {
                        let category = CategoryDraft::named(&sort);
                        SortedUnder::Category(directory::add_category(tx, now, &category)?)
                    }
                    TenantKind::Charity => {
                        let sort = OrganizationDraft::named(&sort);
                        SortedUnder::Organization(directory::add_organization(tx, now, &sort)?)
                    }
                };
                let id = tenants::register(
                    tx,
                    &app.secrets,
                    now,
                    &registration(kind, name, sorted_under),
                )?;
                tenants::set_state(tx, id, now, TenantState::Active)?;
                Ok::<_, Error>(id)
            })
            .await
            .expect("the tenant is made")
    }

    pub async fn sign_in(&self, person: &Person) -> Visitor<'_> {
        let reply = self.try_sign_in(&person.email, PASSWORD, "198.51.100.7").await;
        let body = reply.json();
        let token = |name: &str| body[name].as_str().unwrap_or_else(|| panic!("{body}")).to_owned();
        Visitor { app: self, access: token("accessToken"), refresh: token("refreshToken") }
    }

    pub async fn try_sign_in(&self, email: &str, password: &str, from: &str) -> super::Reply {
        let body = serde_json::json!({ "email": email, "password": password });
        self.post("/api/v1/OAuth/login").from(from).json(body.to_string()).send().await
    }

    /// The link in the newest mail to somebody, without the address of the site.
    pub async fn mailed_link(&self, to: &str) -> String {
        self.run_jobs().await;
        let mails = self.mails_to(to).await;
        let text = mails.first().unwrap_or_else(|| panic!("no mail to {to}"))["text"].clone();
        let text = text.as_str().expect("text").to_owned();
        let at =
            text.find("/api/v1/Accounts/links/").unwrap_or_else(|| panic!("no link in {text}"));
        text[at..].split_whitespace().next().expect("a link").to_owned()
    }
}

impl Visitor<'_> {
    pub fn call(&self, method: &str, path: &str) -> Call {
        self.app.call(method, path).header("authorization", &format!("Bearer {}", self.access))
    }

    pub fn get(&self, path: &str) -> Call {
        self.call("GET", path)
    }

    pub fn put(&self, path: &str, body: &serde_json::Value) -> Call {
        self.call("PUT", path).json(body.to_string())
    }

    pub fn post(&self, path: &str, body: &serde_json::Value) -> Call {
        self.call("POST", path).json(body.to_string())
    }

    pub async fn is_signed_in(&self) -> bool {
        self.get("/api/v1/OAuth/profile").send().await.status == 200
    }
}

pub fn registration(kind: TenantKind, name: &str, sorted_under: SortedUnder) -> Registration {
    Registration {
        kind,
        legal_name: name.to_owned(),
        business_number: "800000000".to_owned(),
        sorted_under,
        address: Address {
            line1: "1 Main Street".to_owned(),
            line2: None,
            city: "Ottawa".to_owned(),
            province: "Ontario".to_owned(),
            postal_code: "K1P 1J1".to_owned(),
        },
        contact: ContactPerson {
            first_name: "Con".to_owned(),
            last_name: "Tact".to_owned(),
            email: email("contact@shop.example"),
            work_phone: "6135550100".to_owned(),
            mobile_phone: "6135550101".to_owned(),
        },
    }
}

/// Addresses are plain ASCII, names needn't be.
fn address(name: &str) -> String {
    let plain: String = name
        .to_lowercase()
        .chars()
        .map(|letter| if letter == 'é' { 'e' } else { letter })
        .collect();
    format!("{plain}@shop.example")
}
