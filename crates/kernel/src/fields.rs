//! Validation of form fields. It collects one error per field and returns the form only if every
//! field is valid.

use std::collections::BTreeMap;
use std::fmt;

use super::language::Language;
use super::messages::{self, Message};
use super::money::Cents;

/// Value that can only be created from a valid text.
pub trait Checked: Sized {
    /// Removes white space and invisible characters from both ends of the text.
    fn strip(text: &str) -> &str {
        super::text::strip(text)
    }

    /// Validates a stripped, non-empty text. `label` is the field's name on the screen, for the
    /// message.
    fn check(label: &str, text: &str) -> Result<Self, Message>;
}

/// A form field read as text. A missing field reads as an empty string.
pub trait Given {
    fn given(&self) -> &str;
}

impl Given for str {
    fn given(&self) -> &str {
        self
    }
}

impl Given for String {
    fn given(&self) -> &str {
        self
    }
}

impl<T: Given> Given for Option<T> {
    fn given(&self) -> &str {
        self.as_ref().map_or("", Given::given)
    }
}

impl<T: Given + ?Sized> Given for &T {
    fn given(&self) -> &str {
        (**self).given()
    }
}

/// Errors of a form: the first message for each path (`email`, `businessInfo.address.city`). Each
/// method that validates a field returns the field's value, or `None` after adding a message.
/// [`Fields::finish`] builds the form from these values.
///
/// ```
/// use kernel::{contact::{Email, Phone}, fields::Fields, text::Line};
///
/// struct Contact { email: Email, phone: Option<Phone>, city: Line<100> }
///
/// fn check(email: &str, phone: Option<String>, city: &str) -> Result<Contact, Fields> {
///     let mut fields = Fields::default();
///     let email = fields.required("email", "Email", email);
///     let phone = fields.optional("phoneNumber", "Phone Number", &phone);
///     let city = fields.nested("address", |fields| fields.required("city", "City", city));
///     fields.finish(|| Some(Contact { email: email?, phone: phone?, city: city? }))
/// }
///
/// let problems = check("ann@demo.test", None, " ").err().map(|fields| fields.to_string());
/// assert_eq!(problems.as_deref(), Some("address.city: City field is required."));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    messages: BTreeMap<String, Message>,
    /// Path of the part of the form that is being validated: empty, or ending with a dot.
    prefix: String,
}

impl Fields {
    /// Creates a set of errors with a single message.
    pub fn one(path: &str, message: Message) -> Self {
        let mut fields = Fields::default();
        fields.add(path, message);
        fields
    }

    /// Adds a message for a field, unless the field already has a message.
    pub fn add(&mut self, path: &str, message: Message) {
        let path = format!("{}{path}", self.prefix);
        self.messages.entry(path).or_insert(message);
    }

    /// Adds the messages of other fields. Fields that already have a message keep it.
    pub fn merge(&mut self, others: Fields) {
        for (path, message) in others.messages {
            self.messages.entry(path).or_insert(message);
        }
    }

    /// Validates a part of the form. All paths of the part's fields get the prefix `path`.
    pub fn nested<T>(&mut self, path: &str, checks: impl FnOnce(&mut Fields) -> T) -> T {
        let outside = self.prefix.len();
        self.prefix.push_str(path);
        self.prefix.push('.');
        let result = checks(self);
        self.prefix.truncate(outside);
        result
    }

    /// Validates a required text. Returns `None` after adding a message if the text is missing or
    /// invalid.
    pub fn required<T: Checked>(
        &mut self,
        path: &str,
        label: &str,
        given: &(impl Given + ?Sized),
    ) -> Option<T> {
        let text = T::strip(given.given());
        if text.is_empty() {
            self.add(path, messages::required(label));
            return None;
        }
        self.checked(path, label, text)
    }

    /// Validates an optional text. Returns `Some(None)` if the text is missing or empty, and `None`
    /// if it is invalid.
    pub fn optional<T: Checked>(
        &mut self,
        path: &str,
        label: &str,
        given: &(impl Given + ?Sized),
    ) -> Option<Option<T>> {
        match T::strip(given.given()) {
            "" => Some(None),
            text => self.checked(path, label, text).map(Some),
        }
    }

