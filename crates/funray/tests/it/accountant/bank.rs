//! Plays the bank and the accountant's month end. The bank's statements are imported and matched. Then
//! a program that reads only the exported journals must find every account of the bank side.

use std::collections::BTreeMap;

use finance::bank;
use serde_json::{Value, json};

use super::history::{History, Who, cents};
use crate::{
    bank::file,
    books::accounting_files::{quickbooks_online, turnover},
};

/// Line of the bank's statement, and its match.
struct BankLine {
    /// Undefined for today.
    day: Option<String>,
    text: String,
    cents: i64,
    form: Value,
}

fn line(text: String, cents: i64, form: Value) -> BankLine {
    BankLine { day: None, text, cents, form }
}

impl BankLine {
    fn on(self, day: &Value) -> BankLine {
        BankLine { day: Some(text(day).to_owned()), ..self }
    }

    /// Returns true if its amount and day are those of the deposit or file that it belongs to.
    fn is_exact(&self) -> bool {
        self.form["exportId"] != Value::Null || self.form["fee"] == 0.0
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("a text: {value}"))
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("a list: {value}")).clone()
}

/// Fee that the gateway deducts from every second deposit.
const DEDUCTED: i64 = 29;
/// Monthly fee of the bank.
const MONTHLY: i64 = 1_500;

