//! Files of a brand's folder.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::facts::{Facts, Words};

/// Content of the files that the program reads.
#[derive(Clone, Copy)]
pub struct Texts<'a> {
    pub slug: &'a str,
    pub toml: &'a str,
    pub logo: &'a str,
    pub english: &'a str,
    pub french: &'a str,
}

impl Texts<'_> {
    /// Parses and checks the files. An error names the file or key, and says what to do.
    pub fn parse(self) -> Result<Facts, String> {
        self.parse_unnamed().map_err(|problem| format!("brand {}: {problem}", self.slug))
    }

    fn parse_unnamed(self) -> Result<Facts, String> {
        let mut facts: Facts = toml::from_str(self.toml).map_err(|error| {
            let before = error.span().map_or("", |span| &self.toml[..span.start]);
            let line = before.matches('\n').count() + 1;
            format!("brand.toml, line {line}: {}", error.message().replace('\n', " "))
        })?;
        let words = |file: &str, text| {
            serde_json::from_str::<Words>(text)
                .map_err(|error| format!("words/{file}.json: {error}"))
        };
        self.slug.clone_into(&mut facts.slug);
        self.logo.clone_into(&mut facts.logo);
        facts.english = words("en", self.english)?;
        facts.french = words("fr", self.french)?;
        facts.check()?;
        Ok(facts)
    }
}

/// Reads and checks a brand's folder.
pub fn read(folder: &Path) -> Result<Facts, String> {
    let slug = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let file = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path)
            .map_err(|error| format!("{} can't be read: {error}", path.display()))
    };
    let (toml, logo) = (file("brand.toml")?, file("logo.svg")?);
    let (english, french) = (file("words/en.json")?, file("words/fr.json")?);
    let texts = Texts { slug, toml: &toml, logo: &logo, english: &english, french: &french };
    Ok(Facts { folder: Some(folder.to_owned()), ..texts.parse()? })
}

/// Returns the folders of the brands with these slugs, or of all brands in the order of their
/// names. The first one is the default brand.
pub fn selected(root: &Path, slugs: &str) -> Result<Vec<PathBuf>, String> {
    let named: Vec<PathBuf> = slugs.split_whitespace().map(|slug| root.join(slug)).collect();
    if let Some(unknown) = named.iter().find(|folder| !folder.join("brand.toml").is_file()) {
        return Err(format!("BRANDS: there is no {}", unknown.join("brand.toml").display()));
    }
    if !named.is_empty() {
        return Ok(named);
    }
    let entries =
        fs::read_dir(root).map_err(|error| format!("{} can't be read: {error}", root.display()))?;
    let mut all: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|folder| folder.join("brand.toml").is_file())
        .collect();
    all.sort();
    match all.is_empty() {
        true => Err(format!("{} has no folder with a brand.toml", root.display())),
        false => Ok(all),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brands() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../brands")
    }

    fn parse_with(replaced: &str, by: &str) -> Result<Facts, String> {
        let folder = brands().join("funray");
        let file = |name: &str| fs::read_to_string(folder.join(name)).expect("a file");
        let (toml, logo) = (file("brand.toml"), file("logo.svg"));
        let (english, french) = (file("words/en.json"), file("words/fr.json"));
        let change = |text: String| text.replacen(replaced, by, 1);
        let (toml, french) = (change(toml), change(french));
        Texts { slug: "funray", toml: &toml, logo: &logo, english: &english, french: &french }
            .parse()
    }

    #[test]
    fn every_folder_is_a_valid_brand() {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../funray/tests/brands");
        for root in [brands(), tests] {
            for folder in selected(&root, "").expect("brands") {
                let facts = read(&folder).unwrap_or_else(|problem| panic!("{problem}"));
                assert!(folder.ends_with(facts.slug));
            }
        }
    }

    #[test]
    fn selected_keeps_the_order_of_the_slugs() {
        let names = |slugs| -> Vec<String> {
            let folders = selected(&brands(), slugs).expect("brands");
            let names = folders.iter().map(|folder| folder.file_name().expect("a name"));
            names.map(|name| name.to_string_lossy().into_owned()).collect()
        };
        assert_eq!(names("rayzr funray"), ["rayzr", "funray"]);
        assert_eq!(names("rayzr"), ["rayzr"]);
        assert_eq!(names(" "), ["funray", "rayzr"]);
        assert!(selected(&brands(), "maple").expect_err("unknown").contains("there is no"));
    }

    #[test]
    fn parse_names_the_wrong_key_or_file() {
        for (replaced, by, problem) in [
            ("causes = true", "causes = true\ncolour = 1", "unknown field `colour`"),
            ("causes = true", "", "missing field `causes`"),
            ("style = \"paper\"", "style = \"wood\"", "unknown variant `wood`"),
            ("hue = 172", "hue = 360", "hue must be less than 360"),
            ("action = \"#ffb82e\"", "action = \"yellow\"", "\"yellow\" is no colour"),
            (
                "action = \"#ffb82e\"",
                "action = \"#0f5d4e\"",
                "colours.action #0f5d4e and action_ink",
            ),
            (
                "\nink = \"#1d2b2a\"",
                "\nink = \"#999999\"",
                "colours.light.ground #fff9ef and ink #999999",
            ),
            ("name = \"FunRay\"", "name = \" \"", "name is empty"),
            ("\"preview.heading\"", "\"other\"", "words/en.json lacks \"other\""),
        ] {
            let error = parse_with(replaced, by).expect_err("refused");
            assert!(error.starts_with("brand funray: "), "{error}");
            assert!(error.contains(problem), "{by}: {error}");
        }
    }
}
