//! Reads the table of a gift list: one recipient in each row. Pure functions.

use std::collections::HashSet;

use table_file::{Column, Limits, Row};

use cards::SendWish;
use kernel::{
    contact::Email,
    dates::BusinessDate,
    fields::Fields,
    messages::{self, Message},
    money::Cents,
    names::GiftName,
    payment_card,
    text::Paragraphs,
};
use platform::tables;

use crate::carts::rules::MAX_CARDS_IN_CART;

/// Maximum size of a table. A thousand recipients with long messages fit.
pub const MAX_TABLE_BYTES: usize = 1024 * 1024;

/// Hour at which a gift is sent if only its day is known.
const USUAL_HOUR: u8 = 9;

const LIMITS: Limits = Limits {
    bytes: MAX_TABLE_BYTES,
    rows: MAX_CARDS_IN_CART as usize,
    columns: 40,
    characters: 1000,
};

const COLUMNS: [Column; 7] = [
    Column {
        key: "to",
        english: "Name",
        french: "Nom",
        others: &["recipient", "full name", "destinataire", "nom complet"],
        is_required: false,
    },
    Column {
        key: "firstName",
        english: "First name",
        french: "Prénom",
        others: &[],
        is_required: false,
    },
    Column {
        key: "lastName",
        english: "Last name",
        french: "Nom de famille",
        others: &["surname"],
        is_required: false,
    },
    Column {
        key: "email",
        english: "Email",
        french: "Courriel",
        others: &["email address", "mail", "recipient email", "adresse courriel", "adresse"],
        is_required: true,
    },
    Column {
        key: "amount",
        english: "Amount",
        french: "Montant",
        others: &["value", "valeur", "price", "prix", "card amount", "montant de la carte"],
        is_required: false,
    },
    Column {
        key: "message",
        english: "Message",
        french: "Message",
        others: &["gift message", "note", "mot"],
        is_required: false,
    },
    Column {
        key: "day",
        english: "Day",
        french: "Jour",
        others: &["date", "send on", "date d’envoi"],
        is_required: false,
    },
];

/// Values of all rows whose own cell is empty.
#[derive(Clone, Debug, Default)]
pub struct Shared {
    pub amount: Option<Cents>,
    pub message: Option<String>,
    pub send: Option<SendWish>,
}

/// Row of a list, as it was written, and the gift that was read from it.
#[derive(Clone, Debug)]
pub struct ListRow {
    /// Line of the table, from 1.
    pub line: u64,
    pub to: String,
    pub email: String,
    pub amount: String,
    pub message: String,
    pub day: String,
    /// Whether an earlier row has the same address.
    pub is_repeated: bool,
    /// Faults by the name of the cell: `to`, `email`, `amount`, `message` or `day`.
    pub problems: Fields,
    /// `None` if the row has problems.
    pub gift: Option<ListedGift>,
}

/// A gift of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGift {
    pub to: String,
    pub recipient: Email,
    pub price: Cents,
    pub message: Option<String>,
    pub send: Option<SendWish>,
}

/// Rows of a table, and the headings that mean nothing.
#[derive(Clone, Debug)]
pub struct List {
    pub rows: Vec<ListRow>,
    pub unknown: Vec<String>,
}

/// Reads a table. Fails if it can't be read at all; faults of rows are reported with the row.
pub fn read(bytes: &[u8], shared: &Shared) -> Result<List, Message> {
    let table = table_file::read(bytes, &COLUMNS, LIMITS).map_err(|why| tables::refused(&why))?;
    let mut rows: Vec<ListRow> = table.rows.iter().map(|row| read_row(row, shared)).collect();
    for (row, read) in table.rows.iter().zip(&mut rows) {
        if let Some(fault) = &row.fault {
            read.problems.add("to", tables::faulty(fault, &table));
            read.gift = None;
        }
    }
    let mut seen = HashSet::new();
    for row in &mut rows {
        let address = row.email.to_lowercase();
        row.is_repeated = !address.is_empty() && !seen.insert(address);
    }
    Ok(List { rows, unknown: table.unknown })
}