impl History<'_> {
    pub async fn audit_bank(&mut self) {
        // Refunds that wait are sent after a settlement, and are settled a day later.
        for _ in 0..3 {
            self.end_day().await;
        }
        let app = self.till.app.app.clone();
        bank::read_deposits(app).await.unwrap_or_else(|error| panic!("{}: {error}", self.at()));
        let (first, fees) = self.first_statement().await;
        let mut in_bank = self.import(first).await;
        // Payouts that were in no file, and then what the bank returned.
        for is_returned in [false, true] {
            let lines = self.lines_of_payouts(is_returned).await;
            in_bank += self.import(lines).await;
        }
        self.audit_files(in_bank, fees).await;
    }

    /// Returns deposits, bank files, disputes, refunds by the bank and a fee, and the sum of all fees.
    async fn first_statement(&mut self) -> (Vec<BankLine>, i64) {
        let targets = self.get(Who::Adam, "/Books/bank-targets").await;
        let (mut lines, mut fees) = (Vec::new(), MONTHLY);
        for (number, deposit) in list(&targets["deposits"]).iter().enumerate() {
            let net = cents(&deposit["net"]);
            let fee = if number % 2 == 0 && net > DEDUCTED { DEDUCTED } else { 0 };
            fees += fee;
            let form = json!({
                "resolution": "DEPOSITS", "depositIds": [deposit["id"]],
                "fee": format!("0.{fee:02}").parse::<f64>().expect("a number"),
            });
            let about = format!("DEPOSIT {}", text(&deposit["batchId"]));
            lines.push(line(about, net - fee, form).on(&deposit["settledOn"]));
        }
        for file in list(&targets["files"]) {
            let form = json!({ "resolution": "PAYOUT_FILE", "exportId": file["id"] });
            lines.push(line(format!("FILE {}", file["number"]), -cents(&file["total"]), form));
        }
        for record in self.till.sandbox.ledger() {
            if record.status == "chargeback" {
                let amount = i64::try_from(record.amount.cents()).expect("cents");
                let form = json!({ "resolution": "CHARGEBACK", "reason": record.trans_id });
                lines.push(line(format!("DISPUTE {}", record.trans_id), -amount, form));
            }
        }
        let refunded = self.notes.refunded_by_bank;
        if refunded > 0 {
            let form = json!({ "resolution": "REFUND", "reason": "e-transfers 417" });
            lines.push(line("REFUNDS".to_owned(), -refunded, form));
        }
        lines.push(line("FEE".to_owned(), -MONTHLY, json!({ "resolution": "FEE" })));
        (lines, fees)
    }

    async fn lines_of_payouts(&mut self, is_returned: bool) -> Vec<BankLine> {
        let targets = self.get(Who::Adam, "/Books/bank-targets").await;
        let payouts = list(&targets["payouts"]).into_iter();
        payouts
            .filter(|payout| payout["isReturned"] == is_returned)
            .map(|payout| {
                let (meaning, sign) =
                    if is_returned { ("PAYOUT_RETURNED", 1) } else { ("PAYOUT", -1) };
                let form = json!({ "resolution": meaning, "payoutId": payout["id"] });
                let about = format!("{meaning} {}", text(&payout["id"]));
                line(about, sign * cents(&payout["amount"]), form)
            })
            .collect()
    }

    /// Imports a statement twice and matches its lines. Returns their sum.
    async fn import(&mut self, lines: Vec<BankLine>) -> i64 {
        if lines.is_empty() {
            return 0;
        }
        let day = kernel::dates::BusinessDate::today(&self.till.app.app.clock);
        let day = day.to_string();
        let rows = lines.iter().map(|BankLine { day: own, text, cents, .. }| {
            let day = own.as_ref().unwrap_or(&day);
            let sign = if *cents < 0 { "-" } else { "" };
            let cents = cents.unsigned_abs();
            format!("{day},{text},{sign}{}.{:02}\n", cents / 100, cents % 100)
        });
        let content = format!("Date,Description,Amount\n{}", rows.collect::<String>());
        for _ in 0..2 {
            let form = file("bank.csv", &content);
            let imported = self.fine(Who::Adam, "POST", "/Books/bank-statements", form).await;
            assert_eq!(imported["newLines"], lines.len(), "{}: {imported}", self.at());
        }
        let open = self.get(Who::Adam, "/Books/bank-lines?isOpen=true&pageSize=1000").await;
        let open = list(&open["items"]);
        let done = self.get(Who::Adam, "/Books/bank-lines?isOpen=false&pageSize=1000").await;
        let done = list(&done["items"]);
        let mut unmatched = Vec::new();
        for line in &lines {
            let is_its = |row: &&Value| row["text"] == line.text;
            let row = open.iter().find(is_its).or_else(|| done.iter().find(is_its));
            let row = row.unwrap_or_else(|| panic!("{}: {}", self.at(), line.text));
            let path = format!("/Books/bank-lines/{}", text(&row["id"]));
            if row["isAutomatic"] == true {
                assert_eq!(row["resolution"], line.form["resolution"], "{}", self.at());
                if line.is_exact() {
                    continue;
                }
                // By chance, the line has the amount of another deposit of these days.
                let why = json!({ "reason": "It is another deposit" });
                self.fine(Who::Adam, "PUT", &format!("{path}/reopened"), why).await;
            }
            unmatched.push((path, line));
        }
        for (path, line) in unmatched {
            self.fine(Who::Adam, "PUT", &format!("{path}/matched"), line.form.clone()).await;
        }
        lines.iter().map(|line| line.cents).sum()
    }

    /// Adds up the summed journals of all months, and compares the accounts of the bank side: everything
    /// has arrived and left.
    async fn audit_files(&mut self, in_bank: i64, fees: i64) {
        let what = self.at();
        let mut sums: BTreeMap<String, i64> = BTreeMap::new();
        let months = self.get(Who::Adam, "/Books/months").await;
        for month in list(&months["items"]) {
            let month = text(&month["month"]);
            let path = format!("/Books/journal-file?month={month}&format=QUICKBOOKS_ONLINE");
            let told = self.get(Who::Adam, &path).await;
            let last = kernel::months::BusinessMonth::parse(month).expect("a month").last_day();
            let last = last.to_string();
            let date = format!("{}/{}/{}", &last[5..7], &last[8..], &last[..4]);
            let journals = quickbooks_online(text(&told["content"]), &date);
            for (account, (debit, credit)) in turnover(&journals) {
                *sums.entry(account).or_default() += debit - credit;
            }
        }
        for (account, expected) in [
            ("Bank account", in_bank),
            ("Gateway and bank fees", fees),
            ("Gateway deposits in transit", 0),
            ("Card gateway clearing", 0),
            ("Payouts on their way", 0),
            ("Other bank movements", 0),
        ] {
            let found = sums.get(account).copied().unwrap_or_default();
            assert_eq!(found, expected, "{what}: {account}: {sums:?}");
        }
        assert_eq!(sums.values().sum::<i64>(), 0, "{what}: {sums:?}");
    }
}
