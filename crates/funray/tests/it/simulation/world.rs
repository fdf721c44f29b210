//! The state of a game: its people and its model, and the choice of the next move.

use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};

use finance::{reports, verify};
use kernel::{
    dates::BusinessDate, ids::TenantId, months::BusinessMonth, time_zones::Zone,
    timestamp::Timestamp,
};
use serde_json::{Value, json};

use super::{
    deposits::Batch,
    dice::Dice,
    model::{MAX_AT_ONCE, MAX_IN_AN_HOUR, MAX_REDEMPTIONS, Model, Shop},
    taxes::Taxes,
};
use crate::campaign_progress;
use crate::reports::recomputed::{
    Facts, Which, check_admin_reports, check_charity_report, check_daily_report,
    check_vendor_report,
};
use crate::support::{Call, Person, Reply, Visitor, till::Till};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    Buyer(usize),
    Manager(Shop),
    Clerk(Shop),
    Administrator,
    /// A second administrator, who approves requests from the first.
    Second,
}

/// Start times of games: an ordinary day, and days just before the end of a month or year, a clock
/// change, or a February 29.
const STARTS: [&str; 6] = [
    "2026-03-10T15:00:00Z",
    "2026-03-30T21:00:00Z",
    "2026-10-31T16:00:00Z",
    "2027-03-13T17:00:00Z",
    "2027-12-30T21:00:00Z",
    "2028-02-28T17:00:00Z",
];

pub struct World<'a> {
    pub till: &'a Till,
    pub dice: Dice,
    /// Dice for background work, separate from those for moves, so that this work doesn't change
    /// the game.
    pub(super) chores: Dice,
    pub model: Model,
    pub shops: [TenantId; 2],
    pub step: usize,
    /// Trial balance of each closed month, as it was when the month was closed.
    pub closed: BTreeMap<BusinessMonth, Value>,
    pub(super) seed: u64,
    pub(super) people: HashMap<Who, Person>,
    /// Current first names of staff who were renamed.
    pub(super) names: HashMap<Who, String>,
    /// Current sessions. They are discarded when time passes, because sessions are short.
    pub(super) visitors: HashMap<Who, Visitor<'a>>,
    /// Batches of the gateway by their number, and the time until which they were read.
    pub(super) batches: BTreeMap<String, Batch>,
    pub(super) batches_until: Timestamp,
    /// Disputes for which the bank account was debited, by the number of the charge.
    pub(super) taken: BTreeMap<String, i64>,
    /// Number of imported statements.
    pub(super) statements: u32,
    /// Notes about taxes; `None` on a platform that charges none.
    pub(super) taxes: Option<Taxes>,
}

