//! Validated contact data: email addresses, phone numbers, web addresses and postal codes.

use db::{Column, FromColumn};
use serde::{Deserialize, Deserializer, de};

use super::fields::Checked;
use super::messages::{self, Message};
use super::text::{Line, reads_as_str};

/// Email address in lower case, so that each mailbox has one spelling. The address is plain ASCII
/// without quotes, so it is safe in any mail header.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Email(String);

impl Email {
    pub fn parse(text: &str) -> Option<Self> {
        let address = Self::strip(text);
        let (local, domain) = address.rsplit_once('@')?;
        let is_local = local.len() <= 64
            && local.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(is_mailbox_byte));
        (address.len() <= 254 && is_local && domain.is_ascii() && is_host(domain))
            .then(|| Email(address.to_ascii_lowercase()))
    }
}

fn is_mailbox_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte)
}

/// Returns whether a text is a host name: labels separated by dots, of which the last is not a
/// number.
fn is_host(host: &str) -> bool {
    let is_name = |name: &str| {
        (1..=63).contains(&name.len())
            && name.chars().all(|c| c.is_alphanumeric() || c == '-')
            && !name.starts_with('-')
            && !name.ends_with('-')
    };
    let last = host.rsplit('.').next().unwrap_or_default();
    host.len() <= 253
        && host.contains('.')
        && host.split('.').all(is_name)
        && last.chars().count() >= 2
        && !last.bytes().all(|byte| byte.is_ascii_digit())
}

/// Masks an email address, for records in which the address must be recognizable but not usable.
/// Keeps the first letter and the domain.
pub fn masked_address(address: &str) -> String {
    match address.split_once('@') {
        Some((name, domain)) => {
            format!("{}…@{domain}", name.chars().take(1).collect::<String>())
        }
        None => "…".to_owned(),
    }
}

/// Domain of the placeholder email addresses that closed accounts get. The domain receives no mail.
pub const CLOSED_DOMAIN: &str = "closed.invalid";

impl Email {
    /// Parses an email address that a user entered. Refuses the domain of closed accounts.
    fn given(text: &str) -> Option<Self> {
        let is_closed =
            |email: &Email| email.0.rsplit_once('@').is_some_and(|(_, host)| host == CLOSED_DOMAIN);
        Email::parse(text).filter(|email| !is_closed(email))
    }
}

impl Checked for Email {
    fn check(_label: &str, text: &str) -> Result<Self, Message> {
        Email::given(text).ok_or(messages::EMAIL)
    }
}

impl<'de> Deserialize<'de> for Email {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Email::given(&text).ok_or_else(|| de::Error::custom(messages::EMAIL.carried()))
    }
}

impl FromColumn for Email {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        Email::parse(&String::from_column(column)?).ok_or_else(|| "not an email address".to_owned())
    }
}

/// Phone number with 10 to 15 digits. A number with a leading plus sign may have as few as 7
/// digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phone(String);

impl Checked for Phone {
    /// Removes separators between the digits and checks the number of digits.
    fn check(_label: &str, text: &str) -> Result<Self, Message> {
        let (plus, rest) = match text.strip_prefix('+') {
            Some(rest) => ("+", rest),
            None => ("", text),
        };
        let is_mark =
            |c: char| c.is_whitespace() || matches!(c, '-' | '.' | '(' | ')' | '\u{2011}');
        let digits = rest.replace(is_mark, "");
        if !(7..=15).contains(&digits.len()) || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(messages::PHONE);
        }
        if plus.is_empty() && digits.len() < 10 {
            return Err(messages::PHONE_WITHOUT_AREA);
        }
        Ok(Phone(format!("{plus}{digits}")))
    }
}

/// Web address that is safe to show as a link. It has the scheme `http` or `https`, a host with a
/// dot, and no user name or password.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WebAddress(String);

impl Checked for WebAddress {
    fn check(_label: &str, text: &str) -> Result<Self, Message> {
        // An address without a scheme, such as www.shop.ca, is completed with `https://`.
        let whole = match text.split_once(':') {
            None if !text.starts_with('/') => format!("https://{text}"),
            _ => text.to_owned(),
        };
        if is_web_address(&whole) { Ok(WebAddress(whole)) } else { Err(messages::URL) }
    }
}

