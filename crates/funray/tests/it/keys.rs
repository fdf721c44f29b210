//! Tests of changing the program's secret key. Data made with the old key works at each step, and
//! in the end nothing needs the old key.

use std::{
    process::{Child, Stdio},
    sync::Arc,
    time::Duration,
};

use access::rotation::{BATCH, Rotation};
use accounts::second_factor::totp::Secret;
use cards::CardNumber;
use db::params;
use finance::verify;
use funray::features;
use kernel::{clock::Clock, ids::CardId};
use platform::secrets::Secrets;
use serde_json::json;

use crate::{
    accounts::{
        passwords::ask_for_reset,
        second_factors::{finish, ticket, with_app},
    },
    cards::{card_of, look_up, redeem},
    payouts::give_bank_account,
    support::{KEY, Person, TestApp, cards::Purchase, program::funray},
    tills::{Counter, choose_pin},
};

const BOB: &str = "bob@shop.example";

/// Secrets of people that depend on the program's key: codes of cards and links, and second
/// factors.
struct Held {
    counter: Counter,
    card: CardId,
    code: String,
    number: String,
    gift: String,
    reset_link: String,
    admin: Person,
    totp: Secret,
    recovery_codes: Vec<String>,
}

fn key(byte: &str) -> String {
    byte.repeat(32)
}

/// Returns the settings for a current key, previous keys and retired keys.
fn keys(current: &str, previous: &[&str], retired: &[&str]) -> String {
    format!("secret_key = {current:?}\nprevious_keys = {previous:?}\nretired_keys = {retired:?}")
}

impl Held {
    async fn new() -> Held {
        let counter = Counter::new().await;
        let (street, app) = (&counter.street, counter.app());
        let card = street.card(100).await;
        let owner = street.owner().await;
        let own = card_of(&owner, card).await;
        let [code, number] =
            ["qrCode", "cardNumber"].map(|name| own[name].as_str().expect("text").to_owned());
        app.sell(&street.buyer, Purchase::of(street.shop, 50).given_to(BOB)).await;
        let gift = app.gift_token(BOB).await;
        give_bank_account(app, street.shop).await;
        let admin = app.administrator("ada").await;
        let (totp, recovery_codes) = with_app(app, &app.sign_in(&admin).await).await;
        let carl = app.consumer("carl").await;
        ask_for_reset(app, &carl.email).await;
        let reset_link = app.mailed_link(&carl.email).await;
        verify::seal(app.app.clone()).await.expect("sealed");
        Held { card, code, number, gift, reset_link, admin, totp, recovery_codes, counter }
    }

    fn app(&self) -> &TestApp {
        self.counter.app()
    }

    fn restart(&mut self, settings: &str) {
        self.counter.street.app.restart(settings);
    }

    fn rotation(&self) -> Rotation {
        let app = &self.app().app;
        let secrets = Arc::new(Secrets::load(&app.config).expect("keys"));
        Rotation::new(app.db.clone(), secrets, features::under_keys())
    }

    /// Checks the secrets that work repeatedly: card codes and numbers, gift links, PINs, second
    /// factors, and bank accounts.
    async fn works(&self, when: &str) {
        let (counter, app) = (&self.counter, self.app());
        app.hands.advance(Duration::from_secs(180));
        let clerk = counter.sign_in(&counter.emil).await;
        for (text, dollars) in [(&self.code, 1), (&self.number, 2)] {
            let found = look_up(&clerk, text).await;
            assert_eq!(found.status, 200, "{when}: {}", found.text());
            assert_eq!(found.json()["id"], self.card.to_string(), "{when}");
            let redeemed = redeem(&clerk, self.card, json!(dollars)).send().await;
            assert_eq!(redeemed.status, 200, "{when}: {}", redeemed.text());
        }
        let gift = app.get(&format!("/api/v1/Gifts/{}", self.gift)).send().await;
        assert_eq!(gift.json()["isClaimed"], false, "{when}: {}", gift.text());
        let asked = ticket(app, &self.admin).await;
        let signed_in =
            finish(app, &asked, &self.totp.code_at(app.app.clock.now()), "198.51.100.7").await;
        assert_eq!(signed_in.status, 200, "{when}: {}", signed_in.text());
        let admin = crate::support::Visitor::of(app, &signed_in.json());
        let shop = admin.get(&format!("/api/v1/Vendors/{}", counter.street.shop)).send().await;
        assert!(shop.text().contains("****321"), "{when}: {}", shop.text());
        app.run_jobs().await;
        verify::seal(app.app.clone()).await.expect("sealed");
        let report = app.report().await.expect("a report");
        assert!(report.breaches.is_empty(), "{when}: {:?}", report.breaches);
    }

    /// Checks the secrets that work only once or expire.
    async fn works_once(&mut self, when: &str) {
        let app = self.counter.app();
        let asked = ticket(app, &self.admin).await;
        let code = self.recovery_codes.pop().expect("a code");
        let signed_in = finish(app, &asked, &code, "198.51.100.7").await;
        assert_eq!(signed_in.status, 200, "{when}: {}", signed_in.text());
        let page = app.get(&self.reset_link).send().await;
        assert!(page.header("location").contains("code="), "{when}: {}", page.header("location"));
        app.run_jobs().await;
    }
}

