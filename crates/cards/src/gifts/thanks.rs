//! Thanks of a gift's recipient to its giver: a phrase or own words, once per gift.

use std::{sync::Arc, time::Duration};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use access::auth::sessions::ClientName;
use kernel::{
    fields::{Checked, Fields},
    ids::{CardId, JobId, PersonId},
    messages::{self, Message},
    text::Paragraphs,
    timestamp::Timestamp,
};
use mail::Mail;
use platform::{
    app::App,
    error::{Code, Error, Result},
    jobs::{Job, JobClass, JobError, enqueue},
    limits::{self, Limit},
};

use super::{locked, store, token_hashes};
use crate::{
    card::{
        self, CardRow,
        codes::CardCode,
        mails::{about, read_newest, wallet_page},
    },
    errors::{
        CARD_CANCELLED, CARD_DEACTIVATED, GIFT_CLAIMED, GIFT_THANKED, GIFT_WAITS, NO_GIVER,
        OWN_GIFT,
    },
    letters::Letter,
};

/// Limit on thanks per client address: twenty at once, then one a minute.
const FROM_ONE_ADDRESS: Limit = Limit { capacity: 20, interval: Duration::from_secs(60) };

/// Phrase with which a recipient thanks the giver in one tap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ThanksPhrase {
    /// "Thank you so much!"
    ThankYou,
    /// "I love it!"
    LoveIt,
    /// "You made my day!"
    MadeMyDay,
    /// "I can't wait to use it!"
    CannotWait,
    /// "How thoughtful of you!"
    HowThoughtful,
}

db::text_enum! {
    ThanksPhrase {
        ThankYou = "THANK_YOU",
        LoveIt = "LOVE_IT",
        MadeMyDay = "MADE_MY_DAY",
        CannotWait = "CANNOT_WAIT",
        HowThoughtful = "HOW_THOUGHTFUL",
    }
}

impl Checked for ThanksPhrase {
    fn check(_label: &str, text: &str) -> Result<Self, Message> {
        let words = ThanksPhrase::ALL.map(ThanksPhrase::word).join(", ");
        ThanksPhrase::from_word(text).ok_or_else(|| messages::one_of(&words))
    }
}

/// Own words of thanks. They must not contain a card's code, which the giver of a claimed gift may
/// not see.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ThanksWords(String);

impl Checked for ThanksWords {
    fn check(label: &str, text: &str) -> Result<Self, Message> {
        let words = String::from(Paragraphs::<300>::check(label, text)?);
        if CardCode::is_in(&words) { Err(messages::CARD_CODE) } else { Ok(ThanksWords(words)) }
    }
}

/// Thanks for a gift.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thanks {
    Phrase(ThanksPhrase),
    Words(String),
}

impl Thanks {
    /// Reads the two fields of a form, of which exactly one must be filled.
    pub fn check(phrase: &Option<String>, words: &Option<String>) -> Result<Thanks, Fields> {
        let mut fields = Fields::default();
        let phrase = fields.optional::<ThanksPhrase>("phrase", "Phrase", phrase);
        let words = fields.optional::<ThanksWords>("words", "Your own words", words);
        match (&phrase, &words) {
            (Some(None), Some(None)) => fields.add("phrase", messages::required("Phrase")),
            (Some(Some(_)), Some(Some(_))) => fields.add(
                "words",
                Message::new(
                    "Send a phrase or your own words, not both.",
                    "Envoyez une formule ou vos propres mots, mais pas les deux.",
                ),
            ),
            _ => {}
        }
        fields.finish(|| match (phrase?, words?) {
            (Some(phrase), None) => Some(Thanks::Phrase(phrase)),
            (None, Some(ThanksWords(words))) => Some(Thanks::Words(words)),
            _ => None,
        })
    }

    /// Returns the thanks that are stored on a card; `None` if there are none or they were erased.
    pub fn of(card: &CardRow) -> Option<Thanks> {
        let words = || card.thanks_words.clone().map(Thanks::Words);
        card.thanks_phrase.map(Thanks::Phrase).or_else(words)
    }

    pub fn phrase(&self) -> Option<ThanksPhrase> {
        match self {
            Thanks::Phrase(phrase) => Some(*phrase),
            Thanks::Words(_) => None,
        }
    }

    pub fn words(&self) -> Option<&str> {
        match self {
            Thanks::Phrase(_) => None,
            Thanks::Words(words) => Some(words),
        }
    }
}

/// Thanks of the recipient to the giver. One of the two texts is null.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GiftThanks)]
pub struct ThanksReply {
    /// Phrase that the recipient chose; null for own words.
    #[schema(required)]
    phrase: Option<ThanksPhrase>,
    /// Own words of the recipient; null for a phrase.
    #[schema(required)]
    words: Option<String>,
    sent_at: Timestamp,
}

