//! The data of the authorization matrix: two sides, A and B, and the administrators. Each side has
//! a shopper, a shop with staff, and a cause with its manager.

use std::{
    cell::Cell,
    collections::{BTreeMap, HashMap},
};

use access::{
    audit::{self, Author, Entry, Subject as Audited},
    auth::{Client, Role, TenantKind},
};
use authorizenet::{TransactionId, sandbox::Fault};
use base64::{Engine, prelude::BASE64_STANDARD};
use cards::actions::BURST;
use checkout::order;
use db::params;
use kernel::{
    dates::BusinessDate,
    ids::{
        BurstId, CampaignUpdateId, CommissionStatementId, DifferenceId, JobId, MonthReopeningId,
        OrderId, PersonId, RaisedLimitId, RefundRequestId, ShopClosingId, TenantId,
    },
    money::Cents,
};
use market::{directory::LISTS, files::FileKind};
use platform::error::Error;
use serde_json::{Value, json};

use crate::{
    orders::reversals,
    support::{
        Person, TestApp,
        cards::Purchase,
        pictures,
        till::{APPROVED, Till},
    },
    tenants::{Directory, add, logo, set_waiting},
};

/// Ids, numbers and secrets of a subject, by their names in paths and bodies.
pub type Ids = BTreeMap<&'static str, String>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    A,
    B,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    Nobody,
    /// A consumer who has signed out, but still sends the old access token.
    Ended,
    Shopper(Side),
    Clerk(Side),
    Manager(Side),
    /// A manager of a charity.
    Fundraiser(Side),
    Administrator,
    SuperAdministrator,
}

impl Actor {
    pub const ALL: [Actor; 12] = [
        Actor::Nobody,
        Actor::Ended,
        Actor::Shopper(Side::A),
        Actor::Shopper(Side::B),
        Actor::Clerk(Side::A),
        Actor::Clerk(Side::B),
        Actor::Manager(Side::A),
        Actor::Manager(Side::B),
        Actor::Fundraiser(Side::A),
        Actor::Fundraiser(Side::B),
        Actor::Administrator,
        Actor::SuperAdministrator,
    ];

    /// Returns the heading of the actor's column in the matrix.
    pub fn word(self) -> &'static str {
        match self {
            Actor::Nobody => "nobody",
            Actor::Ended => "ended",
            Actor::Shopper(Side::A) => "ann",
            Actor::Shopper(Side::B) => "bob",
            Actor::Clerk(Side::A) => "clerkA",
            Actor::Clerk(Side::B) => "clerkB",
            Actor::Manager(Side::A) => "managerA",
            Actor::Manager(Side::B) => "managerB",
            Actor::Fundraiser(Side::A) => "causeA",
            Actor::Fundraiser(Side::B) => "causeB",
            Actor::Administrator => "admin",
            Actor::SuperAdministrator => "super",
        }
    }

    pub fn side(self) -> Option<Side> {
        match self {
            Actor::Shopper(side)
            | Actor::Clerk(side)
            | Actor::Manager(side)
            | Actor::Fundraiser(side) => Some(side),
            _ => None,
        }
    }
}

/// Subject of a call. After a call that changed its subject, the next call gets a new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    Vendor,
    /// A vendor that was added but isn't active yet.
    NewVendor,
    /// A shop that has stopped selling.
    StoppedShop,
    /// A requested closing of a shop. The shop's cards have balances, and one of its orders has an
    /// amount that was not spent yet.
    ShopClosing,
    /// Like `ShopClosing`, with the other shop that is asked to take over the cards.
    Takeover,
    Charity,
    NewCharity,
    Campaign,
    /// An update of a campaign.
    CampaignUpdate,
    /// An employee of the shop, with the id of their role.
    Employee,
    /// A manager of the cause, with the id of their role.
    CharityManager,
    /// An invitation to work for the shop, sent to a person without an account.
    Invitation,
    Proposal,
    /// An offer to work for the shop, with the code emailed to the shopper.
    Offer,
    /// A session of the shopper.
    Session,
    /// The shopper's saved view of a list.
    View,
    /// The manager's subscription to an email report.
    ReportSubscription,
    /// A notification of the shop's manager.
    Notice,
    RefreshToken,
    /// A card of the shop that the shopper has bought.
    Card,
    /// A test card without a balance, with which the shop tries its counter.
    TestCard,
    /// The shopper's card after a redemption, which can be reversed.
    RedeemedCard,
    /// The shopper's card after a redemption by the clerk who makes the call.
    ClerksRedemption,
    FrozenCard,
    /// A redemption by the clerk who makes the call, which waits for a manager's approval.
    Approval,
    /// A gift that the shopper has bought, with the token of its link.
    Gift,
    /// The shopper's filled cart, with the id of one of its items.
    Cart,
    /// A gift list in the cart.
    GiftList,
    /// A paid order of the shopper.
    Order,
    /// A paid order's charge that was reversed at the gateway, outside the program.
    ChargeReversal,
    /// A refund of a paid order that waits for a second administrator's approval.
    RefundRequest,
    /// A refund that the gateway has refused for good. Its id is `refundId`.
    RefusedRefund,
    /// A refused refund for which one administrator has recorded a bank payment.
    BankPayment,
    /// A raised buying limit that waits for a second administrator's approval. Its id is `limitId`.
    RaisedLimit,
    /// A raised buying limit that is in force.
    RaisedLimitInForce,
    GatewayDifference,
    /// A burst: many redemptions at the shop within minutes.
    Burst,
    /// An approved payout of the shop.
    Payout,
    /// A payout draft of the shop.
    DraftedPayout,
    /// A run with one payout draft of the shop.
    PayoutRun,
    /// A file of payouts for the bank, released by a second administrator.
    PayoutExport,
    /// A bank file that a second administrator has not released yet.
    HeldPayoutExport,
    /// A payout in a bank file that one administrator has reported as failed.
    FailingPayout,
    /// A request to reopen a month that is not closed any more.
    MonthReopening,
    /// A line of a bank statement that is not matched.
    BankLine,
    /// A statement of the shop's commission.
    CommissionStatement,
    /// A pause of the payouts to a new vendor, made by an administrator who is no actor.
    PayoutPause,
    DeadLetter,
    BouncedMail,
    /// An administrator's note about the shop.
    Note,
    /// An entry of the directory list with this name.
    Entry(&'static str),
    Picture,
    /// A till of the shop, with the token of its link.
    Till,
    /// The PIN of a clerk of the shop.
    Pin,
}

