//! Messages to users in English and French. English messages of forms use the exact words of the
//! specification.

use std::borrow::Cow;

use super::language::Language;

/// Character that separates the languages of an encoded message. No message contains it.
const BETWEEN: char = '\u{1f}';

/// Message to users in English and French.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    english: Cow<'static, str>,
    french: Cow<'static, str>,
}

impl Message {
    pub const fn new(english: &'static str, french: &'static str) -> Message {
        Message { english: Cow::Borrowed(english), french: Cow::Borrowed(french) }
    }

    /// Creates a message from texts that are built at run time.
    pub fn of(english: String, french: String) -> Message {
        Message { english: english.into(), french: french.into() }
    }

    /// Replaces the English text and keeps the French text.
    pub fn with_english(self, english: &str) -> Message {
        Message { english: english.to_owned().into(), ..self }
    }

    /// Puts the name of the subject in front of the message.
    pub fn about(self, name: &str) -> Message {
        Message::of(format!("{name}: {}", self.english), format!("{name}\u{a0}: {}", self.french))
    }

    /// Encodes the English and French texts as one text. Deserializers report errors as a single
    /// text.
    pub fn carried(&self) -> String {
        format!("{BETWEEN}{}{BETWEEN}{}", self.english, self.french)
    }

    /// Decodes a message that a deserializer reported. Returns `None` if the text is an error of
    /// the deserializer itself.
    pub fn brought(text: &str) -> Option<Message> {
        let (english, french) = text.strip_prefix(BETWEEN)?.split_once(BETWEEN)?;
        Some(Message::of(english.to_owned(), french.to_owned()))
    }

    pub fn english(&self) -> &str {
        &self.english
    }

    pub fn said_in(&self, language: Language) -> &str {
        match language {
            Language::En => &self.english,
            Language::Fr => &self.french,
        }
    }
}

pub const EMAIL: Message =
    Message::new("Email is not in correct format.", "Ce courriel n’est pas valide.");
pub const PHONE: Message =
    Message::new("Invalid phone number.", "Ce numéro de téléphone n’est pas valide.");
pub const PHONE_WITHOUT_AREA: Message = Message::new(
    "Please add the area code, as in 416 555 0100.",
    "Veuillez ajouter l’indicatif régional, comme dans 416 555-0100.",
);
pub const URL: Message = Message::new("Invalid URL format.", "Cette adresse web n’est pas valide.");
pub const CODE: Message = Message::new("Invalid code.", "Code non valide.");
pub const PIN: Message =
    Message::new("A PIN has 4 to 8 digits.", "Un NIP compte de 4 à 8 chiffres.");

pub const PASSWORDS_DIFFER: Message = Message::new(
    "Password and Confirm Password didn’t match.",
    "Les deux mots de passe sont différents.",
);
pub const NEW_PASSWORDS_DIFFER: Message = Message::new(
    "New Password and Confirm Password didn’t match.",
    "Les deux nouveaux mots de passe sont différents.",
);
pub const RECIPIENT_EMAILS_DIFFER: Message = Message::new(
    "Confirm email didn't match Recipient Email.",
    "Les deux courriels du destinataire sont différents.",
);

pub const NUMBER: Message = Message::new("Invalid value number.", "Ce montant n’est pas valide.");
pub const VALUE_TOO_SMALL: Message = Message::new(
    "Value field must be greater than or equal to 1.",
    "Le montant doit être d’au moins 1.",
);
pub const VALUE_TOO_LARGE: Message = Message::new(
    "Value field must be less than or equal to 9999999999.",
    "Le montant doit être d’au plus 9\u{a0}999\u{a0}999\u{a0}999.",
);

pub const PAYMENT_CARD: Message = Message::new(
    "Please don't write the number of a payment card here.",
    "Veuillez ne pas écrire ici le numéro d’une carte de paiement.",
);
pub const CARD_CODE: Message = Message::new(
    "Please don't write a card's code here: whoever reads it could spend the card.",
    "Veuillez ne pas écrire ici le code d’une carte\u{a0}: quiconque le lit pourrait l’utiliser.",
);
pub const NOT_IN_LIST: Message =
    Message::new("Please choose one from the list.", "Veuillez choisir dans la liste.");
pub const UNREADABLE: Message = Message::new("This can't be read.", "Cette valeur est illisible.");

/// Messages about dates. In forms they end with a full stop, in filters they do not.
pub const FORM_DATE: Message =
    Message::new("Wrong date format.", "Le format de la date n’est pas valide.");
pub const FILTER_DATE: Message =
    Message::new("Wrong date format", "Le format de la date n’est pas valide");
pub const MOMENT: Message = Message::new(
    "Wrong date and time format",
    "Le format de la date et de l’heure n’est pas valide",
);
pub const FILTER_START_AFTER_END: Message = Message::new(
    "Start Date must be less than End Date",
    "La date de début doit précéder la date de fin",
);
pub const FILTER_END_BEFORE_START: Message = Message::new(
    "End Date must be greater than Start Date",
    "La date de fin doit suivre la date de début",
);
pub const END_NOT_AFTER_START: Message = Message::new(
    "End Date must be greater than Start Date.",
    "La date de fin doit suivre la date de début.",
);
pub const END_NOT_AFTER_TODAY: Message = Message::new(
    "End Date must be greater than today",
    "La date de fin doit être postérieure à aujourd’hui",
);

/// Returns the message for a missing field. The French text omits the label, which the screen shows
/// beside the field.
pub fn required(label: &str) -> Message {
    Message::of(format!("{label} field is required."), "Ce champ est obligatoire.".to_owned())
}

pub fn too_long(label: &str, most: usize) -> Message {
    Message::of(
        format!("{label} has a maximum limit of {most} characters."),
        format!("Ce champ doit compter au plus {most} caractères."),
    )
}

pub fn password_length(label: &str, least: usize) -> Message {
    Message::of(
        format!("The {label} must be at least {least} and at max 100 characters long."),
        format!("Le mot de passe doit compter de {least} à 100 caractères."),
    )
}

pub fn forbidden_characters(label: &str) -> Message {
    Message::of(
        format!("{label} has characters that are not allowed."),
        "Ce champ contient des caractères qui ne sont pas permis.".to_owned(),
    )
}

pub fn one_of(words: &str) -> Message {
    Message::of(format!("Must be one of {words}."), format!("Doit être l’un de\u{a0}: {words}."))
}

pub fn one_of_two(one: &str, other: &str) -> Message {
    Message::of(format!("Must be {one} or {other}."), format!("Doit être {one} ou {other}."))
}

pub fn from_to(least: i64, most: i64) -> Message {
    Message::of(
        format!("Must be from {least} to {most}."),
        format!("Doit être de {least} à {most}."),
    )
}