    /// Validates a text that is entered twice, such as a password. Compares both texts only if the
    /// first is valid.
    pub fn confirm<T: Checked + PartialEq>(
        &mut self,
        path: &str,
        label: &str,
        given: &(impl Given + ?Sized),
        first: Option<&T>,
        differs: Message,
    ) {
        let text = T::strip(given.given());
        if text.is_empty() {
            self.add(path, messages::required(label));
        } else if first.is_some_and(|first| T::check(label, text).as_ref() != Ok(first)) {
            self.add(path, differs);
        }
    }

    /// Checks that a choice, number or boolean is present. Adds a message if the value is missing.
    pub fn present<T>(&mut self, path: &str, label: &str, given: Option<T>) -> Option<T> {
        if given.is_none() {
            self.add(path, messages::required(label));
        }
        given
    }

    /// Validates an amount between `least` and [`Cents::MAX`]. The message for a smaller amount
    /// always names 1 as the minimum. Callers with a lower `least` compare the amount with a
    /// balance later.
    pub fn value(
        &mut self,
        path: &str,
        label: &str,
        given: Option<Cents>,
        least: Cents,
    ) -> Option<Cents> {
        let value = self.present(path, label, given)?;
        if value < least {
            self.add(path, messages::VALUE_TOO_SMALL);
        } else if value > Cents::MAX {
            self.add(path, messages::VALUE_TOO_LARGE);
        } else {
            return Some(value);
        }
        None
    }

    /// Builds the form. Returns the errors instead if any field is invalid.
    pub fn finish<T>(self, build: impl FnOnce() -> Option<T>) -> Result<T, Fields> {
        if self.is_empty() { build().ok_or(self) } else { Err(self) }
    }

    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.messages.keys().map(String::as_str)
    }

    /// Iterates over the paths and messages.
    pub fn messages(&self) -> impl Iterator<Item = (&str, &Message)> {
        self.messages.iter().map(|(path, message)| (path.as_str(), message))
    }

    /// Iterates over the paths and English messages, for logs and for other programs.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.messages.iter().map(|(path, message)| (path.as_str(), message.english()))
    }

    /// Returns the messages as `{path: message}`, the form used in error replies.
    pub fn said_in(&self, language: Language) -> BTreeMap<String, String> {
        let said = |(path, message): (&String, &Message)| {
            (path.clone(), message.said_in(language).to_owned())
        };
        self.messages.iter().map(said).collect()
    }

    fn checked<T: Checked>(&mut self, path: &str, label: &str, text: &str) -> Option<T> {
        T::check(label, text).map_err(|message| self.add(path, message)).ok()
    }
}

