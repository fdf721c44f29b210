//! Reads and checks the folders of the brands. The build uses it for the brands inside the program,
//! and the program for folders that are named at its start.

mod colour;
mod facts;
mod folder;

pub use colour::{Colour, contrast};
pub use facts::{Colours, Company, Facts, Fonts, HeadingFont, Palette, Style, TextFont, Words};
pub use folder::{Texts, read, selected};