struct Half {
    vendor: TenantId,
    charity: TenantId,
    shopper: Person,
}

pub struct World {
    till: Till,
    halves: [Half; 2],
    directory: Directory,
    tokens: HashMap<Actor, String>,
    pub picture: Vec<u8>,
    made: Cell<u32>,
    calls: Cell<u32>,
}

impl World {
    pub async fn new() -> World {
        let mut till = Till::crowded().await;
        till.app.expect_leftover_jobs();
        let app = &till.app;
        let halves = [
            Half {
                vendor: till.shop,
                charity: till.charity,
                shopper: app.consumer("first-ann").await,
            },
            Half {
                vendor: app.shop("Corner Books").await,
                charity: app.charity("Shelter").await,
                shopper: app.consumer("first-bob").await,
            },
        ];
        let directory = Directory::of(app).await;
        World {
            halves,
            directory,
            tokens: HashMap::new(),
            picture: pictures::png(16, 16, [30, 30, 200]),
            made: Cell::new(0),
            calls: Cell::new(0),
            till,
        }
    }

    pub fn app(&self) -> &TestApp {
        &self.till.app
    }

    fn half(&self, side: Side) -> &Half {
        &self.halves[side as usize]
    }

    fn fresh(&self, word: &str) -> String {
        self.made.set(self.made.get() + 1);
        format!("{word}-{}", self.made.get())
    }

    /// Returns a new IP address for each call, so that no call reaches a limit per address.
    pub fn next_address(&self) -> String {
        self.calls.set(self.calls.get() + 1);
        let [_, b, c, d] = self.calls.get().to_be_bytes();
        format!("10.{b}.{c}.{d}")
    }

    /// Removes the actor's session, because a call may have ended the session or closed the
    /// account. The next call signs in a new person.
    pub fn replace(&mut self, actor: Actor) {
        self.tokens.remove(&actor);
    }

    pub async fn token(&mut self, actor: Actor) -> Option<String> {
        if actor == Actor::Nobody {
            return None;
        }
        if let Some(token) = self.tokens.get(&actor) {
            return Some(token.clone());
        }
        let person = self.person(actor).await;
        if let Actor::Shopper(side) = actor {
            self.halves[side as usize].shopper = person.clone();
        }
        let token =
            self.sign_in(&person).await["accessToken"].as_str().expect("a token").to_owned();
        if actor == Actor::Ended {
            let out = self.app().post("/api/v1/OAuth/logout");
            let out = out.header("authorization", &format!("Bearer {token}")).send().await;
            assert!(out.status.is_success(), "{}", out.text());
        }
        self.tokens.insert(actor, token.clone());
        Some(token)
    }

    async fn person(&self, actor: Actor) -> Person {
        let (app, name) = (self.app(), self.fresh(actor.word()));
        let of = |side: Side| self.half(side);
        match actor {
            Actor::Nobody | Actor::Ended | Actor::Shopper(_) => app.consumer(&name).await,
            Actor::Clerk(side) => app.employee_of(of(side).vendor, &name).await,
            Actor::Manager(side) => app.manager_of(of(side).vendor, &name).await,
            Actor::Fundraiser(side) => app.manager_of(of(side).charity, &name).await,
            Actor::Administrator => app.administrator(&name).await,
            Actor::SuperAdministrator => app.super_administrator(&name).await,
        }
    }

    async fn sign_in(&self, person: &Person) -> Value {
        let password = crate::support::PASSWORD;
        let reply = self.app().try_sign_in(&person.email, password, &self.next_address()).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    }

    /// Returns the ids of directory entries and pictures that forms refer to.
    pub fn directory(&self) -> Ids {
        Ids::from([
            ("categoryId", self.directory.category.clone()),
            ("regionId", self.directory.region.clone()),
            ("organizationId", self.directory.organization.clone()),
            ("vendorLogo", self.directory.vendor_logos[0].clone()),
            ("charityLogo", self.directory.charity_logos[0].clone()),
            ("fresh", self.fresh("fresh")),
        ])
    }