impl<'a> World<'a> {
    pub async fn new(till: &'a Till, seed: u64) -> World<'a> {
        let app = &till.app;
        let start = STARTS[usize::try_from(seed).expect("a small number") % STARTS.len()];
        app.hands.set(Timestamp::parse(start).expect("a moment"));
        app.write("UPDATE campaign SET end_day = '2099-12-31' WHERE id = $1", till.campaign).await;
        let shops = [till.shop, app.shop("Bean & Gull").await];
        let people = HashMap::from([
            (Who::Buyer(0), till.ann.clone()),
            (Who::Buyer(1), app.consumer("bea").await),
            (Who::Manager(0), app.manager_of(shops[0], "mary").await),
            (Who::Manager(1), app.manager_of(shops[1], "nora").await),
            (Who::Clerk(0), app.employee_of(shops[0], "cleo").await),
            (Who::Clerk(1), app.employee_of(shops[1], "dora").await),
            (Who::Administrator, app.super_administrator("sam").await),
            (Who::Second, app.super_administrator("una").await),
        ]);
        let mut world = World {
            till,
            dice: Dice::new(seed),
            chores: Dice::new(!seed),
            model: Model::default(),
            shops,
            step: 0,
            closed: BTreeMap::new(),
            seed,
            people,
            names: HashMap::new(),
            visitors: HashMap::new(),
            batches: BTreeMap::new(),
            batches_until: app.app.clock.now(),
            taken: BTreeMap::new(),
            statements: 0,
            taxes: None,
        };
        // Move the second shop to Vancouver, where the day ends three hours later.
        let moved = "UPDATE tenant SET province = 'British Columbia', city = 'Vancouver', postal_code = 'V5K 0A1' WHERE id = $1";
        app.write(moved, world.shops[1]).await;
        for shop in 0..2 {
            world.limit_pace(shop).await;
        }
        world.open_bank_accounts().await;
        world.register_for_taxes().await;
        world
    }

    /// Sets low limits on the redemptions of a shop's clerks, so that some of them need approval.
    async fn limit_pace(&mut self, shop: Shop) {
        let path = format!("/Vendors/{}/counter-settings", self.shops[shop]);
        let settings = json!({
            "isPaceLimited": true, "mostRedemptions": MAX_REDEMPTIONS,
            "mostAmount": dollars(MAX_IN_AN_HOUR), "singleAmount": dollars(MAX_AT_ONCE),
            "redeemsByName": false,
        });
        let reply = self.ask(Who::Administrator, "PUT", &path, Some(&settings)).await;
        self.fine("the pace of a counter", &reply);
    }

    pub async fn go_on(&mut self) {
        self.till.app.hands.advance(Duration::from_secs(1));
        if self.chores.one_in(10) {
            self.roll_up().await;
        }
        if self.chores.one_in(20) {
            self.keep_bank().await;
        }
        let buyer = self.dice.below(2);
        match self.dice.below(100) {
            0..16 => self.put_into_cart(buyer).await,
            16..18 => self.put_list_into_cart(buyer).await,
            18..23 => self.change_quantity(buyer).await,
            23..26 => self.take_out_of_cart(buyer).await,
            26..44 => self.pay(buyer).await,
            44..46 => self.pay_again(buyer).await,
            46 => self.redeem_many().await,
            47 if self.dice.one_in(2) => self.rename_staff().await,
            47 => self.replace_clerk().await,
            48..64 => self.redeem().await,
            64..68 => self.decide_about_waiting().await,
            68..72 => self.reverse().await,
            72..75 => self.undo().await,
            75..79 => self.cash_out().await,
            79..82 => self.open_gift().await,
            82..84 => self.claim_gift().await,
            84..86 => self.send_again().await,
            86..90 => self.freeze_or_thaw().await,
            90 if self.dice.one_in(6) => self.refund_by_bank().await,
            90 if self.dice.one_in(6) => self.cancel_by_bank().await,
            90..92 => self.refund().await,
            92 => self.look_up().await,
            93 => self.report_lost().await,
            94 => self.pay_out().await,
            95 if self.dice.one_in(4) => self.close_shop().await,
            95..97 => self.cancel().await,
            97 => self.take_charge_back().await,
            98 if self.dice.one_in(2) => self.close_month().await,
            98 => self.dispute_late().await,
            99 if self.dice.one_in(2) => self.find_mistakes().await,
            _ => self.let_time_pass().await,
        }
    }

    /// Returns the seed and the step of the game, for failure messages.
    pub fn at(&self) -> String {
        format!("SEEDS={} step {}", self.seed, self.step)
    }

    pub fn today(&self) -> BusinessDate {
        BusinessDate::today(&self.till.app.app.clock)
    }

    /// Returns the current date in a shop's time zone.
    pub fn today_at(&self, shop: Shop) -> BusinessDate {
        let zone = [Zone::TORONTO, Zone::PACIFIC][shop];
        zone.day_of(self.till.app.app.clock.now())
    }

    async fn visitor(&mut self, who: Who) -> &Visitor<'a> {
        if !self.visitors.contains_key(&who) {
            let visitor = self.till.app.sign_in(&self.people[&who]).await;
            self.visitors.insert(who, visitor);
        }
        &self.visitors[&who]
    }

    pub async fn call(&mut self, who: Who, method: &str, path: &str, body: Option<&Value>) -> Call {
        let call = self.visitor(who).await.call(method, &format!("/api/v1{path}"));
        match body {
            Some(body) => call.json(body.to_string()),
            None => call,
        }
    }

