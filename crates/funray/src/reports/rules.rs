//! What a report says of people.

/// A charity learns of its buyers no more than the first name and an initial. Of a closed account there is neither.
pub fn customer_name(first_name: &str, last_name: &str) -> String {
    let initial = last_name.trim().chars().next().map(|letter| format!("{letter}."));
    [Some(first_name.trim().to_owned()), initial]
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn customer_name_keeps_the_first_name_and_an_initial() {
        assert_eq!(customer_name("Leah", "Côté-Roy"), "Leah C.");
        assert_eq!(customer_name(" Élodie ", "Émond"), "Élodie É.");
        assert_eq!(customer_name("Leah", ""), "Leah");
        assert_eq!(customer_name("", ""), "");
    }
}