fn read_row(row: &Row, shared: &Shared) -> ListRow {
    let cell = |key: &str| row.get(key).unwrap_or_default();
    let whole_name = format!("{} {}", cell("firstName"), cell("lastName"));
    let to = match cell("to") {
        "" => whole_name.trim().to_owned(),
        // A column "Nom" beside a column "Prénom" has the last name.
        last if !cell("firstName").is_empty() && cell("lastName").is_empty() => {
            format!("{} {last}", cell("firstName"))
        }
        to => to.to_owned(),
    };
    let mut fields = Fields::default();
    let name = fields.required::<GiftName>("to", "Name", &to);
    let recipient = fields.required::<Email>("email", "Email", cell("email"));
    let price = match (cell("amount"), shared.amount) {
        ("", Some(amount)) => Some(amount),
        ("", None) => fields.present("amount", "Amount", None),
        (text, _) => {
            let amount = amount_in(text);
            if amount.is_none() {
                fields.add("amount", messages::NUMBER);
            }
            amount
        }
    };
    let message = fields.optional::<Paragraphs<500>>("message", "Message", cell("message"));
    let send = match cell("day") {
        "" => Some(shared.send),
        text => {
            let day = day_in(text);
            if day.is_none() {
                fields.add("day", DAY);
            }
            day.map(|day| Some(on(day, shared)))
        }
    };
    for (path, text) in [("to", to.as_str()), ("message", cell("message"))] {
        if payment_card::is_in(text) {
            fields.add(path, messages::PAYMENT_CARD);
        }
    }
    let gift = || {
        Some(ListedGift {
            to: name?.to_string(),
            recipient: recipient?,
            price: price?,
            message: message?.map(String::from).or_else(|| shared.message.clone()),
            send: send?,
        })
    };
    let gift = if fields.is_empty() { gift() } else { None };
    let own = |key: &str| cell(key).to_owned();
    ListRow {
        line: row.line,
        to,
        email: own("email"),
        amount: own("amount"),
        message: own("message"),
        day: own("day"),
        is_repeated: false,
        problems: fields,
        gift,
    }
}

const DAY: Message =
    Message::new("Please write the day as 2026-12-24.", "Écrivez le jour ainsi\u{a0}: 2026-12-24.");

fn on(day: BusinessDate, shared: &Shared) -> SendWish {
    let hour = shared.send.map_or(USUAL_HOUR, |send| send.hour);
    SendWish { day, hour, zone: shared.send.and_then(|send| send.zone) }
}

/// Reads an amount as spreadsheets write it, such as `$25.00`, `25,00 $` or `1,000`.
fn amount_in(text: &str) -> Option<Cents> {
    let is_mark = |letter: &char| letter.is_whitespace() || *letter == '$';
    let plain: String = text.chars().filter(|letter| !is_mark(letter)).collect();
    let plain = plain.strip_prefix("CAD").or(plain.strip_suffix("CAD")).unwrap_or(&plain);
    // The last comma or point divides the cents, unless three digits follow it.
    let (dollars, cents) = match plain.rfind([',', '.']) {
        Some(place) if plain.len() - place != 4 => (&plain[..place], Some(&plain[place + 1..])),
        _ => (plain, None),
    };
    let dollars = dollars.replace([',', '.'], "");
    let amount = match cents {
        Some(cents) => Cents::parse(&format!("{dollars}.{cents}")),
        None => Cents::parse(&dollars),
    };
    amount.ok().filter(|amount| amount.is_positive())
}

