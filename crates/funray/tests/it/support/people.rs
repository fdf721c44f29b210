//! Creates accounts with roles and passwords for tests, and signs them in.

use access::auth::{Role, TenantKind, second_person};
use accounts::{Contact, NewPerson};
use kernel::{
    brand::Brand,
    contact::Email,
    fields::Checked,
    ids::{PersonId, TenantId, UserRoleId},
    language::Language,
    passwords::NewPassword,
    rates::CharityRate,
};
use market::{
    directory::{self, CategoryDraft, CategoryRow, OrganizationDraft, OrganizationRow},
    tenants::{self, Address, CardAmounts, ContactPerson, Registration, SortedUnder, TenantState},
};
use people::identity;
use platform::{error::Error, turns::Rank};

use super::{Call, TestApp};

pub const PASSWORD: &str = "a fine password";

/// A person with an account in the test's database.
#[derive(Clone, Debug)]
pub struct Person {
    pub id: PersonId,
    pub email: String,
}

/// A signed-in person: the access token and refresh token of a session in a browser.
pub struct Visitor<'a> {
    pub app: &'a TestApp,
    pub access: String,
    pub refresh: String,
}

pub fn email(text: &str) -> Email {
    Email::parse(text).expect("an address")
}

impl TestApp {
    pub async fn person(&self, name: &str, role: Role, tenant: Option<TenantId>) -> Person {
        let password = NewPassword::check("Password", PASSWORD).expect("a password");
        let hash = self.app.passwords.hash(Rank::Known, &password).await.expect("a hash");
        let now = self.app.clock.now();
        let person = NewPerson {
            email: email(&address(name)),
            first_name: name.to_owned(),
            last_name: "Test".to_owned(),
            contact: Contact::default(),
            language: Language::En,
            brand: Brand::DEFAULT,
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

    /// Sets a person's password without applying the password rules.
    pub async fn set_password(&self, person: &Person, password: &str) {
        let password = NewPassword::check("Password", password).expect("a password");
        let hash = self.app.passwords.hash(Rank::Known, &password).await.expect("a hash");
        let id = person.id;
        let sql = "UPDATE person SET password_hash = $1 WHERE id = $2";
        let set = self.app.db.write(move |tx| tx.execute(sql, db::params![hash, id])).await;
        assert_eq!(set.expect("the password is set"), 1);
    }

    /// Grants a role to a person.
    pub async fn grant(&self, person: PersonId, role: Role, tenant: Option<TenantId>) {
        let (now, id) = (self.app.clock.now(), UserRoleId::new(self.app.clock.now()));
        self.app
            .db
            .write(move |tx| {
                tx.execute(
                    "INSERT INTO person_role (id, person_id, role, tenant_id, is_active, created_at)
                     VALUES ($1, $2, $3, $4, TRUE, $5)",
                    db::params![id, person, role, tenant, now],
                )?;
                identity::record(tx, now, person)
            })
            .await
            .expect("a role");
    }

    /// Records a person's current names and roles in their identity history, after a test has
    /// changed them by SQL.
    pub async fn record_identity(&self, person: PersonId) {
        let now = self.app.clock.now();
        self.app.db.write(move |tx| identity::record(tx, now, person)).await.expect("a row");
    }

    /// Records that `by` has just appointed the person to all their roles. Test accounts have no
    /// appointer otherwise.
    pub async fn appoint(&self, by: &Person, person: &Person) {
        let now = self.app.clock.now();
        let (by, person) = (by.id, person.id);
        let appointed = self.app.db.write(move |tx| {
            tx.execute(
                "UPDATE person_role SET appointed_by = $1, appointed_at = $2 WHERE person_id = $3",
                db::params![by, now, person],
            )?;
            second_person::record_appointment(tx, now, person, &[by])
        });
        appointed.await.expect("an appointment");
    }

    /// Closes the account of a staff member: they request the closing, and a super administrator
    /// closes the account.
    pub async fn close_staff_account(&self, visitor: &Visitor<'_>) {
        let form = serde_json::json!({ "password": PASSWORD, "acceptCardsByCode": true });
        let asked = visitor.call("DELETE", "/api/v1/Accounts/me").json(form.to_string());
        let asked = asked.send().await;
        assert_eq!(asked.status, 202, "{}", asked.text());
        let profile = visitor.get("/api/v1/OAuth/profile").send().await.json();
        let id = profile["userId"].as_str().expect("an id");
        let closer = self.super_administrator(&format!("closer-{}", id.to_lowercase())).await;
        let close = format!("/api/v1/Accounts/{id}/closed");
        let closed = self.sign_in(&closer).await.call("POST", &close).send().await;
        assert_eq!(closed.status, 204, "{}", closed.text());
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

    /// Adds an active vendor.
    pub async fn vendor(&self, name: &'static str) -> TenantId {
        self.tenant(TenantKind::Vendor, name).await
    }

    /// Adds an active charity.
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
                        SortedUnder::Category(directory::add::<CategoryRow>(tx, now, &category)?)
                    }
                    TenantKind::Charity => {
                        let sort = OrganizationDraft::named(&sort);
                        SortedUnder::Organization(directory::add::<OrganizationRow>(
                            tx, now, &sort,
                        )?)
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
        Visitor::of(self, &reply.json())
    }

    /// Signs in a person, and dates the sign-in so far back that sensitive calls require a new one.
    pub async fn sign_in_long_ago(&self, person: &Person) -> Visitor<'_> {
        let (visitor, id) = (self.sign_in(person).await, person.id);
        self.app
            .db
            .write(move |tx| {
                let long_ago = "UPDATE session SET proven_at = 0 WHERE person_id = $1";
                tx.execute(long_ago, db::params![id])
            })
            .await
            .expect("the session is old");
        visitor
    }

    /// Refreshes a session's tokens and returns the session with the new ones.
    pub async fn refreshed(&self, visitor: &Visitor<'_>) -> Visitor<'_> {
        let path = format!("/api/v1/OAuth/silent-login/{}", visitor.refresh);
        let body = self.post(&path).from("198.51.100.7").send().await.json();
        let token = |name: &str| body[name].as_str().unwrap_or_else(|| panic!("{body}")).to_owned();
        Visitor { app: self, access: token("accessToken"), refresh: token("newRefreshToken") }
    }

    pub async fn try_sign_in(&self, email: &str, password: &str, from: &str) -> super::Reply {
        let body = serde_json::json!({ "email": email, "password": password });
        self.post("/api/v1/OAuth/login").from(from).json(body.to_string()).send().await
    }

    /// Tries to sign in from a browser that the account has used before. `browser` is that
    /// browser's cookie.
    pub async fn try_sign_in_with(
        &self,
        browser: &str,
        email: &str,
        password: &str,
        from: &str,
    ) -> super::Reply {
        let body = serde_json::json!({ "email": email, "password": password }).to_string();
        let call = self.post("/api/v1/OAuth/login").from(from).header("cookie", browser);
        call.json(body).send().await
    }

    /// Signs in a person and returns the cookie by which the program recognizes their browser.
    pub async fn browser_of(&self, person: &Person) -> String {
        let reply = self.try_sign_in(&person.email, PASSWORD, "198.51.100.7").await;
        reply.cookie()
    }

    /// Returns the path of the account link in the newest email to an address.
    pub async fn mailed_link(&self, to: &str) -> String {
        self.run_jobs().await;
        let mails = self.mails_to(to).await;
        let text = mails.first().unwrap_or_else(|| panic!("no mail to {to}"))["text"].clone();
        let text = text.as_str().expect("text").to_owned();
        let at =
            text.find("/api/v1/Accounts/links/").unwrap_or_else(|| panic!("no link in {text}"));
        text[at..].split_whitespace().next().expect("a link").to_owned()
    }

    /// Returns the address of the page to which the link in the newest email redirects.
    pub async fn mailed_page(&self, to: &str) -> String {
        let link = self.mailed_link(to).await;
        let reply = self.get(&link).send().await;
        assert_eq!(reply.status, 303, "{}", reply.text());
        reply.header("location").to_owned()
    }

    /// Returns the code at the end of the link in the newest email to an address.
    pub async fn mailed_code(&self, to: &str) -> String {
        let link = self.mailed_link(to).await;
        link.rsplit('/').next().expect("a code").to_owned()
    }

    /// Sets the password of an account with a code from an email.
    pub async fn choose_password(&self, code: &str, email: &str, purpose: &str) -> super::Reply {
        let body = serde_json::json!({
            "email": email, "password": PASSWORD, "setPasswordPurpose": purpose,
        });
        let path = format!("/api/v1/Accounts/passworded?code={code}");
        self.post(&path).json(body.to_string()).send().await
    }

    /// Confirms an email address with a code from an email and the password chosen at registration.
    pub async fn confirm(&self, code: &str, password: &str) -> super::Reply {
        let body = serde_json::json!({ "code": code, "password": password });
        self.post("/api/v1/Accounts/confirmed").json(body.to_string()).send().await
    }
}

impl<'a> Visitor<'a> {
    /// Returns the session for the tokens in the reply to a sign-in.
    pub fn of(app: &'a TestApp, tokens: &serde_json::Value) -> Visitor<'a> {
        let token =
            |name: &str| tokens[name].as_str().unwrap_or_else(|| panic!("{tokens}")).to_owned();
        Visitor { app, access: token("accessToken"), refresh: token("refreshToken") }
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

    /// Looks up a card at this person's counter, as after scanning its code. Cards must be
    /// presented before they are redeemed.
    pub async fn sees(&self, card: impl ToString) {
        let number = self.app.number_of(card).await;
        let reply = self.get(&format!("/api/v1/Cards/codes/{number}")).send().await;
        assert_eq!(reply.status, 200, "{}", reply.text());
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
        card_amounts: CardAmounts::default(),
        charity_rate: CharityRate::default(),
    }
}

/// Returns an ASCII email address made from a person's name.
fn address(name: &str) -> String {
    let plain: String = name
        .to_lowercase()
        .chars()
        .map(|letter| if letter == 'é' { 'e' } else { letter })
        .collect();
    format!("{plain}@shop.example")
}
