//! Writes the file with which the platform's bank pays the payouts: credits in the format of CPA
//! Standard 005, in records of 1464 characters. The standard's tables of the records A, C and Z
//! define the fields and their positions.

use unicode_normalization::UnicodeNormalization;

use kernel::{dates::BusinessDate, money::Cents};
use market::tenants::BankNumbers;
use platform::config::BankOriginator;

/// Number of payments in one record.
const SEGMENTS: usize = 6;
const RECORD: usize = 1464;
const SEGMENT: usize = 240;
/// Transaction code for accounts payable, from the standard's list of codes.
const TRANSACTION: &str = "460";

/// Payment to one payee in the file.
pub struct Credit {
    pub amount: Cents,
    pub payee: String,
    pub bank: BankNumbers,
    /// Reference that the payee's bank and ours show with the payment.
    pub reference: String,
}

/// Number of a file, the day on which it was created, and the day on which payees receive the
/// money.
#[derive(Clone, Copy, Debug)]
pub struct FileDate {
    pub number: u16,
    pub created_on: BusinessDate,
    pub funds_on: BusinessDate,
}

pub fn write(originator: &BankOriginator, file: FileDate, credits: &[Credit]) -> String {
    let start = |kind: char, number: usize| {
        format!("{kind}{}{}{}", digits(number, 9), text(&originator.id, 10), digits(file.number, 4))
    };
    let header = format!(
        "{}{}{}{}CAD",
        start('A', 1),
        julian(file.created_on),
        digits(&originator.data_centre, 5),
        text("", 20)
    );
    let mut records = vec![header];
    for some in credits.chunks(SEGMENTS) {
        let segments = some.iter().map(|credit| segment(originator, file, credit));
        let number = records.len() + 1;
        records.push(start('C', number) + &segments.collect::<String>());
    }
    let total: i64 = credits.iter().map(|credit| credit.amount.get()).sum();
    let trailer = format!(
        "{}{}{}{}{}{}",
        start('Z', records.len() + 1),
        digits(0, 14 + 8),
        digits(total, 14),
        digits(credits.len(), 8),
        digits(0, 14 + 8),
        digits(0, 14 + 8),
    );
    records.push(trailer);
    records.iter().map(|record| format!("{record:RECORD$}\r\n")).collect()
}

fn segment(originator: &BankOriginator, file: FileDate, credit: &Credit) -> String {
    let fields = [
        TRANSACTION.to_owned(),
        digits(credit.amount.get(), 10),
        julian(file.funds_on),
        institution(&credit.bank.institution, &credit.bank.transit),
        text(&credit.bank.account, 12),
        // The bank fills in the trace number and the stored transaction type.
        digits(0, 22),
        digits(0, 3),
        text(&originator.short_name, 15),
        text(&credit.payee, 30),
        text(&originator.long_name, 30),
        text(&originator.id, 10),
        text(&credit.reference, 19),
        institution(&originator.return_institution, &originator.return_transit),
        text(&originator.return_account, 12),
        text("", 15),
        text("", 22),
        text("", 2),
        digits(0, 11),
    ];
    let segment = fields.concat();
    debug_assert_eq!(segment.len(), SEGMENT);
    segment
}

/// Returns the field that identifies a bank branch: a zero, three digits of the institution and
/// five digits of the branch.
fn institution(institution: &str, transit: &str) -> String {
    format!("{}{}", digits(institution.trim_start_matches('0'), 4), digits(transit, 5))
}

/// Pads a number with leading zeros.
fn digits(number: impl std::fmt::Display, length: usize) -> String {
    format!("{:0>length$}", number.to_string())
}

/// Returns a day as a zero, two digits of the year, and three digits of the day within the year.
fn julian(day: BusinessDate) -> String {
    format!("0{:02}{:03}", day.year() % 100, day.day_of_year())
}

/// Converts a text to the file's character set: capital letters without accents, digits and some
/// punctuation. Cuts the text to `length` or pads it with blanks.
fn text(text: &str, length: usize) -> String {
    let plain = text.nfd().filter(char::is_ascii).map(|letter| letter.to_ascii_uppercase());
    let is_known = |letter: &char| letter.is_ascii_alphanumeric() || " .,-/&'()".contains(*letter);
    let kept: String = plain.filter(is_known).take(length).collect();
    format!("{kept:length$}")
}