/// Reads a day in ISO form, or with the year at the end if day and month can't be confused.
fn day_in(text: &str) -> Option<BusinessDate> {
    let parts: Vec<&str> = text.split(['-', '/', '.']).map(str::trim).collect();
    let [first, second, third] = parts[..] else { return None };
    let number = |text: &str| text.parse::<u32>().ok();
    let (year, month, day) = if first.len() == 4 {
        (first, second, third)
    } else {
        match (number(first)?, number(second)?) {
            (one, other) if one == other || one > 12 => (third, second, first),
            (_, other) if other > 12 => (third, first, second),
            _ => return None,
        }
    };
    BusinessDate::parse(&format!("{year}-{month:0>2}-{day:0>2}"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::any;

    use super::*;

    fn read_text(text: &str, shared: &Shared) -> List {
        read(text.as_bytes(), shared).expect(text)
    }

    fn problems(row: &ListRow) -> Vec<&str> {
        row.problems.paths().collect()
    }

    fn shared(dollars: u32) -> Shared {
        Shared { amount: Some(Cents::from_dollars(dollars)), ..Shared::default() }
    }

    #[test]
    fn read_finds_recipients_under_headings_of_both_languages() {
        for text in [
            "Name,Email,Amount\nZoé Roy,zoe@team.example,50\n",
            "MONTANT;courriel;NOM\r\n50,00 $;Zoe@Team.example;Zoé Roy",
            "EMAIL\tFirst Name\tLast Name\tAmount\nzoe@team.example\tZoé\tRoy\t$50.00",
            "Prénom;Nom;Courriel;Prix\nZoé;Roy;zoe@team.example;50",
        ] {
            let list = read_text(text, &Shared::default());
            let gift = list.rows[0].gift.clone().expect(text);
            assert_eq!(
                (gift.to.as_str(), gift.recipient.to_string().as_str()),
                ("Zoé Roy", "zoe@team.example")
            );
            assert_eq!(gift.price, Cents::from_dollars(50), "{text}");
        }
        let windows = b"Nom;Courriel;Montant\nZo\xe9 Roy;zoe@team.example;50";
        let list = read(windows, &Shared::default()).expect("a list");
        assert_eq!(list.rows[0].to, "Zoé Roy");
    }

    #[test]
    fn read_uses_shared_values_for_empty_cells() {
        let day = BusinessDate::parse("2026-12-24").expect("a day");
        let send = SendWish { day, hour: 7, zone: None };
        let own = BusinessDate::parse("2026-12-20").expect("a day");
        let shared =
            Shared { message: Some("Thank you!".to_owned()), send: Some(send), ..shared(25) };
        let text = "name,email,amount,message,day\nA,a@team.example,,,\nB,b@team.example,40,Yours,20/12/2026\n";
        let gifts: Vec<_> =
            read_text(text, &shared).rows.into_iter().filter_map(|row| row.gift).collect();
        let said = |gift: &ListedGift| (gift.price, gift.message.clone(), gift.send);
        let [all, one] = &gifts[..] else { panic!("{gifts:?}") };
        assert_eq!(said(all), (Cents::from_dollars(25), Some("Thank you!".into()), Some(send)));
        let own = SendWish { day: own, ..send };
        assert_eq!(said(one), (Cents::from_dollars(40), Some("Yours".into()), Some(own)));
    }

    #[test]
    fn read_names_the_cells_to_mend() {
        let text = "name,email,amount,message,day\n\
            ,a@team.example,25,,\n\
            B,b@team,25,,\n\
            C,c@team.example,lots,,\n\
            D,d@team.example,-25,,\n\
            E,e@team.example,25,,03/04/2027\n\
            F,f@team.example,25,4111 1111 1111 1111,\n\
            http://evil.example,g@team.example,,,\n\
            H,h@team.example\n";
        let rows = read_text(text, &Shared::default()).rows;
        let found: Vec<_> = rows.iter().map(problems).collect();
        let expected: [&[&str]; 8] = [
            &["to"],
            &["email"],
            &["amount"],
            &["amount"],
            &["day"],
            &["message"],
            &["amount", "to"],
            &["amount", "to"],
        ];
        assert_eq!(found, expected);
        assert!(rows.iter().all(|row| row.gift.is_none()));
        assert_eq!(rows[3].line, 5);
    }

    #[test]
    fn read_marks_repeated_addresses() {
        let text = "name,email\nA,a@team.example\nB,b@team.example\nC,A@team.example\n";
        let repeated: Vec<bool> =
            read_text(text, &shared(25)).rows.iter().map(|row| row.is_repeated).collect();
        assert_eq!(repeated, [false, false, true]);
    }

    #[test]
    fn amount_in_reads_both_languages() {
        for (text, cents) in [
            ("25", Some(2500)),
            ("$25.50", Some(2550)),
            ("25,50 $", Some(2550)),
            ("1\u{202f}000,00\u{a0}$", Some(100_000)),
            ("1,000", Some(100_000)),
            ("1,000.00", Some(100_000)),
            ("CAD 25", Some(2500)),
            ("25.123", Some(2_512_300)),
            ("0", None),
            ("-5", None),
            ("1e3", None),
            ("", None),
            ("25 each", None),
        ] {
            assert_eq!(amount_in(text), cents.map(Cents::new), "{text:?}");
        }
    }

    #[test]
    fn day_in_refuses_days_that_can_be_confused() {
        for (text, day) in [
            ("2026-12-24", Some("2026-12-24")),
            ("2026/1/5", Some("2026-01-05")),
            ("24/12/2026", Some("2026-12-24")),
            ("12/24/2026", Some("2026-12-24")),
            ("24.12.2026", Some("2026-12-24")),
            ("05/05/2026", Some("2026-05-05")),
            ("03/04/2026", None),
            ("soon", None),
            ("2026-13-45", None),
            ("1/2/3/4", None),
        ] {
            assert_eq!(day_in(text), day.and_then(BusinessDate::parse), "{text}");
        }
    }

    #[test]
    fn read_takes_random_cells() {
        fuzzing::run(&any::<String>(), |text| {
            let (amount, day) = (amount_in(&text), day_in(&text));
            assert!(amount.is_none_or(Cents::is_positive), "{text:?} {day:?}");
            let _ = read(format!("name,email,amount\n{text}").as_bytes(), &Shared::default());
        });
    }
}