    pub async fn make(&mut self, subject: Subject, side: Side) -> Ids {
        // Sign in the shopper first, because a subject belongs to the person who then makes the
        // calls.
        self.token(Actor::Shopper(side)).await;
        let half = self.half(side);
        let ids = |pairs: &[(&'static str, String)]| pairs.iter().cloned().collect::<Ids>();
        match subject {
            Subject::Vendor => ids(&[("id", half.vendor.to_string())]),
            Subject::Charity => ids(&[("id", half.charity.to_string())]),
            Subject::NewVendor => self.new_tenant(TenantKind::Vendor).await,
            Subject::StoppedShop => {
                let id = self.app().vendor(Box::leak(self.fresh("Stopped").into_boxed_str())).await;
                self.app().write("UPDATE tenant SET state = 'INACTIVE' WHERE id = $1", id).await;
                ids(&[("id", id.to_string())])
            }
            Subject::ShopClosing => self.shop_closing(side, None).await,
            Subject::Takeover => {
                let successor = half.vendor;
                let mut ids = self.shop_closing(side, Some(successor)).await;
                ids.insert("id", successor.to_string());
                ids
            }
            Subject::NewCharity => self.new_tenant(TenantKind::Charity).await,
            Subject::Campaign => {
                let name: &'static str = Box::leak(self.fresh("Campaign").into_boxed_str());
                let id = self.app().campaign_of(half.charity, name).await;
                ids(&[("id", id.to_string()), ("charityId", half.charity.to_string())])
            }
            Subject::CampaignUpdate => {
                let name: &'static str = Box::leak(self.fresh("Campaign").into_boxed_str());
                let campaign = self.app().campaign_of(half.charity, name).await;
                let id = CampaignUpdateId::new(self.app().app.clock.now());
                let insert = move |tx: &mut db::Tx<'_>| {
                    tx.execute(
                        "INSERT INTO campaign_update (id, campaign_id, title, body, created_at)
                         VALUES ($1, $2, 'Half-way', 'Thank you!', 0)",
                        db::params![id, campaign],
                    )
                };
                self.app().app.db.write(insert).await.expect("an update");
                ids(&[("id", campaign.to_string()), ("updateId", id.to_string())])
            }
            Subject::Employee => self.member(half.vendor, Role::Employee).await,
            Subject::CharityManager => self.member(half.charity, Role::Manager).await,
            Subject::Invitation => {
                let guest = format!("{}@guests.test", self.fresh("guest"));
                Ids::from([("id", self.invite(side, &guest).await)])
            }
            Subject::Proposal => {
                let ada = self.app().administrator(&self.fresh("proposer")).await;
                let ada = self.app().sign_in(&ada).await;
                let guest = format!("{}@guests.test", self.fresh("guest"));
                let form = invitation(&Ids::new(), &guest, "ADMINISTRATOR");
                let reply = ada.post("/api/v1/Accounts/invited", &form).send().await.json();
                ids(&[("id", reply["id"].as_str().expect("an id").to_owned())])
            }
            Subject::Offer => {
                let guest = self.app().consumer(&self.fresh("guest")).await;
                self.invite(side, &guest.email).await;
                Ids::from([("code", self.app().mailed_code(&guest.email).await)])
            }
            Subject::Session => self.session(&half.shopper).await,
            Subject::View => {
                let shopper = self.app().sign_in(&half.shopper).await;
                let form = json!({ "list": "vendors", "name": self.fresh("View") });
                let saved = shopper.post("/api/v1/Accounts/me/views", &form).send().await.json();
                ids(&[("id", saved["id"].as_str().expect("an id").to_owned())])
            }
            Subject::ReportSubscription => {
                let manager = self.person(Actor::Manager(side)).await;
                let manager = self.app().sign_in(&manager).await;
                let form = json!({ "report": "VENDOR", "cadence": "MONTHLY" });
                let path = "/api/v1/Report/subscriptions";
                let saved = manager.post(path, &form).send().await.json();
                ids(&[("id", saved["id"].as_str().expect("an id").to_owned())])
            }
            Subject::Notice => {
                let manager = self.person(Actor::Manager(side)).await;
                self.frozen_card(side).await;
                let manager = self.app().sign_in(&manager).await;
                let told = manager.get("/api/v1/Notices").send().await.json();
                ids(&[("id", told["items"][0]["id"].as_str().expect("an id").to_owned())])
            }
            Subject::RefreshToken => {
                let signed_in = self.sign_in(&half.shopper).await;
                ids(&[(
                    "refreshToken",
                    signed_in["refreshToken"].as_str().expect("one").to_owned(),
                )])
            }
            Subject::Card => self.card(side).await,
            Subject::RedeemedCard => {
                let manager = self.person(Actor::Manager(side)).await;
                let signed_in = self.sign_in(&manager).await;
                let token = signed_in["accessToken"].as_str().expect("a token").to_owned();
                self.redeemed_card(side, &token).await
            }
            Subject::ClerksRedemption => {
                let token = self.token(Actor::Clerk(side)).await.expect("a token");
                self.redeemed_card(side, &token).await
            }
            Subject::Approval => self.approval(side).await,
            Subject::FrozenCard => self.frozen_card(side).await,
            Subject::Gift => self.gift(side).await,
            Subject::Cart => self.cart(side).await,
            Subject::GiftList => self.gift_list(side).await,
            Subject::Order => self.order(side).await,
            Subject::ChargeReversal => self.charge_reversal(side).await,
            Subject::RefundRequest => self.refund_request(side).await,
            Subject::RefusedRefund => self.refused_refund(side, false).await,
            Subject::BankPayment => self.refused_refund(side, true).await,
            Subject::RaisedLimit => self.raised_limit(false).await,
            Subject::RaisedLimitInForce => self.raised_limit(true).await,
            Subject::GatewayDifference => self.gateway_difference(side).await,
            Subject::Burst => self.burst(side).await,
            Subject::Payout => self.payout(side, true).await,
            Subject::DraftedPayout => self.payout(side, false).await,
            Subject::PayoutRun => {
                let drafted = self.payout(side, false).await;
                let payout = drafted["id"].clone();
                let run = crate::payout_runs::insert_run(self.app(), &payout).await;
                ids(&[("id", run), ("payout", payout)])
            }
            Subject::PayoutExport => {
                let file = self.bank_file(side).await;
                self.release(&file).await;
                file
            }
            Subject::HeldPayoutExport => self.bank_file(side).await,
            Subject::FailingPayout => self.failing_payout(side).await,
            Subject::MonthReopening => self.month_reopening().await,
            Subject::BankLine => self.bank_line().await,
            Subject::CommissionStatement => self.commission_statement(side).await,
            Subject::PayoutPause => self.payout_pause().await,
            Subject::DeadLetter => self.dead_letter().await,
            Subject::BouncedMail => self.bounced_mail().await,
            Subject::Note => {
                let adam = self.person(Actor::Administrator).await;
                let adam = self.app().sign_in(&adam).await;
                let path = format!("/api/v1/Helpdesk/cases/vendor/{}/notes", half.vendor);
                let written = adam.post(&path, &json!({ "text": "Called." })).send().await.json();
                ids(&[("id", written["id"].as_str().expect("an id").to_owned())])
            }
            Subject::Entry(list) => self.entry(list).await,
            Subject::Till => {
                let manager = self.person(Actor::Manager(side)).await;
                let manager = self.app().sign_in(&manager).await;
                let form = json!({ "tenantId": half.vendor, "name": "Front" });
                let made = manager.post("/api/v1/Tills", &form).send().await.json();
                let text = |name: &str| made[name].as_str().expect("text").to_owned();
                ids(&[("id", text("id")), ("token", text("token"))])
            }
            Subject::TestCard => {
                let manager = self.person(Actor::Manager(side)).await;
                let manager = self.app().sign_in(&manager).await;
                let path = format!("/api/v1/Vendors/{}/test-card", half.vendor);
                let made = manager.post(&path, &json!({})).send().await.json();
                ids(&[("code", made["code"].as_str().expect("a code").to_owned())])
            }
            Subject::Pin => {
                let clerk = self.person(Actor::Clerk(side)).await;
                let clerk = self.app().sign_in(&clerk).await;
                let path = format!("/api/v1/Accounts/me/pins/{}", half.vendor);
                let chosen = clerk.put(&path, &json!({ "pin": "2580" })).send().await;
                assert_eq!(chosen.status, 204, "{}", chosen.text());
                let manager = self.person(Actor::Manager(side)).await;
                let manager = self.app().sign_in(&manager).await;
                let listed = format!("/api/v1/Tills/pins?tenantId={}", half.vendor);
                let listed = manager.get(&listed).send().await.json();
                let last = listed.as_array().and_then(|pins| pins.last());
                let id = last.unwrap_or_else(|| panic!("{listed}"))["id"].as_str().expect("an id");
                ids(&[("id", id.to_owned())])
            }
            Subject::Picture => ids(&[("key", logo(self.app(), FileKind::Vendor).await)]),
        }
    }

    async fn new_tenant(&self, kind: TenantKind) -> Ids {
        let name = self.fresh("New");
        let (list, form) = match kind {
            TenantKind::Vendor => ("Vendors", self.directory.vendor(&name)),
            TenantKind::Charity => ("Charities", self.directory.charity(&name)),
        };
        let administrator = self.person(Actor::Administrator).await;
        let id = add(&self.app().sign_in(&administrator).await, list, &form).await;
        set_waiting(self.app(), &id).await;
        Ids::from([("id", id)])
    }

    async fn member(&self, tenant: TenantId, role: Role) -> Ids {
        let person = self.app().person(&self.fresh("member"), role, Some(tenant)).await;
        let (id, sql) = (person.id, "SELECT id FROM person_role WHERE person_id = $1");
        let read = move |tx: &mut db::Tx<'_>| tx.one::<(String,)>(sql, db::params![id]);
        let (row,) = self.app().app.db.read(read).await.expect("a role");
        Ids::from([
            ("id", person.id.to_string()),
            ("email", person.email),
            ("userRoleId", row),
            ("tenantId", tenant.to_string()),
            ("role", role.word().to_owned()),
        ])
    }

    async fn invite(&self, side: Side, email: &str) -> String {
        let manager = self.person(Actor::Manager(side)).await;
        let manager = self.app().sign_in(&manager).await;
        let vendor = Ids::from([("id", self.half(side).vendor.to_string())]);
        let form = invitation(&vendor, email, "EMPLOYEE");
        let reply = manager.post("/api/v1/Accounts/invited", &form).send().await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()["id"].as_str().expect("an id").to_owned()
    }

    async fn session(&self, shopper: &Person) -> Ids {
        let visitor = self.app().sign_in(shopper).await;
        let sessions = visitor.get("/api/v1/Accounts/me/sessions").send().await.json();
        let own = sessions.as_array().into_iter().flatten().find(|one| one["isCurrent"] == true);
        let own = own.unwrap_or_else(|| panic!("{sessions}"));
        Ids::from([("id", own["id"].as_str().expect("an id").to_owned())])
    }

    async fn card(&self, side: Side) -> Ids {
        let half = self.half(side);
        let id = self.app().sell(&half.shopper, Purchase::of(half.vendor, 25)).await.to_string();
        let shopper = self.app().sign_in(&half.shopper).await;
        let card = shopper.get(&format!("/api/v1/Cards/{id}?isMine=true")).send().await.json();
        let text = |name: &str| card[name].as_str().unwrap_or_else(|| panic!("{card}")).to_owned();
        Ids::from([("code", text("qrCode")), ("cardNumber", text("cardNumber")), ("id", id)])
    }

    async fn redeemed_card(&self, side: Side, token: &str) -> Ids {
        let mut ids = self.card(side).await;
        let call = async |method: &str, path: String, body: Option<Value>| {
            let call = self.app().call(method, &path);
            let call = call.header("authorization", &format!("Bearer {token}"));
            let call = match body {
                Some(body) => call.json(body.to_string()),
                None => call,
            };
            let reply = call.send().await;
            assert_eq!(reply.status, 200, "{}", reply.text());
            reply.json()
        };
        call("GET", format!("/api/v1/Cards/codes/{}", ids["code"]), None).await;
        let path = format!("/api/v1/Cards/{}/redeemed", ids["id"]);
        let redeemed = call("PUT", path, Some(json!({ "value": 5 }))).await;
        let transaction =
            redeemed["transactionId"].as_str().unwrap_or_else(|| panic!("{redeemed}"));
        ids.insert("transactionId", transaction.to_owned());
        ids
    }

    async fn approval(&mut self, side: Side) -> Ids {
        let token = self.token(Actor::Clerk(side)).await.expect("a token");
        let (card, vendor) = (self.card(side).await, self.half(side).vendor);
        let manager = self.person(Actor::Manager(side)).await;
        let manager = self.app().sign_in(&manager).await;
        let path = format!("/api/v1/Vendors/{vendor}/counter-settings");
        assert_eq!(manager.put(&path, &counter_settings()).send().await.status, 200);
        let call = |method: &str, path: String| {
            self.app().call(method, &path).header("authorization", &format!("Bearer {token}"))
        };
        let shown = call("GET", format!("/api/v1/Cards/codes/{}", card["code"])).send().await;
        assert_eq!(shown.status, 200, "{}", shown.text());
        let redeem = call("PUT", format!("/api/v1/Cards/{}/redeemed", card["id"]));
        let held = redeem.json(json!({ "value": 20 }).to_string()).send().await.json();
        let id = held["approval"]["id"].as_str().unwrap_or_else(|| panic!("{held}"));
        Ids::from([("id", id.to_owned())])
    }

    async fn frozen_card(&self, side: Side) -> Ids {
        let ids = self.card(side).await;
        // Freeze the card as someone who is no actor, so that no caller is refused for having
        // frozen it.
        let una = self.app().super_administrator(&self.fresh("una")).await;
        let una = self.app().sign_in(&una).await;
        let path = format!("/api/v1/Cards/{}/deactived", ids["id"]);
        let frozen = una.put(&path, &json!({ "reason": "lost" })).send().await;
        assert!(frozen.status.is_success(), "{}", frozen.text());
        ids
    }

    async fn gift(&self, side: Side) -> Ids {
        let half = self.half(side);
        let to: &'static str = Box::leak(format!("{}@gifts.test", self.fresh("to")).into());
        let purchase = Purchase::of(half.vendor, 25).given_to(to);
        let id = self.app().sell(&half.shopper, purchase).await.to_string();
        Ids::from([("id", id), ("token", self.app().gift_token(to).await)])
    }

    async fn cart(&self, side: Side) -> Ids {
        let half = self.half(side);
        let shopper = self.app().sign_in(&half.shopper).await;
        let items = json!({ "cartDetails": [{ "vendorId": half.vendor, "price": 25 }] });
        let cart = shopper.post("/api/v1/Carts/items", &items).send().await.json();
        let text = |value: &Value| value.as_str().unwrap_or_else(|| panic!("{cart}")).to_owned();
        let last = cart["cartDetails"].as_array().and_then(|items| items.last());
        let item = text(&last.unwrap_or_else(|| panic!("{cart}"))["id"]);
        let token = self.till.token(APPROVED).await;
        let total = cart["total"].to_string();
        let vendor = half.vendor.to_string();
        Ids::from([
            ("id", item),
            ("cart", text(&cart["id"])),
            ("payment", token),
            ("total", total),
            ("vendorId", vendor),
        ])
    }

    async fn gift_list(&self, side: Side) -> Ids {
        let half = self.half(side);
        let shopper = self.app().sign_in(&half.shopper).await;
        let vendor = half.vendor.to_string();
        let form = gift_list(&Ids::from([("vendorId", vendor.clone())]));
        let list = shopper.post("/api/v1/Carts/lists", &form).send().await.json();
        let id = list["id"].as_str().unwrap_or_else(|| panic!("{list}")).to_owned();
        Ids::from([("id", id), ("vendorId", vendor)])
    }

    async fn order(&self, side: Side) -> Ids {
        let cart = self.cart(side).await;
        let shopper = self.app().sign_in(&self.half(side).shopper).await;
        let paid = shopper.post("/api/v1/Orders/checkout", &payment(&cart)).send().await;
        assert_eq!(paid.status, 200, "{}", paid.text());
        let order = paid.json()["orderId"].as_str().expect("an id").to_owned();
        let card = paid.json()["cards"][0]["id"].as_str().expect("an id").to_owned();
        Ids::from([("id", order), ("cart", cart["cart"].clone()), ("card", card)])
    }

    async fn charge_reversal(&self, side: Side) -> Ids {
        let order = self.order(side).await;
        let ledger = self.till.sandbox.ledger();
        let charge = ledger.iter().find(|record| record.invoice_number == order["cart"]);
        let charge = charge.expect("a charge").trans_id.clone();
        assert!(self.till.sandbox.void(&TransactionId::parse(&charge).expect("a number")));
        reversals::tell(&self.till, "void.created", &charge).await;
        self.app().run_jobs().await;
        let adam = self.person(Actor::Administrator).await;
        let adam = self.app().sign_in(&adam).await;
        let listed = adam.get("/api/v1/Helpdesk/reversals").send().await.json();
        let id = listed["items"][0]["id"].as_str().unwrap_or_else(|| panic!("{listed}"));
        Ids::from([("id", id.to_owned())])
    }

    /// Requests a refund as a person who is no administrator, so that no actor is refused as the
    /// requester.
    async fn refund_request(&self, side: Side) -> Ids {
        let order = self.order(side).await;
        let (buyer, now) = (self.half(side).shopper.id, self.app().app.clock.now());
        let id = RefundRequestId::new(now).to_string();
        let sql = "INSERT INTO refund_request (person_id, id, order_id, cards, amount, reason, requested_by, requested_at)
             SELECT person_id, $1, id, CAST($2 AS TEXT), 2500, 'Asked for.', person_id, CAST($3 AS BIGINT)
             FROM orders WHERE id = $4";
        let cards = json!([{ "card": order["card"], "amount": 25 }]).to_string();
        let (row, of) = (id.clone(), order["id"].clone());
        let order_id = OrderId::parse(&of).expect("an id");
        let author = self.author(buyer);
        let insert = move |tx: &mut db::Tx<'_>| {
            let subject = Audited::order(order_id);
            tx.execute(sql, db::params![row, cards, now, of])?;
            audit::record(tx, now, &author, Entry::new(order::actions::ORDER_REFUND_ASKED, subject))
        };
        self.app().app.db.write(insert).await.expect("a request");
        Ids::from([("id", order["id"].clone()), ("requestId", id)])
    }

