//! Reads the summed journal back as accounting programs do, by their published formats, and compares it
//! with the trial balance. The readers share no code with the program.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Office;
use crate::reports::recomputed::cents;

/// A line of a journal: account, and amount in cents with debits above zero.
pub type Line = (String, i64);

/// Journals by their numbers.
pub type Journals = BTreeMap<String, Vec<Line>>;

/// Splits a CSV file by RFC 4180.
fn csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field) = (Vec::new(), Vec::new(), String::new());
    let (mut letters, mut is_quoted) = (text.chars().peekable(), false);
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                letters.next();
                field.push('"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut field)),
            '\r' if !is_quoted => {
                assert_eq!(letters.next(), Some('\n'), "lines end with CR and LF");
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            letter => field.push(letter),
        }
    }
    assert!(row.is_empty() && field.is_empty(), "the last line ends, too");
    rows
}

/// Reads a decimal such as `-12.50`, as cents.
fn decimal(text: &str) -> i64 {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let (dollars, rest) = digits.split_once('.').unwrap_or_else(|| panic!("decimals: {text}"));
    assert_eq!(rest.len(), 2, "{text}");
    let number = |text: &str| text.parse::<i64>().unwrap_or_else(|_| panic!("a number: {text}"));
    sign * (number(dollars) * 100 + number(rest))
}

/// QuickBooks Online: rows with the same journal number are one journal. Dates are `MM/DD/YYYY`, and
/// either the debit or the credit is empty.
pub fn quickbooks_online(text: &str, date: &str) -> Journals {
    let rows = csv(text);
    let head = ["Journal No.", "Journal Date", "Account Name", "Description", "Debits", "Credits"];
    assert_eq!(rows[0], head);
    assert!(rows.len() <= 1000, "the importer takes a thousand rows");
    let mut journals = Journals::new();
    for row in &rows[1..] {
        let [number, day, account, description, debit, credit] = &row[..] else {
            panic!("{row:?}")
        };
        assert_eq!(day, date);
        assert!(!description.is_empty() && number.len() <= 21, "{row:?}");
        let amount = match (debit.as_str(), credit.as_str()) {
            (debit, "") => decimal(debit),
            ("", credit) => -decimal(credit),
            _ => panic!("one side is empty: {row:?}"),
        };
        journals.entry(number.clone()).or_default().push((account.clone(), amount));
    }
    journals
}

/// QuickBooks Desktop: a header names the columns of each kind of line. A transaction is a `TRNS` line,
/// `SPL` lines and `ENDTRNS`, and adds up to zero. Returns the journals and the types of the accounts.
fn quickbooks_desktop(text: &str, date: &str) -> (Journals, BTreeMap<String, String>) {
    let mut heads: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut journals, mut types, mut open) = (Journals::new(), BTreeMap::new(), None::<String>);
    for line in text.split_terminator("\r\n") {
        assert!(line.is_ascii(), "{line}");
        let fields: Vec<String> = line.split('\t').map(str::to_owned).collect();
        if let Some(kind) = fields[0].strip_prefix('!') {
            heads.insert(kind.to_owned(), fields[1..].to_vec());
            continue;
        }
        let head = &heads[&fields[0]];
        let field = |name: &str| -> String {
            let place = head.iter().position(|column| column == name).expect("a column");
            fields[place + 1].clone()
        };
        match fields[0].as_str() {
            "ACCNT" => {
                types.insert(field("NAME"), field("ACCNTTYPE"));
            }
            "ENDTRNS" => open = None,
            kind @ ("TRNS" | "SPL") => {
                assert_eq!(kind == "TRNS", open.is_none(), "{line}");
                assert_eq!(
                    (field("TRNSTYPE").as_str(), field("DATE").as_str()),
                    ("GENERAL JOURNAL", date)
                );
                let number = field("DOCNUM");
                assert!(open.as_ref().is_none_or(|open| *open == number), "{line}");
                open = Some(number.clone());
                journals
                    .entry(number)
                    .or_default()
                    .push((field("ACCNT"), decimal(&field("AMOUNT"))));
            }
            other => panic!("{other}"),
        }
    }
    assert!(open.is_none(), "every transaction ends");
    (journals, types)
}

/// Xero: rows with the same narration and date are one manual journal. Dates are `DD/MM/YYYY`, accounts
/// are codes, debits are above zero.
fn xero(text: &str, date: &str, rate: &str) -> Journals {
    let rows = csv(text);
    let head = "*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2";
    assert_eq!(rows[0].join(","), head);
    assert!(rows.len() <= 301, "the importer takes 300 lines");
    let mut journals = Journals::new();
    for row in &rows[1..] {
        let [narration, day, _, code, tax_rate, amount, ..] = &row[..] else { panic!("{row:?}") };
        assert_eq!((row.len(), day.as_str(), tax_rate.as_str()), (10, date, rate));
        journals.entry(narration.clone()).or_default().push((code.clone(), decimal(amount)));
    }
    journals
}

/// Sums debits and credits by account. Each journal must add up to zero.
pub fn turnover(journals: &Journals) -> BTreeMap<String, (i64, i64)> {
    let mut sums: BTreeMap<String, (i64, i64)> = BTreeMap::new();
    for (number, lines) in journals {
        assert_eq!(lines.iter().map(|(_, cents)| cents).sum::<i64>(), 0, "{number}: {lines:?}");
        for (account, cents) in lines {
            let (debit, credit) = sums.entry(account.clone()).or_default();
            *debit += (*cents).max(0);
            *credit -= (*cents).min(0);
        }
    }
    sums
}

