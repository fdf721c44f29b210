//! The gift card as the program draws it, the same object as on the pages: for previews of shared links, mails and paper.
//! Pure drawing: what is on a card is handed in, and
//! the types of its front have no place for a code.

mod art;
mod card;
mod colour;
mod fonts;
mod kept;
mod monogram;
mod preview;

pub use card::{Card, Emblem, Ribbon, WIDTH as CARD_WIDTH};
pub use colour::{hue_of_name, plain_colours};
pub use kept::KeptPictures;
pub use preview::{HEIGHT, Preview, WIDTH};

/// Goes into the address of every picture that browsers keep: another number when the drawing changes.
pub const EDITION: u32 = 1;
