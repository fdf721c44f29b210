//! Rules for bulk reads: which calls return lists of people, which of these reads are downloads,
//! and how the audit log describes a read.

use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use kernel::{contact::Email, fields::Fields, query::QueryString};

/// Calls that return lists of people, each with the name of the list in the audit log.
pub const LISTS: [(&str, &str); 24] = [
    ("/api/v1/Accounts", "USERS"),
    ("/api/v1/Accounts/invitations", "INVITATIONS"),
    ("/api/v1/Approvals", "APPROVALS"),
    ("/api/v1/Audit", "HISTORY"),
    ("/api/v1/Books/journal", "JOURNAL"),
    ("/api/v1/Cards", "CARDS"),
    ("/api/v1/Charities/home", "CHARITY_HOME"),
    ("/api/v1/Helpdesk/buying-limits", "BUYING_LIMITS"),
    ("/api/v1/Helpdesk/dead-letters", "DEAD_LETTERS"),
    ("/api/v1/Helpdesk/gifts", "GIFTS"),
    ("/api/v1/Helpdesk/payments", "PAYMENTS"),
    ("/api/v1/Helpdesk/refund-requests", "REFUND_REQUESTS"),
    ("/api/v1/Helpdesk/refunds", "REFUNDS"),
    ("/api/v1/Helpdesk/refused-refunds", "REFUSED_REFUNDS"),
    ("/api/v1/Helpdesk/reversals", "REVERSALS"),
    ("/api/v1/Helpdesk/reviews", "REVIEWS"),
    ("/api/v1/Helpdesk/search", "SEARCH"),
    ("/api/v1/Helpdesk/shop-closings", "SHOP_CLOSINGS"),
    ("/api/v1/Report/charity", "CHARITY_REPORT"),
    ("/api/v1/Report/charity/by-vendor-manager", "CHARITY_REPORT"),
    ("/api/v1/Report/vendor/by-charity-manager", "VENDOR_REPORT"),
    ("/api/v1/Vendors/events", "VENDOR_EVENTS"),
    ("/api/v1/Vendors/home", "VENDOR_HOME"),
    ("/api/v1/Vendors/{id}/closing/{closingId}/left", "LEFT_BY_CLOSING"),
];

/// Names of reply fields that contain a person's name or contact data.
pub const PERSONAL: [&str; 20] = [
    "actorEmail",
    "actorName",
    "authorName",
    "buyerEmail",
    "buyerName",
    "changedByEmail",
    "clerkName",
    "customerName",
    "email",
    "firstName",
    "holderEmail",
    "holderName",
    "lastName",
    "newEmail",
    "oldEmail",
    "person",
    "postedByName",
    "recipientEmail",
    "requestedByName",
    "to",
];

/// Maximum number of rows per page on a screen. A read with larger pages counts as a download.
const MAX_ROWS_ON_SCREEN: u64 = 500;

pub fn list_of(path: &str) -> Option<&'static str> {
    LISTS.iter().find(|(template, _)| *template == path).map(|(_, list)| *list)
}

/// Query parameters that tell whether a read is a download and whether it is recorded. They are
/// parsed in the same way as in the handlers.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Parameters {
    page_size: Option<u64>,
    is_mine: Option<bool>,
    wallet_part: Option<String>,
}

impl Parameters {
    pub fn parse(query: &str) -> Result<Parameters, Fields> {
        QueryString::parse(query)?.read()
    }

    pub fn is_download(&self) -> bool {
        self.page_size.is_some_and(|size| size > MAX_ROWS_ON_SCREEN)
    }

    /// Whether the caller reads their own wallet.
    pub fn is_own_wallet(&self, list: &str) -> bool {
        list == "CARDS" && (self.is_mine == Some(true) || self.wallet_part.is_some())
    }
}

/// Names of query parameters whose value is typed by the user and may contain secrets.
const TYPED: [&str; 2] = ["searchtext", "actortext"];
/// Names of query parameters that select or order a page, and are not part of the filter.
const PAGING: [&str; 4] = ["pageindex", "pagesize", "orderby", "direction"];
const MAX_PARAMETERS: usize = 12;
const MAX_VALUE: usize = 200;