    /// Makes a refund that the gateway refuses for good. If `is_paid`, an administrator then
    /// records a bank payment.
    async fn refused_refund(&self, side: Side, is_paid: bool) -> Ids {
        let order = self.order(side).await;
        self.app().run_jobs().await;
        self.till.sandbox.settle();
        let old = "UPDATE payment_attempt SET sent_at = 0 WHERE order_id = $1";
        self.app().write(old, OrderId::parse(&order["id"]).expect("an id")).await;
        let adam = self.person(Actor::Administrator).await;
        let adam = self.app().sign_in(&adam).await;
        let cards = json!([{ "cardId": order["card"], "amount": 25 }]);
        let form = json!({ "reason": "Asked for.", "cards": cards });
        self.till.sandbox.fail("refundTransaction", Fault::NotRefundable);
        let path = format!("/api/v1/Helpdesk/orders/{}/refunds", order["id"]);
        let asked = adam.post(&path, &form).send().await;
        assert_eq!(asked.status, 200, "{}", asked.text());
        self.app().run_jobs().await;
        let refund = asked.json()["refunds"][0]["id"].as_str().expect("an id").to_owned();
        if is_paid {
            let payment = json!({ "amount": 25, "reference": "e-transfer 417" });
            let paid = adam.put(&format!("{path}/{refund}/paid"), &payment).send().await;
            assert_eq!(paid.status, 200, "{}", paid.text());
        }
        Ids::from([("id", order["id"].clone()), ("refundId", refund)])
    }