fn is_web_address(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else {
        return false;
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let (host, has_port) = match authority.split_once(':') {
        Some((host, port)) => (host, is_port(port)),
        None => (authority, true),
    };
    let is_misplaced = |c: char| c.is_control() || c.is_whitespace() || "\"<>\\^`{|}".contains(c);
    text.len() <= 2048
        && (scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https"))
        && has_port
        && (is_host(host) || host.parse::<std::net::Ipv4Addr>().is_ok())
        && !text.contains(is_misplaced)
}

fn is_port(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u16>().is_ok_and(|port| port > 0)
}

/// Postal code. A Canadian code is normalized to the form `K1A 0B1`; a code of another country is
/// kept as entered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PostalCode(String);

impl Checked for PostalCode {
    fn check(label: &str, text: &str) -> Result<Self, Message> {
        let code = Line::<20>::check(label, text)?;
        Ok(PostalCode(canadian(&code).unwrap_or_else(|| code.into())))
    }
}

fn canadian(code: &str) -> Option<String> {
    let code = code.replace([' ', '-'], "").to_ascii_uppercase();
    let has_its_form = code.len() == 6
        && code.bytes().enumerate().all(|(index, byte)| match index % 2 {
            0 => byte.is_ascii_uppercase(),
            _ => byte.is_ascii_digit(),
        });
    has_its_form.then(|| format!("{} {}", &code[..3], &code[3..]))
}

reads_as_str!(Email);
reads_as_str!(Phone);
reads_as_str!(WebAddress);
reads_as_str!(PostalCode);

#[cfg(test)]
mod tests {
    use db::{ToValue, Value};
    use proptest::prelude::*;

    use super::*;

    fn check<T: Checked>(text: &str) -> Result<T, String> {
        T::check("Postal Code", T::strip(text)).map_err(|message| message.english().to_owned())
    }

    #[test]
    fn masked_address_keeps_the_first_letter_and_the_domain() {
        assert_eq!(masked_address("ann@example.com"), "a…@example.com");
        assert_eq!(masked_address("nothing"), "…");
    }

    #[test]
    fn email_parse_normalizes_case_and_spaces() {
        for (text, address) in [
            ("ann@demo.test", "ann@demo.test"),
            (" Ann.O'Neil+Gift@Demo.TEST\n", "ann.o'neil+gift@demo.test"),
            ("a@b-c.xn--p1ai", "a@b-c.xn--p1ai"),
            ("1@2.ca", "1@2.ca"),
        ] {
            let email = Email::parse(text).unwrap();
            assert_eq!(&*email, address);
            assert_eq!(email.to_value(), Value::Text(address.into()));
            assert_eq!(Email::from_column(Column::Text(address)), Ok(email.clone()));
            let json = serde_json::to_string(&email).unwrap();
            assert_eq!(serde_json::from_str::<Email>(&json).unwrap(), email);
        }
    }

    #[test]
    fn email_parse_refuses_invalid_addresses() {
        let long_local = format!("{}@demo.test", "a".repeat(65));
        let long_domain = format!("a@{}.test", "a.".repeat(130));
        let long_name = format!("a@{}.test", "a".repeat(64));
        for text in [
            "ann",
            "@",
            "ann@",
            "@demo.test",
            "ann@demo",
            "ann@@demo.test",
            "ann@a@demo.test",
            "a b@demo.test",
            ".ann@demo.test",
            "ann.@demo.test",
            "a..n@demo.test",
            "ann@.test",
            "ann@demo..test",
            "ann@demo.test.",
            "ann@-demo.test",
            "ann@demo-.test",
            "ann@demo.t",
            "ann@127.0.0.1",
            "ann@[127.0.0.1]",
            "\"ann\"@demo.test",
            "ann@demo.test\r\nBcc: all@demo.test",
            "ann\0@demo.test",
            "Ann <ann@demo.test>",
            "ann@demo.test,b@demo.test",
            "añn@demo.test",
            "ann@démo.test",
            "ann(x)@demo.test",
            "ann@demo_x.test",
            "mailto:ann@demo.test",
            &long_local,
            &long_domain,
            &long_name,
        ] {
            assert_eq!(
                check::<Email>(text),
                Err("Email is not in correct format.".to_owned()),
                "{text}"
            );
        }
        assert!(Email::from_column(Column::Text("ann")).is_err());
    }

    #[test]
    fn phone_check_keeps_digits_and_plus() {
        for (text, phone) in [
            ("4165550100", "4165550100"),
            ("(416) 555-0100", "4165550100"),
            ("+1 416.555.0100", "+14165550100"),
            ("\u{202a}+1-416-555-0100\u{202c}", "+14165550100"),
            ("+354 555 0100", "+3545550100"),
        ] {
            assert_eq!(check::<Phone>(text).map(String::from), Ok(phone.to_owned()), "{text}");
        }
        for text in [
            "abc",
            "555010",
            "1234567890123456",
            "416555010x",
            "++14165550100",
            "416+5550100",
            "٤١٦٥٥٥٠١٠٠",
            "-",
        ] {
            assert_eq!(check::<Phone>(text), Err("Invalid phone number.".to_owned()), "{text}");
        }
        let without_area = Err("Please add the area code, as in 416 555 0100.".to_owned());
        assert_eq!(check::<Phone>("555-0100"), without_area);
    }

    #[test]
    fn web_address_check_accepts_http_urls_only() {
        for text in [
            "https://demo.test",
            "HTTP://Demo.Test/",
            "https://www.demo.test:8443/a/b?c=d&e=[1]#f",
            "http://10.0.0.1/",
            "https://café.ca/menu/été",
            "https://demo.test?x",
            "https://demo.test/@name:x",
        ] {
            assert_eq!(check::<WebAddress>(text).map(String::from), Ok(text.to_owned()), "{text}");
        }
        for text in ["demo.test", "www.demo.test/menu?x", "10.0.0.1"] {
            let whole = format!("https://{text}");
            assert_eq!(check::<WebAddress>(text).map(String::from), Ok(whole), "{text}");
        }
        let long = format!("https://demo.test/{}", "a".repeat(2048));
        for text in [
            "demo",
            "demo.test:8443",
            "demo.test@evil.test",
            "//demo.test",
            "https:/demo.test",
            "https://",
            "https://demo",
            "ftp://demo.test",
            "javascript:alert(1)",
            "javascript://demo.test/%0aalert(1)",
            "data:text/html,x",
            "https://a@demo.test",
            "https://demo.test@evil.test",
            "https://demo.test:0",
            "https://demo.test:+80",
            "https://demo.test:99999",
            "https://demo.test:",
            "https://de mo.test",
            "https://demo.test/a b",
            "https://demo.test/\"onclick=",
            "https://demo.test/<b>",
            "https://demo.test\\@evil.test",
            "https://demo.test/a\nb",
            "https://.test",
            "https://demo..test",
            &long,
        ] {
            assert_eq!(check::<WebAddress>(text), Err("Invalid URL format.".to_owned()), "{text}");
        }
    }

    #[test]
    fn postal_code_check_formats_canadian_codes() {
        for (text, code) in [
            ("k1a0b1", "K1A 0B1"),
            (" K1A-0B1 ", "K1A 0B1"),
            ("k1a  0b1", "K1A 0B1"),
            ("K1A 0BB", "K1A 0BB"),
            ("90210", "90210"),
            ("SW1A 1AA", "SW1A 1AA"),
            ("é1a0b1", "é1a0b1"),
        ] {
            assert_eq!(check::<PostalCode>(text).map(String::from), Ok(code.to_owned()), "{text}");
        }
        assert!(check::<PostalCode>(&"1".repeat(21)).is_err());
        assert!(check::<PostalCode>("K1A\n0B1").is_err());
    }

    proptest! {
        #[test]
        fn contact_checks_never_panic_and_are_idempotent(
            text in "\\PC{0,30}|[a-z.@+-]{0,30}|https?://.{0,20}|[0-9 ()+-]{0,20}"
        ) {
            if let Some(email) = Email::parse(&text) {
                prop_assert!(email.bytes().all(|byte| byte.is_ascii_graphic()));
                prop_assert_eq!(Email::parse(&email), Some(email));
            }
            if let Ok(phone) = check::<Phone>(&text) {
                prop_assert_eq!(check::<Phone>(&phone), Ok(phone));
            }
            if let Ok(address) = check::<WebAddress>(&text) {
                prop_assert!(address[..4].eq_ignore_ascii_case("http"));
            }
            if let Ok(code) = check::<PostalCode>(&text) {
                prop_assert_eq!(check::<PostalCode>(&code), Ok(code));
            }
        }
    }
}
