//! What a letter is made of, whatever it is about, and in whose name it is written.

use kernel::brand::Brand;

use crate::card::Card;

/// A mail's words, without markup, in the order in which they are read.
#[derive(Default)]
pub struct Content {
    pub subject: String,
    /// What a mailbox shows beside the subject.
    pub preview: String,
    pub heading: String,
    /// The gift card that this is about.
    pub card: Option<Card>,
    /// What somebody else wrote to the reader, line by line.
    pub quote: Vec<String>,
    pub paragraphs: Vec<String>,
    /// What was bought, each with its price, and last of all what it comes to.
    pub bill: Vec<(String, String)>,
    /// Details to look at, each with its label.
    pub facts: Vec<(String, String)>,
    /// What is shown below them: a code to scan.
    pub picture: Option<Picture>,
    pub button: Option<Button>,
    /// A second way, quieter than the button.
    pub other_way: Option<Button>,
    /// How long the button works, and what then.
    pub small_print: Option<String>,
    /// What to do for whom this mail is a surprise.
    pub not_you: Option<String>,
    /// Why this person gets this mail.
    pub reason: String,
}

impl Content {
    /// A name that ends in a period, as that of a company may, ends a sentence with that one.
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

/// A square picture, and what it is for whom can't see it.
pub struct Picture {
    pub alt: String,
    pub png: Vec<u8>,
}

pub struct Button {
    pub label: String,
    pub url: String,
}

/// In whose name a letter is written, and where the brand is at home (without a slash at the end).
#[derive(Clone, Copy)]
pub struct Sender<'a> {
    pub brand: Brand,
    pub site: &'a str,
}

impl Sender<'_> {
    /// The page that opens with the contact form.
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