#[tokio::test]
async fn rotate_key_keeps_everything_working_at_each_step() {
    let (new, newest) = (key("1e"), key("2d"));
    let mut held = Held::new().await;
    held.works("before").await;
    held.works_once("before").await;
    for (settings, when) in [
        (keys(KEY, &[&new], &[]), "the new key is announced"),
        (keys(&new, &[KEY], &[]), "the new key is the current one"),
    ] {
        held.restart(&settings);
        held.works(when).await;
        held.works_once(when).await;
    }

    let mut begun = held.rotation();
    assert!(begun.go_on(1).await.expect("a card") && begun.go_on(1).await.expect("a card"));
    held.works("in the midst of it").await;
    held.works_once("in the midst of it").await;
    drop(begun);
    let (is_fine, said) = held.app().command("rotate-key", &[]);
    let secrets = &held.app().app.secrets;
    let done = format!("Made anew with the key {}: ", secrets.name());
    assert!(is_fine && said.contains(&done), "{said}");
    assert!(said.contains(" recovery codes, until"), "{said}");
    assert!(!said.contains(" cards;") && !said.contains("bank") && !said.contains("PIN"), "{said}");
    held.works("afterwards").await;
    held.works_once("afterwards").await;
    let again = held.rotation().finish(Clock::system().now()).await.expect("nothing to do");
    assert!(again.to_string().contains(": 0 cards"), "{again}");

    held.restart(&keys(&new, &[], &[KEY]));
    held.works("without the old key").await;
    held.restart(&keys(&newest, &[&new], &[KEY]));
    held.rotation().finish(Clock::system().now()).await.expect("rotated");
    held.works("after a second change").await;
    held.restart(&keys(&newest, &[], &[&new, KEY]));
    held.works("with the third key alone").await;

    held.restart(&keys(&newest, &[], &[KEY]));
    let report = held.app().report().await.expect("a report");
    let told = report.breaches.first().expect("a seal of a key that is missing").to_string();
    assert!(told.contains("which this program does not have"), "{told}");
    held.restart(&keys(&newest, &[], &[&new, KEY]));
}

impl Held {
    /// Adds many cards, so that changing the key takes long enough to interrupt it.
    async fn with_cards(count: usize) -> Held {
        let held = Held::new().await;
        let purchase = Purchase::of(held.counter.street.shop, 25);
        held.app().sell_all(&held.counter.street.buyer, vec![purchase; count]).await;
        let nobody_is_mailed = held.app().app.db.write(|tx| tx.execute("DELETE FROM job", &[]));
        nobody_is_mailed.await.expect("no jobs");
        held
    }

    /// Starts the command `rotate-key` as a separate process.
    fn rotating(&self) -> Child {
        let mut command = funray();
        command.args(self.app().command_line("rotate-key", &[]));
        command.stdout(Stdio::piped()).spawn().expect("the command starts")
    }

    /// Returns the number of cards whose code is encrypted with the new key.
    async fn renewed(&self) -> i64 {
        let named = format!("{}:%", self.app().app.secrets.name());
        let sql = "SELECT count(*) FROM card WHERE sealed_code LIKE $1";
        let read = self.app().app.db.read(move |tx| tx.one::<(i64,)>(sql, params![named]));
        read.await.expect("a count").0
    }

    /// Removes the old key and checks that everything works with the new one.
    async fn needs_only(&mut self, new: &str) {
        let left = self.rotation().finish(Clock::system().now()).await.expect("nothing to do");
        assert!(left.to_string().contains(": 0 cards"), "{left}");
        assert!(!left.to_string().contains(" cards;"), "{left}");
        // Use the till's secret while both keys are set, because a till's secret is renewed only
        // when it is used.
        self.works("under both keys").await;
        self.restart(&keys(new, &[], &[KEY]));
        self.works("with the new key alone").await;
    }
}

#[tokio::test]
async fn rotate_key_run_twice_at_once_leaves_nothing_under_the_old_key() {
    let new = key("1e");
    let mut held = Held::with_cards(250).await;
    held.restart(&keys(&new, &[KEY], &[]));
    for command in [held.rotating(), held.rotating()] {
        let ended = command.wait_with_output().expect("it ends");
        assert!(ended.status.success(), "{ended:?}");
    }
    held.needs_only(&new).await;
}

