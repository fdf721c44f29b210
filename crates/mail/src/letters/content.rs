//! Content of any letter, and its sender.

use kernel::brand::Brand;

use crate::card::Card;

/// Text of an email without markup, in reading order.
#[derive(Default)]
pub struct Content {
    pub subject: String,
    /// Preview text beside the subject in a mailbox.
    pub preview: String,
    pub heading: String,
    /// Gift card of the letter.
    pub card: Option<Card>,
    /// Message that another person wrote to the reader, line by line.
    pub quote: Vec<String>,
    pub paragraphs: Vec<String>,
    /// Purchased items with their prices; the total comes last.
    pub bill: Vec<(String, String)>,
    /// Labelled details.
    pub facts: Vec<(String, String)>,
    /// QR code below the details.
    pub picture: Option<Picture>,
    pub button: Option<Button>,
    /// Alternative link, less prominent than the button.
    pub other_way: Option<Button>,
    /// Lifetime of the button's link, and what to do afterwards.
    pub small_print: Option<String>,
    /// Advice for a reader who did not cause this email.
    pub not_you: Option<String>,
    /// Reason why the reader gets this email.
    pub reason: String,
}

impl Content {
    /// Removes the second period after a name that ends in one, such as a company's.
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

/// Square picture with its text alternative.
pub struct Picture {
    pub alt: String,
    pub png: Vec<u8>,
}

pub struct Button {
    pub label: String,
    pub url: String,
}

/// Brand of the sender, and its site (without a slash at the end).
#[derive(Clone, Copy)]
pub struct Sender<'a> {
    pub brand: Brand,
    pub site: &'a str,
}

impl Sender<'_> {
    /// Returns the page that opens the contact form.
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