    /// Requests the closing of a shop as a person who is no administrator, so that no actor is
    /// refused as the requester.
    async fn shop_closing(&mut self, side: Side, successor: Option<TenantId>) -> Ids {
        let order = self.order(side).await["id"].clone();
        let shop = self.app().vendor(Box::leak(self.fresh("Closing").into_boxed_str())).await;
        self.app().write("UPDATE tenant SET state = 'INACTIVE' WHERE id = $1", shop).await;
        let (buyer, now) = (self.half(side).shopper.id, self.app().app.clock.now());
        let id = ShopClosingId::new(now);
        let (author, of) = (self.author(buyer), order.clone());
        let insert = move |tx: &mut db::Tx<'_>| {
            tx.execute(
                "INSERT INTO shop_closing (vendor_id, id, reason, cards, amount, requested_by, requested_at, successor_id)
                 VALUES ($1, $2, 'Asked for.', 1, 2500, $3, $4, $5)",
                db::params![shop, id, buyer, now, successor],
            )?;
            tx.execute(
                "INSERT INTO shop_closing_left (vendor_id, closing_id, order_id, person_id, cards, amount, cause)
                 VALUES ($1, $2, $3, $4, 1, 2500, 'CHARGE_TOO_OLD')",
                db::params![shop, id, of, buyer],
            )?;
            let entry =
                Entry::new(order::actions::SHOP_CLOSING_ASKED, Audited::tenant(shop)).tenant(shop);
            audit::record(tx, now, &author, entry)
        };
        self.app().app.db.write(insert).await.expect("a closing");
        Ids::from([("id", shop.to_string()), ("closingId", id.to_string()), ("orderId", order)])
    }

    fn author(&self, person: PersonId) -> Author {
        let client = Client::new(None, String::new(), &self.app().app.secrets);
        Author::proven(person, &client)
    }

    async fn raised_limit(&self, is_in_force: bool) -> Ids {
        let now = self.app().app.clock.now();
        let buyer = self.app().consumer(&self.fresh("buyer")).await.id;
        let id = RaisedLimitId::new(now).to_string();
        let sql = if is_in_force {
            "INSERT INTO raised_limit (person_id, id, amount, reason, requested_by, requested_at, decided_by, decided_at, is_agreed)
             VALUES ($1, $2, 100, 'Known.', $1, $3, $1, $3, TRUE)"
        } else {
            "INSERT INTO raised_limit (person_id, id, amount, reason, requested_by, requested_at) VALUES ($1, $2, 100, 'Known.', $1, $3)"
        };
        let (row, author) = (id.clone(), self.author(buyer));
        let insert = move |tx: &mut db::Tx<'_>| {
            tx.execute(sql, db::params![buyer, row, now])?;
            let entry = |action| Entry::new(action, Audited::person(buyer));
            audit::record(tx, now, &author, entry(order::actions::BUYING_LIMIT_REQUESTED))?;
            if is_in_force {
                audit::record(tx, now, &author, entry(order::actions::BUYING_LIMIT_RAISED))?;
            }
            Ok::<_, platform::error::Error>(())
        };
        self.app().app.db.write(insert).await.expect("a limit");
        Ids::from([("id", buyer.to_string()), ("limitId", id)])
    }

    async fn gateway_difference(&self, side: Side) -> Ids {
        let order = self.order(side).await;
        let id = DifferenceId::new(self.app().app.clock.now()).to_string();
        let (sql, row, of) = (
            "INSERT INTO gateway_difference (id, kind, transaction_id, order_id, created_at)
             VALUES ($1, 'MISSING_THERE', $1, $2, 0)",
            id.clone(),
            order["id"].clone(),
        );
        let insert = move |tx: &mut db::Tx<'_>| tx.execute(sql, db::params![row, of]);
        self.app().app.db.write(insert).await.expect("a difference");
        Ids::from([("id", id)])
    }

    async fn burst(&self, side: Side) -> Ids {
        self.close_bursts().await;
        let (vendor, now) = (self.half(side).vendor.to_string(), self.app().app.clock.now());
        let id = BurstId::new(now).to_string();
        let (sql, row) = (
            "INSERT INTO burst (vendor_id, id, began_at, last_at, cards, amount, outstanding, found_at, closed_at)
             VALUES ($1, $2, 0, 0, 5, 500, 500, 0, NULL)",
            id.clone(),
        );
        let insert = move |tx: &mut db::Tx<'_>| tx.execute(sql, db::params![vendor, row]);
        self.app().app.db.write(insert).await.expect("a burst");
        Ids::from([("id", id)])
    }

    /// Closes every open burst of redemptions as an administrator, including the row in the audit
    /// log.
    async fn close_bursts(&self) {
        let sue = self.person(Actor::SuperAdministrator).await.id;
        let (app, now) = (self.app(), self.app().app.clock.now());
        let author = Author::proven(sue, &Client::new(None, String::new(), &app.app.secrets));
        let close = move |tx: &mut db::Tx<'_>| {
            let open = "SELECT vendor_id, id FROM burst WHERE closed_at IS NULL ORDER BY id";
            for (vendor, id) in tx.rows::<(TenantId, BurstId)>(open, &[])? {
                let closed = "UPDATE burst SET closed_at = $1, closed_by = $2 WHERE id = $3";
                tx.execute(closed, db::params![now, sue, id])?;
                let burst = audit::Subject::of(BURST, id);
                let closed = Entry::new(cards::actions::BURST_CLOSED, burst);
                audit::record(tx, now, &author, closed.tenant(vendor))?;
            }
            Ok::<_, Error>(())
        };
        app.app.db.write(close).await.expect("no open bursts");
    }

    /// Creates a payout of a part of the shop's balance, and approves it if `is_approved`.
    async fn payout(&mut self, side: Side, is_approved: bool) -> Ids {
        let vendor = self.half(side).vendor;
        self.close_bursts().await;
        crate::payouts::owe(self.app(), vendor, 1000).await;
        crate::payouts::give_bank_account(self.app(), vendor).await;
        let id = crate::payouts::insert_draft(self.app(), vendor, Cents::new(100)).await;
        if is_approved {
            let sue = self.person(Actor::SuperAdministrator).await;
            let sue = self.app().sign_in(&sue).await;
            let path = format!("/api/v1/Payouts/{id}/approved");
            let approved = sue.call("PUT", &path).send().await;
            assert_eq!(approved.status, 200, "{}", approved.text());
        }
        Ids::from([("id", id)])
    }

    /// Makes a request to reopen a month of a far year, by an administrator who is no actor.
    async fn month_reopening(&mut self) -> Ids {
        let now = self.app().app.clock.now();
        let (id, by) = (MonthReopeningId::new(now), PersonId::new(now));
        let insert = move |tx: &mut db::Tx<'_>| {
            let (before,): (i64,) = tx.one("SELECT count(*) FROM month_reopening", &[])?;
            let month = format!("{}-01", 3000 + before);
            tx.execute(
                "INSERT INTO month_reopening (id, month, reason, asked_by, asked_at) VALUES ($1, $2, 'The wrong rate', $3, $4)",
                params![id, month, by, now],
            )
        };
        self.app().app.db.write(insert).await.expect("a request");
        Ids::from([("id", id.to_string())])
    }

    /// Adds a line of a bank statement that is not matched.
    async fn bank_line(&mut self) -> Ids {
        let id = crate::bank::insert_line(self.app(), -500).await;
        Ids::from([("id", id.to_string())])
    }

    /// Makes a statement of the shop's commission for a day of its own, without commission or tax.
    async fn commission_statement(&mut self, side: Side) -> Ids {
        let vendor = self.half(side).vendor;
        let now = self.app().app.clock.now();
        let id = CommissionStatementId::new(now);
        let insert = move |tx: &mut db::Tx<'_>| {
            let sql = "SELECT count(*) FROM commission_statement WHERE vendor_id = $1";
            let (before,): (i64,) = tx.one(sql, params![vendor])?;
            let day = BusinessDate::of(now).plus_days(-2 - i32::try_from(before).expect("few"));
            tx.execute(
                "INSERT INTO commission_statement (vendor_id, id, number, first_day, last_day, starts_at, ends_at, commission, tax, created_at)
                 VALUES ($1, $2, $3, $4, $4, $5, $5, 0, 0, $6)",
                params![vendor, id, before + 1, day, day.start(), now],
            )
        };
        self.app().app.db.write(insert).await.expect("a statement");
        Ids::from([("id", id.to_string())])
    }

    /// Restores who last changed each bank account, and when. The matrix had cleared both, so that
    /// payouts could be approved at once.
    pub async fn restore_bank_changes(&self) {
        // One statement for both would join local with distributed tables, which a cluster refuses.
        let changes = "WITH last AS MATERIALIZED
                 (SELECT subject_id, MAX(created_at) AS changed_at FROM audit_entry
                  WHERE action IN ('BANK_ACCOUNT_CHANGED', 'TENANT_CREATED') GROUP BY subject_id)
             SELECT l.subject_id, l.changed_at, MAX(p.id)
             FROM last l JOIN audit_entry a ON a.subject_id = l.subject_id AND a.created_at = l.changed_at
               AND a.action IN ('BANK_ACCOUNT_CHANGED', 'TENANT_CREATED')
             LEFT JOIN person p ON p.id = a.actor GROUP BY l.subject_id, l.changed_at";
        let restore = move |tx: &mut db::Tx<'_>| {
            for (tenant, at, by) in tx.rows::<(String, i64, Option<String>)>(changes, &[])? {
                tx.execute(
                    "UPDATE tenant SET bank_changed_at = $2, bank_changed_by = $3 WHERE id = $1",
                    params![tenant, at, by],
                )?;
            }
            Ok::<_, Error>(())
        };
        let restored = self.app().app.db.write(restore).await;
        restored.expect("the log's changes");
    }

    /// Creates a bank file as an additional administrator, so that no actor is refused as the
    /// creator.
    async fn bank_file(&mut self, side: Side) -> Ids {
        self.payout(side, true).await;
        let una = self.preparer().await;
        let una = self.app().sign_in(&una).await;
        let exported = una.call("POST", "/api/v1/Payouts/exports").send().await.json();
        let id = exported["id"].as_str().unwrap_or_else(|| panic!("{exported}")).to_owned();
        Ids::from([("id", id), ("total", exported["total"].to_string())])
    }

    /// Releases a bank file as the super administrator.
    async fn release(&self, file: &Ids) {
        let sue = self.person(Actor::SuperAdministrator).await;
        let sue = self.app().sign_in(&sue).await;
        let path = format!("/api/v1/Payouts/exports/{}/released", file["id"]);
        let total = json!({ "total": file["total"].parse::<f64>().expect("a total") });
        assert_eq!(sue.put(&path, &total).send().await.status, 200);
    }

    async fn failing_payout(&mut self, side: Side) -> Ids {
        let payout = self.payout(side, true).await;
        let una = self.preparer().await;
        let una = self.app().sign_in(&una).await;
        let file = una.call("POST", "/api/v1/Payouts/exports").send().await.json();
        let named =
            |field: &str| file[field].as_str().map_or(file[field].to_string(), str::to_owned);
        self.release(&Ids::from([("id", named("id")), ("total", named("total"))])).await;
        let form = json!({ "reason": "Sent back", "reference": "RET 0417" });
        let path = format!("/api/v1/Payouts/{}/failed", payout["id"]);
        let asked = una.put(&path, &form).send().await;
        assert_eq!(asked.status, 200, "{}", asked.text());
        payout
    }

    async fn payout_pause(&self) -> Ids {
        let vendor = self.new_tenant(TenantKind::Vendor).await;
        let una = self.preparer().await;
        let una = self.app().sign_in(&una).await;
        let form = json!({ "tenantId": vendor["id"], "reason": "A dispute is open." });
        let paused = una.post("/api/v1/Payouts/pauses", &form).send().await.json();
        let id = paused["id"].as_str().unwrap_or_else(|| panic!("{paused}"));
        Ids::from([("id", id.to_owned())])
    }

    /// Returns a new administrator who prepares what the actors then decide.
    async fn preparer(&self) -> Person {
        self.person(Actor::Administrator).await
    }

    async fn dead_letter(&self) -> Ids {
        let job = self.app().post_mail("zoe@shop.example").await;
        let sql = "UPDATE job SET state = 'dead', attempts = 30, last_error = 'gone' WHERE id = $1";
        self.app().write(sql, job).await;
        Ids::from([("id", job.to_string())])
    }

    async fn bounced_mail(&self) -> Ids {
        let id = JobId::new(self.app().app.clock.now()).to_string();
        let (sql, row) = (
            "INSERT INTO sent_mail (subject_id, mail_id, letter, recipient, tried_at, bounce_status)
             VALUES ('x', $1, 'gift', 'z…@shop.example', 0, '5.1.1')",
            id.clone(),
        );
        let insert = move |tx: &mut db::Tx<'_>| tx.execute(sql, db::params![row]);
        self.app().app.db.write(insert).await.expect("a mail");
        Ids::from([("id", id)])
    }

    async fn entry(&mut self, list: &str) -> Ids {
        let name = self.fresh("Entry");
        let token = self.token(Actor::SuperAdministrator).await.expect("a token");
        let form = LISTS.iter().find(|one| one.name == list).expect("a list").form(&name);
        let made = self.app().post(&format!("/api/v1/{list}")).json(form.to_string());
        let made = made.header("authorization", &format!("Bearer {token}")).send().await;
        assert_eq!(made.status, 200, "{}", made.text());
        Ids::from([("id", made.json()["id"].as_str().expect("an id").to_owned())])
    }
}