#[tokio::test]
async fn rotate_key_resumes_after_it_was_killed_and_is_logged() {
    let new = key("1e");
    let mut held = Held::with_cards(250).await;
    held.restart(&keys(&new, &[KEY], &[]));
    let mut command = held.rotating();
    while held.renewed().await == 0 && command.try_wait().expect("a process").is_none() {}
    command.kill().expect("killed");
    command.wait().expect("it ends");
    held.works("after it was killed").await;
    let (is_fine, said) = held.app().command("rotate-key", &[]);
    assert!(is_fine, "{said}");
    let ada = held.app().administrator("adele").await;
    let ada = held.app().sign_in(&ada).await;
    let told = ada.get("/api/v1/Audit?action=KEY_ROTATED").send().await.json();
    let entry = &told["items"][0];
    assert_eq!(entry["subjectName"], held.app().app.secrets.name(), "{told}");
    assert_eq!(entry["program"], "rotate-key", "{told}");
    drop(ada);
    held.needs_only(&new).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rotate_key_runs_beside_sales_and_redemptions() {
    let new = key("1e");
    let mut held = Held::with_cards(250).await;
    held.restart(&keys(&new, &[KEY], &[]));
    let rotating = tokio::spawn(held.rotation().finish(Clock::system().now()));
    let street = &held.counter.street;
    let mia = street.app.manager_of(street.shop, "mia").await;
    let mut sold = Vec::new();
    for _ in 0..15 {
        let card = street.app.sell(&street.buyer, Purchase::of(street.shop, 25)).await;
        let number = street.app.number_of(card).await;
        let mia = street.app.sign_in(&mia).await;
        for (card, text) in [(card, &number), (held.card, &held.number)] {
            assert_eq!(look_up(&mia, text).await.status, 200);
            let redeemed = redeem(&mia, card, json!(1)).send().await;
            assert_eq!(redeemed.status, 200, "{}", redeemed.text());
            street.app.hands.advance(Duration::from_secs(180));
        }
        sold.push((card, number));
    }
    rotating.await.expect("it ends").expect("rotated");
    held.app().run_jobs().await;
    held.needs_only(&new).await;
    for (card, number) in sold {
        assert_eq!(held.app().number_of(card).await, number);
    }
}

#[tokio::test]
async fn rotate_key_between_look_up_and_redemption_breaks_neither() {
    let mut held = Held::new().await;
    held.restart(&keys(&key("1e"), &[KEY], &[]));
    let clerk = held.counter.sign_in(&held.counter.emil).await;
    let found = look_up(&clerk, &held.number).await;
    assert_eq!(found.status, 200, "{}", found.text());
    let mut rotation = held.rotation();
    while rotation.go_on(BATCH).await.expect("rotated") {}
    let redeemed = redeem(&clerk, held.card, json!(1)).send().await;
    assert_eq!(redeemed.status, 200, "{}", redeemed.text());
    drop(clerk);
    held.app().run_jobs().await;
}

#[tokio::test]
async fn free_of_refuses_a_number_that_a_card_has_under_a_previous_key() {
    let mut held = Held::new().await;
    held.restart(&keys(&key("1e"), &[KEY], &[]));
    let number = CardNumber::parse(&held.number).expect("a number");
    let app = held.app().app.clone();
    let free = held.app().app.db.read(move |tx| cards::free_of(tx, &app.secrets, [number.clone()]));
    assert_eq!(free.await.expect("a look"), Vec::new());
}

#[tokio::test]
async fn rotate_key_names_rows_that_no_key_opens() {
    let mut held = Held::new().await;
    held.restart(&keys(&key("1e"), &[KEY], &[]));
    let shop = held.counter.street.shop;
    let broken = "UPDATE tenant SET sealed_bank = 'AAAA' WHERE id = $1";
    held.app().app.db.write(move |tx| tx.execute(broken, params![shop])).await.expect("broken");
    let (is_fine, said) = held.app().command("rotate-key", &[]);
    assert!(!is_fine && said.contains("None of the keys opens 1 of them"), "{said}");
    assert!(said.contains("1 bank accounts"), "{said}");
    held.restart(&keys(&key("1e"), &[], &[KEY]));
    let (is_fine, said) = held.app().command("rotate-key", &[]);
    assert!(!is_fine && said.contains("previous_keys is empty"), "{said}");
}

#[tokio::test]
async fn pin_and_till_are_renewed_when_they_are_used() {
    let mut held = Held::new().await;
    held.restart(&keys(&key("1e"), &[KEY], &[]));
    let named = format!("{}:%", held.app().app.secrets.name());
    let count = async |held: &Held, sql: &'static str| {
        let named = named.clone();
        let read = held.app().app.db.read(move |tx| tx.one::<(i64,)>(sql, params![named]));
        read.await.expect("a count").0
    };
    let pins = "SELECT count(*) FROM till_pin WHERE hash LIKE $1";
    let tills = "SELECT count(*) FROM till WHERE secret_hash LIKE $1";
    assert_eq!((count(&held, pins).await, count(&held, tills).await), (0, 0));
    held.counter.type_pin(&held.counter.emil, "9731").send().await.error(400, "WRONG_PIN");
    assert_eq!((count(&held, pins).await, count(&held, tills).await), (0, 1));
    held.counter.sign_in(&held.counter.emil).await;
    assert_eq!((count(&held, pins).await, count(&held, tills).await), (1, 1));
    let hashes = held.app().app.passwords.count();
    held.counter.sign_in(&held.counter.emil).await;
    assert_eq!(held.app().app.passwords.count(), hashes + 1, "one hash is enough from then on");
    let (clerk, shop) = (held.app().sign_in(&held.counter.emil).await, held.counter.street.shop);
    choose_pin(&clerk, shop, "8642").await;
    drop(clerk);
    held.app().run_jobs().await;
}