/// Formats the filter of a query for the audit log. Omits the parameters for paging, and shortens
/// secrets typed into a search.
pub fn filter_of(query: &str) -> String {
    let mut kept: Vec<String> = Vec::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let key = name.to_ascii_lowercase();
        let value = value.trim();
        if value.is_empty() || PAGING.contains(&key.as_str()) {
            continue;
        }
        let value =
            if TYPED.contains(&key.as_str()) { without_secrets(value) } else { value.to_owned() };
        let name: String = name.chars().take(MAX_VALUE).collect();
        let value: String = value.chars().take(MAX_VALUE).collect();
        kept.push(format!("{name}={value}"));
    }
    kept.sort();
    kept.dedup();
    kept.truncate(MAX_PARAMETERS);
    kept.join("&")
}

/// Number of digits of the shortest card number, whether of a gift card or a payment card.
const MIN_CARD_DIGITS: usize = 12;
/// Number of characters of the shortest secret code or link.
const MIN_CODE: usize = 20;

/// Shortens secrets in a typed search. Only the end of card numbers, codes and links is kept.
fn without_secrets(typed: &str) -> String {
    let digits = typed.chars().filter(char::is_ascii_digit).count();
    let is_number = typed.chars().all(|one| one.is_ascii_digit() || matches!(one, ' ' | '-'));
    if is_number && digits >= MIN_CARD_DIGITS {
        return end_of(typed);
    }
    let word = |word: &str| if is_secret(word) { end_of(word) } else { word.to_owned() };
    typed.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

fn is_secret(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let is_code = word.chars().count() >= MIN_CODE && digits > 0;
    (is_code || digits >= MIN_CARD_DIGITS) && Email::parse(word).is_none()
}

fn end_of(secret: &str) -> String {
    let count = secret.chars().count();
    format!("…{}", secret.chars().skip(count - 4).collect::<String>())
}

/// Number of rows that name people, and the total length of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub rows: i64,
    pub in_all: i64,
}

/// Counts the rows of a reply that name people, and hashes the personal fields of each.
pub fn count(reply: &[u8]) -> (Count, People) {
    let Ok(reply) = serde_json::from_slice::<Value>(reply) else { return Default::default() };
    let mut people = Vec::new();
    add_rows(&reply, &mut people);
    let rows = people.len() as i64;
    let in_all = reply.get("totalItems").and_then(Value::as_i64).unwrap_or(rows);
    (Count { rows, in_all: in_all.max(rows) }, People(people))
}

fn add_rows(value: &Value, people: &mut Vec<u32>) {
    match value {
        Value::Array(rows) => people.extend(rows.iter().filter_map(person_of)),
        Value::Object(fields) => fields.values().for_each(|value| add_rows(value, people)),
        _ => {}
    }
}

/// Hashes the personal fields of a row. Returns `None` if these fields are empty. Other fields are
/// ignored, because they may change whenever a screen refreshes.
fn person_of(row: &Value) -> Option<u32> {
    let mut hash = Sha256::new();
    if !add_personal(row, &mut hash) {
        return None;
    }
    let [first, second, third, fourth, ..] = <[u8; 32]>::from(hash.finalize());
    Some(u32::from_be_bytes([first, second, third, fourth]))
}

fn add_personal(value: &Value, hash: &mut Sha256) -> bool {
    let mut is_filled = false;
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let text = value.as_str().filter(|text| !text.trim().is_empty());
                if let Some(text) = text.filter(|_| PERSONAL.contains(&name.as_str())) {
                    hash.update(name.as_bytes());
                    hash.update([0]);
                    hash.update(text.as_bytes());
                    hash.update([0]);
                    is_filled = true;
                }
                is_filled |= add_personal(value, hash);
            }
        }
        Value::Array(rows) => {
            for row in rows {
                is_filled |= add_personal(row, hash);
            }
        }
        _ => {}
    }
    is_filled
}

/// Short hashes of the people on a page, one for each row that names a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct People(Vec<u32>);