/// Returns the body of an invitation to a role in this tenant, or to a role without a tenant if
/// `tenant` has no id.
pub fn invitation(tenant: &Ids, email: &str, role: &str) -> Value {
    json!({ "email": email, "firstName": "New", "lastName": "Comer", "roleId": role,
            "tenantId": tenant.get("id"), "appName": "funray",
            "successReturnUrl": "http://localhost:8080/admin/setup-password",
            "failedReturnUrl": "http://localhost:8080/admin/setup-password-failed" })
}

/// Returns counter settings under which redemptions above fifteen dollars wait for a manager.
pub fn counter_settings() -> Value {
    json!({ "isPaceLimited": true, "mostRedemptions": 60, "mostAmount": 2500, "singleAmount": 15,
            "redeemsByName": false })
}

/// Returns the form of a list with one gift.
pub fn gift_list(ids: &Ids) -> Value {
    let table = BASE64_STANDARD.encode("name,email\nBob,bob@shop.example\n");
    json!({ "vendorId": ids["vendorId"], "from": "Ann", "amount": 25, "table": table })
}

/// Returns the body of the call that pays for a cart.
pub fn payment(cart: &Ids) -> Value {
    let total: f64 = cart["total"].parse().unwrap_or(25.0);
    json!({
        "amount": total, "orderNumber": cart["cart"], "cardHolderName": "Ann Lee",
        "opaqueDataValue": cart["payment"], "opaqueDataDescriptor": "COMMON.ACCEPT.INAPP.PAYMENT",
        "appName": "funray",
    })
}