    pub async fn ask(&mut self, who: Who, method: &str, path: &str, body: Option<&Value>) -> Reply {
        self.call(who, method, path, body).await.send().await
    }

    pub async fn get(&mut self, who: Who, path: &str) -> Value {
        let reply = self.ask(who, "GET", path, None).await;
        assert_eq!(reply.status, 200, "{}: {path}: {}", self.at(), reply.text());
        reply.json()
    }

    /// Checks that a call succeeded, as the model expects, and returns the JSON of its reply.
    pub fn fine(&self, what: &str, reply: &Reply) -> Value {
        assert_eq!(reply.status, 200, "{}: {what}: {}", self.at(), reply.text());
        reply.json()
    }

    /// Checks that a call was refused with the error code that the model expects.
    pub fn refused(&self, what: &str, reply: &Reply, code: &str) {
        let body = reply.json();
        let is_client_error = reply.status.is_client_error() || code == "PAYMENT_PENDING";
        assert!(
            is_client_error && body["errorCode"] == code,
            "{}: {what}: not {code} but {body}",
            self.at()
        );
    }

    /// Advances the clock by minutes or by a day, and runs the jobs that are due.
    async fn let_time_pass(&mut self) {
        let minutes = *self.dice.pick(&[11, 40, 300, 1500]);
        self.till.app.hands.advance(Duration::from_secs(minutes * 60));
        self.visitors.clear();
        self.settle().await;
    }

    /// Sometimes seals new transfers, and sometimes adds new sales to the totals of the reports.
    async fn roll_up(&mut self) {
        let app = &self.till.app.app;
        if self.chores.one_in(2) {
            verify::seal(app.clone()).await.expect("sealed");
        }
        if self.chores.one_in(2) {
            reports::roll_up(app.clone()).await.expect("rolled up");
        }
    }

    /// Advances the clock by 70 minutes in small steps, so that every payment ends except those
    /// held for review.
    pub(super) async fn settle(&mut self) {
        for buyer in 0..2 {
            if self.model.held[buyer].is_some() && self.dice.one_in(2) {
                self.decide(buyer).await;
            }
        }
        for _ in 0..7 {
            self.till.app.run_jobs().await;
            self.till.app.hands.advance(Duration::from_secs(10 * 60));
        }
        self.till.app.run_jobs().await;
        self.roll_up().await;
        self.read_gift_mails().await;
        self.visitors.clear();
        for buyer in 0..2 {
            self.see_what_became_of(buyer).await;
        }
    }

    /// Compares all figures of the program with the model.
    pub async fn compare_books(&mut self) {
        for shop in 0..2 {
            let told = self.get(Who::Manager(shop), "/Cards?pageSize=1000").await;
            let told = told["items"].as_array().expect("cards").iter();
            let told: BTreeMap<_, _> = told
                .map(|card| {
                    (
                        card["id"].as_str().expect("an id"),
                        (cents(&card["cardBalance"]), card["isDeactive"] == false),
                    )
                })
                .collect();
            let own = self.model.cards.iter().filter(|card| card.shop == shop);
            let own: BTreeMap<_, _> =
                own.map(|card| (card.id.as_str(), (card.balance, card.is_active))).collect();
            assert_eq!(told, own, "{}", self.at());
        }
        self.compare_counter_days().await;
        for buyer in 0..2 {
            let own = self.model.cards.iter().filter(|card| card.is_in_wallet_of(buyer)).count();
            let wallet = self.get(Who::Buyer(buyer), "/Cards?isMine=true").await;
            assert_eq!(wallet["totalItems"], own, "{}", self.at());
            let orders = self.get(Who::Buyer(buyer), "/Orders/me").await;
            let count = self.model.sold[buyer].len() + self.model.open_payments(buyer);
            assert_eq!(orders["totalItems"], count, "{}", self.at());
        }
        let sums = &self.model.sums;
        let on_cards: i64 = self.model.cards.iter().map(|card| card.balance).sum();
        let expected = [
            (format!("vendor_payable:{}", self.shops[0]), sums.vendors[0]),
            (format!("vendor_payable:{}", self.shops[1]), sums.vendors[1]),
            (format!("charity_payable:{}", self.till.charity), sums.charity),
            ("platform_revenue".to_owned(), sums.platform),
            ("gst_hst_payable".to_owned(), sums.gst_hst),
            ("gateway_clearing".to_owned(), sums.at_gateway()),
            ("chargeback_loss".to_owned(), -sums.lost),
            ("refunds".to_owned(), -sums.refunds),
            ("paid_twice".to_owned(), -sums.paid_twice),
            ("payouts".to_owned(), sums.paid_out - sums.bank.left),
            ("gateway_transit".to_owned(), sums.bank.arrived - sums.bank.settled),
            ("bank".to_owned(), -sums.bank.balance),
            ("gateway_fees".to_owned(), -sums.bank.fees),
            ("bank_other".to_owned(), sums.bank.interest),
            ("card:%".to_owned(), on_cards),
        ];
        for (account, cents) in expected {
            assert_eq!(self.sum(account.clone()).await, cents, "{}: {account}", self.at());
        }
    }