impl People {
    /// Adds the people in `others` who are not included yet. Returns the number of people added.
    pub fn merge(&mut self, others: &People) -> i64 {
        let mut left = self.0.clone();
        left.sort_unstable();
        let mut new = 0;
        for other in &others.0 {
            match left.binary_search(other) {
                Ok(place) => {
                    left.remove(place);
                }
                Err(_) => {
                    self.0.push(*other);
                    new += 1;
                }
            }
        }
        new
    }

    pub fn written(&self) -> String {
        self.0.iter().map(|hash| format!("{hash:08x}")).collect()
    }

    pub fn read(text: &str) -> People {
        let hashes = text.as_bytes().chunks(8);
        let hashes = hashes.filter_map(|hash| std::str::from_utf8(hash).ok());
        People(hashes.filter_map(|hash| u32::from_str_radix(hash, 16).ok()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filter_of_keeps_typed_text_without_pages() {
        assert_eq!(filter_of("pageIndex=2&PageSize=500&searchText="), "");
        assert_eq!(
            filter_of("searchText=Billie%20Roy&state=OPEN"),
            "searchText=Billie Roy&state=OPEN"
        );
        assert_eq!(filter_of("SearchText=ann%40shop.example"), "SearchText=ann@shop.example");
        let long = "a.very.long.first.name4.and.last.name@shop.example";
        assert_eq!(filter_of(&format!("actorText={long}")), format!("actorText={long}"));
        assert_eq!(filter_of("tenantId=ten_1&pageIndex=3&orderBy=name"), "tenantId=ten_1");
        assert!(filter_of(&format!("searchText={}", "a".repeat(5000))).len() < 250);
    }

    #[test]
    fn filter_of_shows_the_end_of_secrets_only() {
        for (typed, kept) in [
            ("4111+1111+1111+1234", "…1234"),
            ("4111111111111234", "…1234"),
            ("ann 4111-1111-1111-1234", "ann …1234"),
            ("FR1:0123456789ABCDEFGHJKMNPQRSTVWXYZ", "…WXYZ"),
            ("https://funray.example/gifts/0a1b2c3d4e5f6g7h8j9k", "…8j9k"),
        ] {
            assert_eq!(filter_of(&format!("searchText={typed}")), format!("searchText={kept}"));
        }
    }

    #[test]
    fn count_counts_rows_that_name_people() {
        let counted = |text: &str| {
            let (Count { rows, in_all }, _) = count(text.as_bytes());
            (rows, in_all)
        };
        let page = r#"{"items":[{"email":"a@b.ca"},{"email":null},{"of":{"buyerName":"Al"}}],"totalItems":40}"#;
        assert_eq!(counted(page), (2, 40));
        let several = r#"{"cards":[{"holderName":"Al"}],"people":[{"email":"a@b.ca"}],"days":[{"amount":1}]}"#;
        assert_eq!(counted(several), (2, 2));
        assert_eq!(counted(r#"[{"to":"a…@b.ca"}]"#), (1, 1));
        assert_eq!(counted(r#"{"email":"own@b.ca"}"#), (0, 0));
        assert_eq!(counted("nonsense"), (0, 0));
    }

    #[test]
    fn merge_counts_people_who_are_new_on_a_page() {
        let page = |text: &str| count(text.as_bytes()).1;
        let mut seen = page(r#"[{"email":"a@b.ca","n":1},{"email":"c@d.ca"}]"#);
        assert_eq!(seen.merge(&page(r#"[{"email":"a@b.ca","n":2},{"email":"c@d.ca"}]"#)), 0);
        assert_eq!(seen.merge(&page(r#"[{"email":"e@f.ca"},{"email":"a@b.ca"}]"#)), 1);
        assert_eq!(seen.merge(&page(r#"[{"email":"a@b.ca"},{"email":"a@b.ca"}]"#)), 1, "twice");
        let mut read = People::read(&seen.written());
        assert_eq!(read, seen);
        assert_eq!(read.merge(&page(r#"[{"email":"c@d.ca"},{"email":"e@f.ca"}]"#)), 0);
    }

    #[test]
    fn is_download_is_true_above_a_page_of_a_screen() {
        let is_download = |query| Parameters::parse(query).expect("a query").is_download();
        assert!(!is_download("") && !is_download("pageSize=500"));
        assert!(is_download("pageSize=501") && is_download("PAGESIZE=1000"));
    }
}
