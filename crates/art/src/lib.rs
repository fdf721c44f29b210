//! The gift card as the program draws it, the same object as on the pages: for previews of shared links, mails and paper.
//! What is on a card is handed in, and the types of its front have no place for a code.

mod art;
mod cache;
mod card;
mod colour;
mod fonts;
mod held;
mod look;
mod monogram;
mod poster;
mod preview;

pub use cache::PictureCache;
pub use card::{Card, Emblem, Ribbon, WIDTH as CARD_WIDTH};
pub use colour::{hue_of_name, plain_colours};
pub use held::{Dedication, HeldCard, Paper};
pub use poster::{Poster, PosterSheet};
pub use preview::{HEIGHT, Preview, WIDTH};

/// Goes into the address of every picture that browsers keep: another number when the drawing changes.
pub const EDITION: u32 = 1;