    /// Compares the reports with the ledger's entries, for all days and for a range of days.
    async fn compare_reports(&mut self) {
        let facts = Facts::of(&self.till.app).await;
        let today = self.today();
        let first =
            BusinessDate::of(self.till.app.app.clock.now().minus(Duration::from_secs(86_400)));
        for (shop, vendor) in self.shops.into_iter().enumerate() {
            let which = Which::of_vendor(vendor);
            let has_cause = Some(self.dice.one_in(2));
            for which in [which, which.within(first, today), Which { has_cause, ..which }] {
                let path = format!("/Report/vendor?{}", &which.query()[1..]);
                let told = self.get(Who::Manager(shop), &path).await;
                check_vendor_report(&told, &facts.sum(&which), &self.at());
            }
        }
        let all = Which::default().within(first, today);
        for which in [Which::default(), all] {
            let query = which.query();
            let vendors = self.get(Who::Administrator, &format!("/Report/vendors?{query}")).await;
            let causes = self.get(Who::Administrator, &format!("/Report/charities?{query}")).await;
            check_admin_reports(&vendors, &causes, &facts.sum(&which), &self.at());
            let days = self.get(Who::Administrator, &format!("/Report/days?{query}")).await;
            check_daily_report(&days, &facts, &which, &self.at());
        }
        let which = Which::of_charity(self.till.charity);
        for which in [which, which.within(first, today)] {
            let path = format!("/Report/charity?{}", &which.query()[1..]);
            let told = self.get(Who::Administrator, &path).await;
            check_charity_report(&told, &facts.sum(&which), &self.at());
        }
    }

    /// Compares the progress of the campaign with the ledger's entries, and with the report on its
    /// charity.
    async fn compare_progress(&mut self) {
        let Till { app, charity, campaign, .. } = self.till;
        let raised = campaign_progress::check(app, *charity, *campaign, &self.at()).await;
        self.visitors.clear();
        let path = format!("/Report/charity?tenantId={charity}&campaignId={campaign}");
        let report = self.get(Who::Administrator, &path).await;
        assert_eq!(cents(&report["totalFundraising"]), raised, "{}: in the report", self.at());
    }

    async fn sum(&self, account: String) -> i64 {
        let sql =
            "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM entry WHERE account LIKE $1";
        let read = self.till.app.app.db.read(move |tx| tx.one::<(i64,)>(sql, db::params![account]));
        read.await.expect("a sum").0
    }