/// Returns a CSV file with a line for each payment, for administrators who enter payments by hand.
pub fn write_csv(file: FileDate, credits: &[Credit]) -> String {
    let head = "Payee,Institution,Transit,Account,Amount,Date,Reference\r\n".to_owned();
    let line = |credit: &Credit| {
        let cents = credit.amount.get();
        format!(
            "{},{},{},{},{}.{:02},{},{}\r\n",
            quoted(&credit.payee),
            quoted(&credit.bank.institution),
            quoted(&credit.bank.transit),
            quoted(&credit.bank.account),
            cents / 100,
            cents % 100,
            file.funds_on,
            quoted(&credit.reference),
        )
    };
    credits.iter().fold(head, |all, credit| all + &line(credit))
}

/// Quotes a CSV field. Adds an apostrophe before `=`, `+`, `-`, `@` or a tab, so that spreadsheets
/// don't run the field as a formula.
fn quoted(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t']) { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Characters allowed in a field.
    #[derive(Clone, Copy, PartialEq)]
    enum Kind {
        Digits,
        Text,
    }
    use Kind::{Digits, Text};

    /// Tables of the standard: the fields of a record in order, each with its length. They were
    /// compared with field positions published by banks and by makers of such files.
    const START: [(&str, usize, Kind); 4] =
        [("type", 1, Text), ("count", 9, Digits), ("originator", 10, Text), ("file", 4, Digits)];
    const HEADER: [(&str, usize, Kind); 5] = [
        ("created", 6, Digits),
        ("data centre", 5, Digits),
        ("reserved", 20, Text),
        ("currency", 3, Text),
        ("filler", 1406, Text),
    ];
    const PAYMENT: [(&str, usize, Kind); 18] = [
        ("transaction", 3, Digits),
        ("amount", 10, Digits),
        ("funds", 6, Digits),
        ("institution", 9, Digits),
        ("account", 12, Text),
        ("trace", 22, Digits),
        ("stored transaction", 3, Digits),
        ("short name", 15, Text),
        ("payee", 30, Text),
        ("long name", 30, Text),
        ("user", 10, Text),
        ("reference", 19, Text),
        ("return institution", 9, Digits),
        ("return account", 12, Text),
        ("sundry", 15, Text),
        ("filler", 22, Text),
        ("settlement", 2, Text),
        ("invalid", 11, Digits),
    ];
    const TRAILER: [(&str, usize, Kind); 9] = [
        ("debits", 14, Digits),
        ("debit count", 8, Digits),
        ("credits", 14, Digits),
        ("credit count", 8, Digits),
        ("corrected credits", 14, Digits),
        ("corrected credit count", 8, Digits),
        ("corrected debits", 14, Digits),
        ("corrected debit count", 8, Digits),
        ("filler", 1352, Text),
    ];

    type Fields<'a> = HashMap<&'static str, &'a str>;

    /// Reads the fields of a table from the start of a text. Returns the fields and the rest of the
    /// text.
    fn take<'a>(table: &[(&'static str, usize, Kind)], mut text: &'a str) -> (Fields<'a>, &'a str) {
        let mut found = Fields::new();
        for (name, length, kind) in table {
            let (field, rest) = text.split_at(*length);
            let is_number = field.bytes().all(|byte| byte.is_ascii_digit());
            assert!(*kind == Text || is_number, "{name} is {field:?}");
            found.insert(name, field);
            text = rest;
        }
        (found, text)
    }

    fn number(field: &str) -> usize {
        field.parse().expect("digits")
    }

    /// Parses a file according to the tables and checks that its records are consistent. Returns
    /// the header and the payments.
    fn read(file: &str) -> (Fields<'_>, Vec<Fields<'_>>) {
        assert!(file.is_ascii());
        let records: Vec<&str> = file.split_terminator("\r\n").collect();
        let (mut header, mut payments, mut trailer) = (None, Vec::new(), None);
        for (position, record) in records.iter().enumerate() {
            assert_eq!(record.len(), 1464, "record {position}");
            let (start, rest) = take(&START, record);
            assert_eq!(number(start["count"]), position + 1);
            let end = match start["type"] {
                "A" => {
                    let (fields, end) = take(&HEADER, rest);
                    let own = start.into_iter().chain(fields).collect::<Fields<'_>>();
                    assert!(header.replace(own).is_none() && position == 0);
                    end
                }
                "C" => {
                    let mut segments = rest;
                    while !segments.is_empty() {
                        let (segment, more) = segments.split_at(240);
                        if !segment.trim().is_empty() {
                            let (fields, end) = take(&PAYMENT, segment);
                            assert_eq!(end, "");
                            payments.push(fields);
                        }
                        segments = more;
                    }
                    segments
                }
                "Z" => {
                    let (fields, end) = take(&TRAILER, rest);
                    assert!(trailer.replace(fields).is_none() && position + 1 == records.len());
                    end
                }
                other => panic!("a record of type {other}"),
            };
            assert_eq!(end, "");
        }
        let trailer = trailer.expect("a trailer");
        let total: usize = payments.iter().map(|payment| number(payment["amount"])).sum();
        assert_eq!(number(trailer["credits"]), total);
        assert_eq!(number(trailer["credit count"]), payments.len());
        for nothing in ["debits", "debit count", "corrected credits", "corrected debits"] {
            assert_eq!(number(trailer[nothing]), 0, "{nothing}");
        }
        (header.expect("a header"), payments)
    }

    fn originator() -> BankOriginator {
        BankOriginator {
            id: "FUNRAY0001".to_owned(),
            short_name: "FunRay".to_owned(),
            long_name: "FunRay Inc".to_owned(),
            data_centre: "00320".to_owned(),
            return_institution: "003".to_owned(),
            return_transit: "00012".to_owned(),
            return_account: "1234567".to_owned(),
        }
    }

    fn credit(cents: i64, payee: &str, institution: &str) -> Credit {
        Credit {
            amount: Cents::new(cents),
            payee: payee.to_owned(),
            bank: BankNumbers {
                institution: institution.to_owned(),
                transit: "02345".to_owned(),
                account: "7654321".to_owned(),
            },
            reference: "ABC".to_owned(),
        }
    }

    fn dates() -> FileDate {
        let day = |text| BusinessDate::parse(text).expect(text);
        FileDate { number: 7, created_on: day("2028-12-29"), funds_on: day("2029-01-02") }
    }

    #[test]
    fn write_makes_records_that_the_standard_reads() {
        let mut credits =
            vec![credit(9_999_999_999, "Café de l’Île & Fils, a name that is too long", "0003")];
        credits.extend((1..=7).map(|cents| credit(cents, "Maple Leaf Books", "815")));
        let file = write(&originator(), dates(), &credits);
        let (header, payments) = read(&file);
        for (name, value) in [
            ("originator", "FUNRAY0001"),
            ("file", "0007"),
            ("created", "028364"),
            ("data centre", "00320"),
            ("currency", "CAD"),
        ] {
            assert_eq!(header[name], value, "{name}");
        }
        let first = &payments[0];
        for (name, value) in [
            ("transaction", "460"),
            ("amount", "9999999999"),
            ("funds", "029002"),
            ("institution", "000302345"),
            ("account", "7654321     "),
            ("short name", "FUNRAY         "),
            ("payee", "CAFE DE LILE & FILS, A NAME TH"),
            ("long name", "FUNRAY INC                    "),
            ("user", "FUNRAY0001"),
            ("reference", "ABC                "),
            ("return institution", "000300012"),
            ("return account", "1234567     "),
        ] {
            assert_eq!(first[name], value, "{name}");
        }
        let amounts: Vec<usize> =
            payments[1..].iter().map(|payment| number(payment["amount"])).collect();
        assert_eq!(amounts, [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(payments[1]["institution"], "081502345");
    }

    /// The file equals one that another program made from the same payment. That program is the
    /// package eft-generator of the city of Sault Ste. Marie.
    #[test]
    fn write_makes_the_records_that_another_program_makes() {
        let another = [
            "A000000001FUNRAY0001000702836400320                    CAD",
            concat!(
                "C000000002FUNRAY0001000746000001234560290020815023457654321     0000000000000000",
                "000000000FUNRAY         MAPLE LEAF BOOKS              FUNRAY INC                ",
                "    FUNRAY0001ABC                0003000121234567                               ",
                "             00000000000",
            ),
            concat!(
                "Z000000003FUNRAY0001000700000000000000000000000000000012345600000001000000000000",
                "00000000000000000000000000000000",
            ),
        ];
        let file = write(&originator(), dates(), &[credit(123_456, "Maple Leaf Books", "815")]);
        assert_eq!(file.lines().map(str::trim_end).collect::<Vec<_>>(), another);
    }

    #[test]
    fn write_without_payments_has_a_header_and_a_trailer() {
        let file = write(&originator(), dates(), &[]);
        assert!(read(&file).1.is_empty());
    }

    #[test]
    fn write_csv_quotes_and_never_begins_a_formula() {
        let file = write_csv(dates(), &[credit(1205, "=Bob \"B\", Inc", "003")]);
        let line = file.lines().nth(1).expect("a line");
        assert_eq!(
            line,
            "\"'=Bob \"\"B\"\", Inc\",\"003\",\"02345\",\"7654321\",12.05,2029-01-02,\"ABC\""
        );
    }
}