impl fmt::Display for Fields {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (path, message)) in self.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(out, "{separator}{path}: {message}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Fields {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::{Email, Phone};
    use crate::passwords::NewPassword;
    use crate::text::Line;

    fn said(fields: Fields) -> Vec<(String, String)> {
        fields.iter().map(|(path, message)| (path.to_owned(), message.to_owned())).collect()
    }

    fn one(path: &str, message: &str) -> Vec<(String, String)> {
        vec![(path.to_owned(), message.to_owned())]
    }

    #[test]
    fn required_treats_blank_text_as_missing() {
        for given in [None, Some(""), Some(" \t\n"), Some("\u{200b}\u{a0}")] {
            let mut fields = Fields::default();
            let given = given.map(str::to_owned);
            assert_eq!(fields.optional::<Line<9>>("note", "Note", &given), Some(None));
            assert!(fields.is_empty());
            assert_eq!(fields.required::<Line<9>>("firstName", "First Name", &given), None);
            assert_eq!(said(fields), one("firstName", "First Name field is required."));
        }
    }

    #[test]
    fn required_and_optional_report_wrong_text() {
        let mut fields = Fields::default();
        assert_eq!(fields.required::<Email>("email", "Email", "ann@"), None);
        assert_eq!(fields.optional::<Phone>("phoneNumber", "Phone Number", "abc"), None);
        let expected = [
            one("email", "Email is not in correct format."),
            one("phoneNumber", "Invalid phone number."),
        ];
        assert_eq!(said(fields), expected.concat());
    }

    #[test]
    fn add_keeps_the_first_message_of_a_path() {
        let mut fields = Fields::one("email", Message::new("first", ""));
        fields.add("email", Message::new("second", ""));
        assert_eq!(said(fields), one("email", "first"));
    }

    #[test]
    fn nested_prefixes_its_paths() {
        let mut fields = Fields::default();
        let city = fields.nested("businessInfo", |fields| {
            fields.add("legalName", messages::CODE);
            fields.nested("address", |fields| fields.required::<Line<9>>("city", "City", ""))
        });
        fields.add("agree", messages::CODE);
        assert_eq!(city, None);
        let paths: Vec<_> = fields.paths().collect();
        assert_eq!(paths, ["agree", "businessInfo.address.city", "businessInfo.legalName"]);
    }

    #[test]
    fn confirm_requires_the_same_password() {
        let check = |first: &str, second: &str| {
            let mut fields = Fields::default();
            let first = fields.required::<NewPassword>("password", "Password", first);
            let differs = messages::PASSWORDS_DIFFER;
            fields.confirm("confirmPassword", "Confirm Password", second, first.as_ref(), differs);
            said(fields)
        };
        let too_short = "The Password must be at least 6 and at max 100 characters long.";
        assert_eq!(check("secret", "secret"), []);
        assert_eq!(check("caf\u{e9}s!", "cafe\u{301}s!"), [], "the same to a person");
        assert_eq!(
            check("secret", ""),
            one("confirmPassword", "Confirm Password field is required.")
        );
        assert_eq!(check("short", "other"), one("password", too_short));
        for other in ["Secret", "secret ", "short"] {
            let expected = one("confirmPassword", "Password and Confirm Password didn’t match.");
            assert_eq!(check("secret", other), expected, "{other}");
        }
    }

    #[test]
    fn confirm_requires_the_same_recipient_mailbox() {
        let first = Email::parse("ann@demo.test");
        for (second, is_same) in [(" Ann@DEMO.test", true), ("ann@demo.tes", false), ("ann", false)]
        {
            let mut fields = Fields::default();
            let differs = messages::RECIPIENT_EMAILS_DIFFER;
            fields.confirm("confirmEmail", "Confirm Email", second, first.as_ref(), differs);
            let expected = one("confirmEmail", "Confirm email didn't match Recipient Email.");
            assert_eq!(said(fields), if is_same { vec![] } else { expected }, "{second}");
        }
    }

    #[test]
    fn value_must_be_within_its_range() {
        let dollar = Cents::from_dollars(1);
        for (cents, least, message) in [
            (None, dollar, Some("Value field is required.")),
            (Some(99), dollar, Some("Value field must be greater than or equal to 1.")),
            (Some(-100), dollar, Some("Value field must be greater than or equal to 1.")),
            (Some(0), Cents::new(1), Some("Value field must be greater than or equal to 1.")),
            (Some(1), Cents::new(1), None),
            (Some(100), dollar, None),
            (Some(999_999_999_900), dollar, None),
            (
                Some(999_999_999_901),
                dollar,
                Some("Value field must be less than or equal to 9999999999."),
            ),
        ] {
            let mut fields = Fields::default();
            let value = cents.map(Cents::new);
            let checked = fields.value("value", "Value", value, least);
            assert_eq!(checked, value.filter(|_| message.is_none()), "{cents:?}");
            let expected = message.map_or(vec![], |message| one("value", message));
            assert_eq!(said(fields), expected, "{cents:?}");
        }
    }

    #[test]
    fn finish_fails_when_any_field_is_wrong() {
        let finish = |fields: Fields, built: Option<u8>| fields.finish(|| built);
        assert_eq!(finish(Fields::default(), Some(7)), Ok(7));
        let wrong = Fields::one("roleId", messages::required("Role"));
        assert_eq!(finish(wrong.clone(), Some(7)), Err(wrong.clone()));
        assert_eq!(wrong.to_string(), "roleId: Role field is required.");
        let french = wrong.said_in(Language::Fr);
        assert_eq!(french["roleId"], "Ce champ est obligatoire.");
    }

    #[test]
    fn present_requires_a_choice() {
        let mut fields = Fields::default();
        assert_eq!(fields.present("amount", "Card Amount", Some(25)), Some(25));
        assert_eq!(fields.present::<u8>("amount", "Card Amount", None), None);
        assert_eq!(said(fields), one("amount", "Card Amount field is required."));
    }
}