    /// Ends the game: decides held payments, compares all figures, and checks that the gateway
    /// charged exactly what was sold.
    pub async fn finish(mut self) {
        for buyer in 0..2 {
            self.decide(buyer).await;
        }
        self.find_mistakes().await;
        self.settle().await;
        // The gateway makes partial refunds only after settlement, and the program checks refunds
        // hourly.
        self.till.sandbox.settle();
        self.till.app.hands.advance(Duration::from_secs(3600));
        self.till.app.run_jobs().await;
        self.visitors.clear();
        self.compare_books().await;
        self.compare_reports().await;
        self.compare_progress().await;
        self.end_bank().await;
        self.close_month().await;
        self.compare_journal().await;
        // A day later the gateway's lists agree with the program's payments, except for the
        // differences already resolved.
        self.till.app.hands.advance(Duration::from_secs(25 * 3600));
        self.reconcile().await;
        let found = "SELECT count(*) FROM gateway_difference";
        let differences = i64::try_from(self.model.differences.len()).expect("a few");
        assert_eq!(self.till.app.count(found).await, differences, "{}", self.at());
        let told = "SELECT count(*) FROM demo_mail WHERE subject LIKE '%opened your gift'";
        // The giver of more than ten gifts isn't emailed about each.
        let many = "SELECT id FROM card WHERE order_id IN (SELECT order_id FROM card
             WHERE is_gift AND moved_from_id IS NULL GROUP BY order_id HAVING count(*) > 10)";
        let many = self.till.app.app.db.read(move |tx| tx.rows::<(String,)>(many, &[])).await;
        let many = many.expect("the gifts of long lists");
        let is_told = |id: &str| !many.iter().any(|(listed,)| listed == id);
        let cards = self.model.cards.iter().filter(|card| is_told(&card.id));
        let gifts = cards.filter_map(|card| card.gift.as_ref());
        let opened: usize =
            gifts.map(|gift| gift.opened_before + usize::from(gift.is_opened)).sum();
        let opened = i64::try_from(opened).expect("a few");
        assert_eq!(self.till.app.count(told).await, opened, "{}: told once each", self.at());
        // Sums charges less refunds at the gateway, by order.
        let mut kept: BTreeMap<String, i64> = BTreeMap::new();
        for record in self.own_records() {
            let is_taken = TAKEN.contains(&record.status.as_str());
            let cents = i64::try_from(record.amount.cents()).expect("an amount");
            let sign = if record.is_refund { -1 } else { i64::from(is_taken) };
            *kept.entry(record.invoice_number[..CART].to_owned()).or_default() += sign * cents;
        }
        // A chargeback reverses all that is left of a charge.
        for record in self.own_records() {
            if record.status == "chargeback" {
                kept.remove(&record.invoice_number[..CART]);
            }
        }
        let undecided = self.model.sold.iter().flatten().filter(|sold| sold.is_undecided);
        for sold in undecided {
            kept.remove(&sold.number);
        }
        kept.retain(|_, cents| *cents != 0);
        let sold = self.model.sold.iter().flatten();
        let sold = sold.filter(|sold| sold.stands() || sold.is_kept());
        let sold: BTreeMap<_, _> = sold.map(|sold| (sold.number.clone(), sold.kept())).collect();
        let sold: BTreeMap<_, _> = sold.into_iter().filter(|(_, cents)| *cents != 0).collect();
        assert_eq!(kept, sold, "{}: each order is paid for once", self.at());
        self.see_planned_gifts_sent().await;
    }
}

/// Statuses of captured charges at the gateway.
pub const TAKEN: [&str; 3] =
    ["capturedPendingSettlement", "settledSuccessfully", "chargebackReversal"];

/// Length of the cart's number at the start of an invoice number. The number of the attempt
/// follows.
pub const CART: usize = 16;

/// Converts dollars in JSON to cents.
pub fn cents(value: &Value) -> i64 {
    let dollars = value.as_f64().unwrap_or_else(|| panic!("not an amount: {value}"));
    #[allow(clippy::cast_possible_truncation, reason = "a card holds at most a hundred dollars")]
    let cents = (dollars * 100.0).round() as i64;
    cents
}

/// Converts cents to dollars in JSON.
pub fn dollars(cents: i64) -> Value {
    let text = format!("{}.{:02}", cents / 100, cents % 100);
    serde_json::from_str(&text).unwrap_or_else(|_| json!(text))
}
