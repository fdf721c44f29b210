//! Messages about tables that users upload or paste.

use kernel::messages::Message;
use table_file::{Column, Fault, Refusal, Table};

/// Returns the message for a table that is refused as a whole.
pub fn refused(refusal: &Refusal) -> Message {
    match refusal {
        Refusal::TooLarge { bytes } => {
            let kilobytes = bytes / 1024;
            Message::of(
                format!("The table is larger than {kilobytes} kB. Please split it."),
                format!("Le tableau dépasse {kilobytes} ko. Divisez-le."),
            )
        }
        Refusal::NoText => Message::new(
            "This is no text file. Please save the table as CSV.",
            "Ce n’est pas un fichier texte. Enregistrez le tableau en CSV.",
        ),
        Refusal::Empty => Message::new("The table is empty.", "Le tableau est vide."),
        Refusal::NoRows => Message::new(
            "The table has no rows below its headings.",
            "Le tableau n’a aucune ligne sous ses en-têtes.",
        ),
        Refusal::TooManyRows { rows } => Message::of(
            format!("The table has more than {rows} rows. Please split it."),
            format!("Le tableau compte plus de {rows} lignes. Divisez-le."),
        ),
        Refusal::TooManyColumns { columns } => Message::of(
            format!(
                "The table has more than {columns} columns. Please remove those that are not needed."
            ),
            format!("Le tableau compte plus de {columns} colonnes. Retirez les colonnes inutiles."),
        ),
        Refusal::LongHeading { characters } => Message::of(
            format!(
                "A heading has more than {characters} characters. Please check the first row and its quotes."
            ),
            format!(
                "Un en-tête compte plus de {characters} caractères. Vérifiez la première ligne et ses guillemets."
            ),
        ),
        Refusal::DuplicateHeading { heading } => Message::of(
            format!("Two columns mean “{heading}”. Please remove one."),
            format!("Deux colonnes correspondent à «\u{a0}{heading}\u{a0}». Retirez-en une."),
        ),
        Refusal::MissingHeadings { columns } => {
            let names = |name: fn(&Column) -> &'static str| {
                columns.iter().map(name).collect::<Vec<_>>().join(", ")
            };
            Message::of(
                format!(
                    "The first row must have headings. Missing: {}.",
                    names(|column| column.english)
                ),
                format!(
                    "La première ligne doit contenir les en-têtes. Il manque\u{a0}: {}.",
                    names(|column| column.french)
                ),
            )
        }
        Refusal::OpenQuote { line } => Message::of(
            format!("Line {line}: a quotation mark has no end."),
            format!("Ligne {line}\u{a0}: un guillemet n’est pas refermé."),
        ),
    }
}

/// Returns the message for a row that is refused before its cells are read.
pub fn faulty(fault: &Fault, table: &Table) -> Message {
    match fault {
        Fault::TooFewCells { found, expected } => Message::of(
            format!("The row has {found} of {expected} cells."),
            format!("La ligne compte {found} cellules sur {expected}."),
        ),
        Fault::TooManyCells { found, expected } => Message::of(
            format!("The row has {found} cells, the headings {expected}."),
            format!("La ligne compte {found} cellules, les en-têtes {expected}."),
        ),
        Fault::TooLong { column, characters } => {
            let heading = table.headings.get(*column).map_or("", String::as_str);
            Message::of(
                format!("“{heading}” may have at most {characters} characters."),
                format!("«\u{a0}{heading}\u{a0}» compte au plus {characters} caractères."),
            )
        }
    }
}
