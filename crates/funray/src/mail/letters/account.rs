//! Letters about one's own account: joining and passwords.

use super::{
    Button, Content, Sender,
    phrases::{hello, span},
};
use crate::{brand::Brand, kernel::language::Language, mail::lifetimes};

pub fn confirm_address(from: Sender<'_>, lang: Language, first_name: &str, link: &str) -> Content {
    let (name, lasts) = (from.brand.name(), span(lang, lifetimes::CONFIRM));
    let hello = hello(lang, first_name);
    match lang {
        Language::En => Content {
            subject: "Confirm your e-mail address".to_owned(),
            preview: format!("Confirm your address with your password, and your {name} account is ready."),
            heading: format!("Welcome to {name}"),
            paragraphs: vec![
                hello,
                match from.brand {
                    Brand::FunRay => "How nice to have you. Is this your e-mail address? Open the link and type the password you chose, and you can give books, bread or flowers from a shop around the corner, and do some good for a cause nearby.",
                    Brand::RayZr => "Good to have you. Is this your e-mail address? Open the link, type your password, and you’re in: pick, send, tap.",
                }
                .to_owned(),
            ],
            button: Button::new("Yes, this is my address", link),
            small_print: Some(format!(
                "The link works for {lasts}. After that, sign in and we’ll offer you a new one."
            )),
            not_you: Some(format!(
                "Wasn’t you? Ignore this message. Nobody can sign in to {name} with this address unless it is confirmed from here."
            )),
            reason: format!("You’re receiving this because somebody registered at {name} with this address."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: "Confirmez votre adresse courriel".to_owned(),
            preview: format!("Confirmez votre adresse avec votre mot de passe, et votre compte {name} est prêt."),
            heading: format!("Bienvenue chez {name}"),
            paragraphs: vec![
                hello,
                match from.brand {
                    Brand::FunRay => "Quel plaisir de vous accueillir. Cette adresse est-elle bien la vôtre? Ouvrez le lien et saisissez le mot de passe que vous avez choisi\u{a0}: vous pourrez offrir des livres, du pain ou des fleurs d’un commerce du coin, tout en donnant un coup de pouce à une cause d’ici.",
                    Brand::RayZr => "Un plaisir de vous accueillir. Cette adresse est-elle bien la vôtre? Ouvrez le lien, saisissez votre mot de passe, et vous y êtes\u{a0}: un choix, un clic, un bip.",
                }
                .to_owned(),
            ],
            button: Button::new("Oui, c’est mon adresse", link),
            small_print: Some(format!(
                "Le lien est valable {lasts}. Passé ce délai, connectez-vous et nous vous en proposerons un nouveau."
            )),
            not_you: Some(format!(
                "Ce n’était pas vous? Ignorez ce courriel. Sans confirmation à partir de ce courriel, personne ne peut se connecter à {name} avec cette adresse."
            )),
            reason: format!("Vous recevez ce courriel parce que quelqu’un s’est inscrit chez {name} avec cette adresse."),
            ..Content::default()
        },
    }
}

pub fn already_registered(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    sign_in: &str,
    reset: &str,
) -> Content {
    let name = from.brand.name();
    let hello = hello(lang, first_name);
    match lang {
        Language::En => Content {
            subject: "You already have an account".to_owned(),
            preview: "No need to register again: just sign in.".to_owned(),
            heading: "We already know each other".to_owned(),
            paragraphs: vec![
                hello,
                format!("Somebody just registered at {name} with this address. It already has an account, so we didn’t create another."),
                "Was it you? Simply sign in. If the password has slipped your mind, choose a new one.".to_owned(),
            ],
            button: Button::new("Sign in", sign_in),
            other_way: Button::new("Choose a new password", reset),
            not_you: Some("Wasn’t you? There is nothing to do. Nobody got into your account, and whoever tried was not told that it exists.".to_owned()),
            reason: format!("You’re receiving this because you have an account at {name}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: "Vous avez déjà un compte".to_owned(),
            preview: "Inutile de vous réinscrire\u{a0}: connectez-vous simplement.".to_owned(),
            heading: "On se connaît déjà".to_owned(),
            paragraphs: vec![
                hello,
                format!("Quelqu’un vient de s’inscrire chez {name} avec cette adresse. Elle a déjà un compte; nous n’en avons donc pas créé d’autre."),
                "C’était vous? Connectez-vous simplement. Si le mot de passe vous échappe, choisissez-en un nouveau.".to_owned(),
            ],
            button: Button::new("Se connecter", sign_in),
            other_way: Button::new("Choisir un nouveau mot de passe", reset),
            not_you: Some("Ce n’était pas vous? Alors il n’y a rien à faire. Personne n’a eu accès à votre compte, et la personne qui a essayé ne sait pas qu’il existe.".to_owned()),
            reason: format!("Vous recevez ce courriel parce que vous avez un compte chez {name}."),
            ..Content::default()
        },
    }
}

pub fn reset_password(from: Sender<'_>, lang: Language, first_name: &str, link: &str) -> Content {
    let (name, lasts) = (from.brand.name(), span(lang, lifetimes::RESET));
    let hello = hello(lang, first_name);
    match lang {
        Language::En => Content {
            subject: "Choose a new password".to_owned(),
            preview: format!("The link works for {lasts}."),
            heading: "Choose a new password".to_owned(),
            paragraphs: vec![
                hello,
                format!("Need a new password for your {name} account? Here you go."),
            ],
            button: Button::new("Choose a new password", link),
            small_print: Some(format!("The link works once, for {lasts}.")),
            not_you: Some("Didn’t ask for this? Ignore this message: your password stays the same. Never pass the link on, no matter who asks for it.".to_owned()),
            reason: format!("You’re receiving this because somebody asked for a new password for your account at {name}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: "Choisissez un nouveau mot de passe".to_owned(),
            preview: format!("Le lien est valable {lasts}."),
            heading: "Choisissez un nouveau mot de passe".to_owned(),
            paragraphs: vec![
                hello,
                format!("Vous voulez un nouveau mot de passe pour votre compte {name}? Un clic suffit."),
            ],
            button: Button::new("Choisir un nouveau mot de passe", link),
            small_print: Some(format!("Le lien ne sert qu’une fois et reste valable {lasts}.")),
            not_you: Some("Vous n’avez rien demandé? Ignorez ce courriel\u{a0}: votre mot de passe reste le même. Ne transmettez jamais ce lien, peu importe qui vous le demande.".to_owned()),
            reason: format!("Vous recevez ce courriel parce qu’un nouveau mot de passe a été demandé pour votre compte chez {name}."),
            ..Content::default()
        },
    }
}

/// The digits stand in the subject, too: a telephone shows them without the mail being opened.
pub fn email_code(from: Sender<'_>, lang: Language, code: &str) -> Content {
    let (name, lasts) = (from.brand.name(), span(lang, lifetimes::EMAIL_CODE));
    match lang {
        Language::En => Content {
            subject: format!("{code} is your {name} code"),
            preview: format!("It works for {lasts}."),
            heading: "Your code".to_owned(),
            paragraphs: vec!["Type this code on the page that asked for it, and you can go on.".to_owned()],
            facts: vec![("Code".to_owned(), code.to_owned())],
            small_print: Some(format!("The code works once, for {lasts}.")),
            not_you: Some("Didn’t ask for this? Ignore this message. Never tell the code to anybody, no matter who asks: we never will.".to_owned()),
            reason: format!("You’re receiving this because somebody typed your address at {name}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("{code} est votre code {name}"),
            preview: format!("Il est valable {lasts}."),
            heading: "Votre code".to_owned(),
            paragraphs: vec!["Saisissez ce code sur la page qui le demande pour continuer.".to_owned()],
            facts: vec![("Code".to_owned(), code.to_owned())],
            small_print: Some(format!("Le code ne sert qu’une fois et reste valable {lasts}.")),
            not_you: Some("Vous n’avez rien demandé? Ignorez ce courriel. Ne communiquez ce code à personne, peu importe qui le demande\u{a0}: nous ne le ferons jamais.".to_owned()),
            reason: format!("Vous recevez ce courriel parce que quelqu’un a saisi votre adresse chez {name}."),
            ..Content::default()
        },
    }
}

pub fn better_password(from: Sender<'_>, lang: Language, first_name: &str, link: &str) -> Content {
    let (name, lasts) = (from.brand.name(), span(lang, lifetimes::RESET));
    let hello = hello(lang, first_name);
    match lang {
        Language::En => Content {
            subject: "Choose a stronger password".to_owned(),
            preview: "Your work needs a password of at least 8 characters.".to_owned(),
            heading: "Choose a stronger password".to_owned(),
            paragraphs: vec![
                hello,
                format!("You work with other people’s money at {name}, so your password needs at least 8 characters, and none that is known from a data leak. Yours is too short or too easy to guess. Please choose another one, then sign in with it."),
            ],
            button: Button::new("Choose a new password", link),
            small_print: Some(format!("The link works once, for {lasts}.")),
            not_you: Some("Weren’t signing in? Then somebody else knows your password: choose a new one right away. Never pass the link on, no matter who asks for it.".to_owned()),
            reason: format!("You’re receiving this because somebody just signed in to {name} with your password."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: "Choisissez un mot de passe plus sûr".to_owned(),
            preview: "Votre travail exige un mot de passe d’au moins 8 caractères.".to_owned(),
            heading: "Choisissez un mot de passe plus sûr".to_owned(),
            paragraphs: vec![
                hello,
                format!("Chez {name}, vous travaillez avec l’argent des autres\u{a0}: votre mot de passe doit compter au moins 8 caractères et ne figurer dans aucune fuite de données. Le vôtre est trop court ou trop facile à deviner. Choisissez-en un autre, puis connectez-vous."),
            ],
            button: Button::new("Choisir un nouveau mot de passe", link),
            small_print: Some(format!("Le lien ne sert qu’une fois et reste valable {lasts}.")),
            not_you: Some("Ce n’était pas vous? Alors quelqu’un d’autre connaît votre mot de passe\u{a0}: choisissez-en tout de suite un nouveau. Ne transmettez jamais ce lien, peu importe qui vous le demande.".to_owned()),
            reason: format!("Vous recevez ce courriel parce que quelqu’un vient de se connecter à {name} avec votre mot de passe."),
            ..Content::default()
        },
    }
}

pub fn password_changed(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    reset: &str,
) -> Content {
    let name = from.brand.name();
    let hello = hello(lang, first_name);
    match lang {
        Language::En => Content {
            subject: "Your password was changed".to_owned(),
            preview: "If it was you, there is nothing to do.".to_owned(),
            heading: "Your password was changed".to_owned(),
            paragraphs: vec![
                hello,
                format!("The password of your {name} account has just been changed, and your other devices were signed out. If it was you, all is well."),
            ],
            button: Button::new("It wasn’t me", reset),
            not_you: Some("Wasn’t you? Choose a new password right away. That locks out whoever did this. Then change the password of your mailbox too, if it was the same one.".to_owned()),
            reason: format!("You’re receiving this because you have an account at {name}. We always write when something about its security changes."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: "Votre mot de passe a été changé".to_owned(),
            preview: "Si c’était vous, il n’y a rien à faire.".to_owned(),
            heading: "Votre mot de passe a été changé".to_owned(),
            paragraphs: vec![
                hello,
                format!("Le mot de passe de votre compte {name} vient d’être changé, et vos autres appareils ont été déconnectés. Si c’était vous, tout va bien."),
            ],
            button: Button::new("Ce n’était pas moi", reset),
            not_you: Some("Ce n’était pas vous? Choisissez tout de suite un nouveau mot de passe\u{a0}: la personne qui a fait cela perdra son accès. Changez aussi celui de votre boîte courriel si c’était le même.".to_owned()),
            reason: format!("Vous recevez ce courriel parce que vous avez un compte chez {name}. Nous vous écrivons chaque fois que sa sécurité est en cause."),
            ..Content::default()
        },
    }
}
