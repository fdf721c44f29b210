//! Content of an email without markup, and the brand that sends the email.

use kernel::brand::Brand;

use crate::card::Card;

/// Content of an email without markup. The fields are in reading order.
#[derive(Default)]
pub struct Content {
    pub subject: String,
    /// Preview text that a mailbox shows beside the subject.
    pub preview: String,
    pub heading: String,
    /// Picture of the gift card that the email is about.
    pub card: Option<Card>,
    /// Message to the reader from another person, line by line.
    pub quote: Vec<String>,
    pub paragraphs: Vec<String>,
    /// Purchased items with their prices. The last entry is the total.
    pub bill: Vec<(String, String)>,
    /// Details as pairs of a label and a value.
    pub facts: Vec<(String, String)>,
    /// QR code, shown below the details.
    pub picture: Option<Picture>,
    pub button: Option<Button>,
    /// Alternative link, shown less prominently than the button.
    pub other_way: Option<Button>,
    /// Note about how long the button's link is valid and what to do afterwards.
    pub small_print: Option<String>,
    /// Advice to a reader who did not request this email.
    pub not_you: Option<String>,
    /// Reason why the reader receives this email.
    pub reason: String,
}

impl Content {
    /// Replaces double periods by single ones. A sentence that ends with a name such as "Roy Ltd."
    /// has two periods before this.
    pub fn with_single_periods(mut self) -> Content {
        let sentences = [&mut self.subject, &mut self.preview, &mut self.heading, &mut self.reason]
            .into_iter()
            .chain(&mut self.paragraphs)
            .chain(&mut self.small_print)
            .chain(&mut self.not_you);
        for sentence in sentences.filter(|sentence| !sentence.contains("...")) {
            *sentence = sentence.replace("..", ".");
        }
        self
    }
}

/// Square picture with a text alternative.
pub struct Picture {
    pub alt: String,
    pub png: Vec<u8>,
}

pub struct Button {
    pub label: String,
    pub url: String,
}

/// Brand that sends the email, and the URL of the brand's website without a slash at the end.
#[derive(Clone, Copy)]
pub struct Sender<'a> {
    pub brand: Brand,
    pub site: &'a str,
}

impl Sender<'_> {
    /// Returns the URL of the page that opens the contact form.
    pub fn contact_page(&self) -> String {
        format!("{}/?support=show", self.site)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentence_that_ends_with_the_name_of_a_company_has_one_period() {
        let content = Content {
            heading: "Wait...".to_owned(),
            paragraphs: vec!["Sold at Roy Ltd.. Thank you.".to_owned()],
            reason: "You manage Roy inc..".to_owned(),
            ..Content::default()
        };
        let content = content.with_single_periods();
        assert_eq!(content.heading, "Wait...");
        assert_eq!(content.paragraphs, ["Sold at Roy Ltd. Thank you."]);
        assert_eq!(content.reason, "You manage Roy inc.");
    }
}