impl ThanksReply {
    pub fn of(card: &CardRow) -> Option<ThanksReply> {
        let (thanks, sent_at) = Thanks::of(card).zip(card.thanked_at)?;
        let (phrase, words) = (thanks.phrase(), thanks.words().map(str::to_owned));
        Some(ThanksReply { phrase, words, sent_at })
    }
}

/// Job that emails the recipient's thanks to the giver.
#[derive(Serialize, Deserialize)]
pub struct MailThanks {
    pub card: CardId,
}

impl Job for MailThanks {
    const KIND: &'static str = "gift thanks mail";
    const CLASS: JobClass = JobClass::Mail;
}

/// Returns the reason why this reader of a gift's link can't thank the giver; `None` if they can.
pub fn refusal(card: &CardRow, reader: Option<PersonId>) -> Option<Code> {
    match () {
        () if card.cancelled_at.is_some() => Some(CARD_CANCELLED),
        () if card.owner_id.is_some() && card.owner_id != reader => Some(GIFT_CLAIMED),
        () if reader == Some(card.buyer_id) => Some(OWN_GIFT),
        () if card.thanked_at.is_some() => Some(GIFT_THANKED),
        () if card.deactivated_at.is_some() => Some(CARD_DEACTIVATED),
        () if card.is_unsent() => Some(GIFT_WAITS),
        () => None,
    }
}

/// Sends the recipient's thanks to the giver. The same thanks again change nothing.
pub async fn send(
    app: &Arc<App>,
    client: &ClientName,
    reader: Option<PersonId>,
    token: &str,
    thanks: Thanks,
) -> Result<CardRow> {
    let hashes = token_hashes(app, token)?;
    let buckets = client.buckets("thanks", FROM_ONE_ADDRESS);
    app.write(move |tx, _, now| {
        let gift = locked(tx, &hashes)?;
        let card = store::find_by_claim(tx, &hashes)?.ok_or(Error::NotFound)?;
        match refusal(&card, reader) {
            Some(code) if code == GIFT_THANKED && Thanks::of(&card).as_ref() == Some(&thanks) => {
                return Ok(card);
            }
            Some(code) => return Err(Error::Refused(code)),
            None => {}
        }
        if people::addressee(tx, gift.buyer_id)?.is_none() {
            return Err(Error::Refused(NO_GIVER));
        }
        for bucket in &buckets {
            limits::acquire(tx, now, &bucket.name, bucket.limit)?.or_refuse()?;
        }
        // The email with the thanks replaces the one about the opening.
        if gift.opened_at.is_none() {
            store::set_opened(tx, gift.vendor_id, gift.id, now)?;
        }
        store::set_thanks(tx, (gift.vendor_id, gift.id), &thanks, now)?;
        enqueue(tx, now, &MailThanks { card: gift.id })?;
        card::notify_cardholders(tx, gift.id, gift.buyer_id, gift.owner_id);
        store::find_by_claim(tx, &hashes)?.ok_or(Error::NotFound)
    })
    .await
}

pub async fn mail_thanks(app: Arc<App>, id: JobId, job: MailThanks) -> Result<(), JobError> {
    let (card, Some(buyer)) = read_newest(&app, job.card).await? else { return Ok(()) };
    let Some(thanks) = Thanks::of(&card).filter(|_| card.cancelled_at.is_none()) else {
        return Ok(());
    };
    let about = about(&card, Some(card.buyer_id));
    let letter = Letter::GiftThanks {
        first_name: buyer.first_name,
        to: card.gift_to.clone().unwrap_or_default(),
        vendor: card.vendor_name.clone(),
        phrase: thanks.phrase(),
        words: thanks.words().map(str::to_owned),
        link: wallet_page(&app, &card),
    };
    let mail = Mail { to: buyer.email, brand: card.brand, lang: buyer.language, letter };
    mail::deliver(app, id, mail, about).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_reads_a_phrase_or_own_words() {
        let own = |text: &str| Some(text.to_owned());
        let read = |phrase: &str, words: &str| {
            let thanks = Thanks::check(&own(phrase), &own(words));
            thanks.map_err(|fields| fields.paths().map(str::to_owned).collect::<String>())
        };
        assert_eq!(read("LOVE_IT", ""), Ok(Thanks::Phrase(ThanksPhrase::LoveIt)));
        assert_eq!(read("", " Merci!\r\nBob "), Ok(Thanks::Words("Merci!\nBob".to_owned())));
        for (phrase, words, field) in [
            ("", "", "phrase"),
            ("LOVE", "", "phrase"),
            ("LOVE_IT", "Merci!", "words"),
            ("", &"x".repeat(301), "words"),
            ("", "FR1:0123456789ABCDEFGHJKMNPQRSTVWXYZ", "words"),
        ] {
            assert_eq!(read(phrase, words), Err(field.to_owned()));
        }
    }
}