/// Returns the content of a file.
async fn file(office: &Office, query: &str) -> String {
    let told = office.get(&format!("journal-file?{query}")).await;
    told["content"].as_str().expect("content").to_owned()
}

/// Returns the turnover of a month by the trial balance. `of` names the property of the chart that the
/// keys are.
async fn expected(office: &Office, month: &str, of: &str) -> BTreeMap<String, (i64, i64)> {
    let chart = office.get("accounts").await;
    let chart = chart["items"].as_array().expect("accounts").clone();
    let last = if month == "2026-04" { 30 } else { 31 };
    let path = format!("trial-balance?startDate={month}-01&endDate={month}-{last}");
    let balance = office.get(&path).await;
    let rows = balance["accounts"].as_array().expect("accounts").iter();
    let moved = rows.filter(|row| row["debit"] != json!(0) || row["credit"] != json!(0));
    moved
        .map(|row| {
            let account = chart.iter().find(|one| one["account"] == row["account"]);
            let key = account.expect("a chart of all accounts")[of].as_str().expect("a text");
            (key.to_owned(), (cents(&row["debit"]), cents(&row["credit"])))
        })
        .collect()
}

#[tokio::test]
async fn journal_files_are_read_back_to_the_trial_balance() {
    let office = Office::new().await;
    let card = office.sell(50).await;
    office.sell(75).await;
    office.redeem(card, 20).await;
    office.go_to("2026-04-02T12:00:00Z");
    office.redeem(card, 10).await;
    office.sell(25).await;
    for (month, american, european) in
        [("2026-03", "03/31/2026", "31/03/2026"), ("2026-04", "04/30/2026", "30/04/2026")]
    {
        let by_name = expected(&office, month, "name").await;
        let query = format!("month={month}&format=QUICKBOOKS_ONLINE");
        let online = quickbooks_online(&file(&office, &query).await, american);
        assert_eq!(turnover(&online), by_name, "{month}");
        assert_eq!(online.len(), 2, "sales and redemptions: {online:?}");
        let query = format!("month={month}&format=QUICKBOOKS_DESKTOP");
        let (desktop, types) = quickbooks_desktop(&file(&office, &query).await, american);
        assert_eq!(turnover(&desktop), by_name, "{month}");
        assert_eq!(types["Card gateway clearing"], "OCASSET");
        assert_eq!(types["Gift cards outstanding"], "OCLIAB");
        assert_eq!(types["Commission income"], "INC");
        assert_eq!(types["Bank account"], "BANK");
        assert_eq!(types["Payouts on their way"], "OCLIAB");
        let query = format!("month={month}&format=XERO");
        let manual = xero(&file(&office, &query).await, european, "Tax Exempt");
        assert_eq!(turnover(&manual), expected(&office, month, "number").await, "{month}");
    }
    let query = "month=2026-02&format=QUICKBOOKS_ONLINE";
    assert!(quickbooks_online(&file(&office, query).await, "02/28/2026").is_empty());
    let told = office.get("journal-file?month=2026-03&format=QUICKBOOKS_DESKTOP").await;
    assert_eq!(told["name"], "journal-2026-03-quickbooks-desktop.iif");
}

#[tokio::test]
async fn accounts_are_mapped_to_those_of_the_accountant() {
    let office = Office::new().await;
    office.sell(50).await;
    let adam = office.keeper().await;
    let map = async |account: &str, number: &str, name: &str| {
        let form = json!({ "number": number, "name": name });
        adam.put(&format!("/api/v1/Books/accounts/{account}"), &form).send().await
    };
    let mapped = map("CARD", "2199", "Liabilities:Gift cards, sold").await;
    assert_eq!(mapped.status, 200, "{}", mapped.text());
    let mapped = mapped.json();
    let rows = mapped["items"].as_array().expect("accounts");
    let card: Vec<&Value> = rows.iter().filter(|row| row["account"] == "CARD").collect();
    let expected = json!({
        "account": "CARD", "number": "2199", "name": "Liabilities:Gift cards, sold",
        "accountType": "CURRENT_LIABILITY", "bankAccountId": null, "isMapped": true,
    });
    assert_eq!(card, [&expected]);
    let fields = map("VENDOR_PAYABLE", "2199", "Owed to charities").await.wrong_fields();
    assert!(fields["number"].is_string() && fields["name"].is_string(), "taken: {fields}");
    let fields = map("VENDOR_PAYABLE", "2 199", "=cmd").await.wrong_fields();
    assert!(fields["number"].is_string() && fields["name"].is_string(), "{fields}");
    assert_eq!(map("TILL", "1", "Till").await.status, 404);
    drop(adam);
    let query = "month=2026-03&format=QUICKBOOKS_ONLINE";
    let online = quickbooks_online(&file(&office, query).await, "03/31/2026");
    assert!(turnover(&online).contains_key("Liabilities:Gift cards, sold"), "{online:?}");
    let query = "month=2026-03&format=XERO&taxRate=Tax%20Exempt%20(0%25)";
    let manual = xero(&file(&office, query).await, "31/03/2026", "Tax Exempt (0%)");
    assert!(turnover(&manual).contains_key("2199"), "{manual:?}");
    let wrong = office.keeper().await;
    let fields = wrong.get("/api/v1/Books/journal-file?month=soon").send().await.wrong_fields();
    assert!(fields["month"].is_string() && fields["format"].is_string(), "{fields}");
}
