//! Every kind of letter, for the tests of what all of them have in common; a new one is added here.

use super::{Letter, ReceiptLine, WayIn};
use crate::auth::{Role, TenantKind};

pub fn examples() -> Vec<Letter> {
    let ann = || "Ann".to_owned();
    let shop = || "Maple Leaf Books".to_owned();
    let link = |path: &str| format!("https://shop.example/{path}");
    let ways_in = || {
        let new = WayIn::ChoosePassword(link("api/v1/Accounts/links/4w7q2n"));
        [new, WayIn::SignIn(link("admin/signin"))]
    };
    let invitations =
        Role::ALL.into_iter().zip(ways_in().into_iter().cycle()).map(|(role, link)| {
            Letter::Invite {
                first_name: ann(),
                inviter: "Louis Roy".to_owned(),
                organization: role.has_tenant().then(shop),
                role,
                link,
            }
        });
    let registrations = TenantKind::ALL.map(|kind| Letter::NewRegistration {
        organization: shop(),
        kind,
        contact: "Ann Roy".to_owned(),
        email: "ann@shop.example".to_owned(),
        link: link("admin/vendors"),
    });
    let approvals =
        ways_in().map(|link| Letter::Approval { first_name: ann(), organization: shop(), link });
    let mut all = vec![
        Letter::Test,
        Letter::ConfirmAddress { first_name: ann(), link: link("api/v1/Accounts/links/4w7q2n") },
        Letter::AlreadyRegistered {
            first_name: ann(),
            sign_in: link("signin"),
            reset: link("forgot-password"),
        },
        Letter::ResetPassword { first_name: ann(), link: link("api/v1/Accounts/links/4w7q2n") },
        Letter::PasswordChanged { first_name: ann(), reset: link("forgot-password") },
        Letter::AccountClosed { first_name: ann() },
        Letter::Rejected { first_name: ann(), organization: shop(), reason: None },
        Letter::Rejected {
            first_name: ann(),
            organization: shop(),
            reason: Some("N⁰ 4412?".to_owned()),
        },
        Letter::ContactMessage {
            name: "Ann Roy".to_owned(),
            organization: Some(shop()),
            email: "ann@shop.example".to_owned(),
            phone: Some("613-555-0100".to_owned()),
            text: "Card 4412?\n\nMerci!".to_owned(),
        },
    ];
    let charity = || Some("Bon Repas".to_owned());
    all.extend([
        Letter::Receipt {
            first_name: ann(),
            number: "7q2n4w".to_owned(),
            lines: [(None, None), (Some("Louis".to_owned()), charity())]
                .map(|(gift_for, charity)| ReceiptLine {
                    vendor: shop(),
                    price: "25".to_owned(),
                    gift_for,
                    charity,
                })
                .to_vec(),
            total: "50".to_owned(),
            paid_with: Some("Visa 1111".to_owned()),
            link: link("orders"),
        },
        Letter::PaymentFailed {
            first_name: ann(),
            number: "7q2n4w".to_owned(),
            total: "50".to_owned(),
            link: link("my-cart"),
        },
        Letter::OrderCancelled {
            first_name: ann(),
            number: "7q2n4w".to_owned(),
            total: "50".to_owned(),
            paid_with: Some("Visa 1111".to_owned()),
            link: link("orders"),
        },
        Letter::Card {
            first_name: ann(),
            vendor: shop(),
            number: "1234 5678".to_owned(),
            balance: "25".to_owned(),
            charity: charity(),
            hue: None,
            link: link("transactions"),
            qr_png: Vec::new(),
        },
        Letter::Gift {
            to: ann(),
            from: "Louis Roy".to_owned(),
            vendor: shop(),
            value: "25".to_owned(),
            message: Some("Bravo!\nBravissimo!".to_owned()),
            charity: charity(),
            hue: None,
            link: link("gift/4w7q2n"),
        },
        Letter::GiftCancelled { first_name: ann(), vendor: shop(), link: link("gift/4w7q2n") },
        Letter::Redeemed {
            first_name: ann(),
            vendor: shop(),
            number: "1234 5678".to_owned(),
            value: "10".to_owned(),
            balance: "15".to_owned(),
            link: link("transactions"),
        },
        Letter::GiftReaddressed {
            first_name: ann(),
            to: "Louis".to_owned(),
            vendor: shop(),
            old: "louis@home.example".to_owned(),
            new: "louise@home.example".to_owned(),
            link: link("transactions"),
        },
        Letter::GiftOpened {
            first_name: ann(),
            to: "Louis".to_owned(),
            vendor: shop(),
            link: link("transactions"),
        },
    ]);
    all.extend(invitations);
    all.extend(registrations);
    all.extend(approvals);
    all
}
