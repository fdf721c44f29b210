//! Every kind of letter, for the tests of what all of them have in common; a new one is added here.

use super::{
    AccountEvent, AppointmentStep, Cadence, ClosedCards, FactorChange, HoldBack, Letter,
    MailedReport, Movement, PinChange, ReceiptLine, ReportFigure, RoleChange, ShopClosingStep,
    WayIn,
};
use crate::{
    auth::{Role, TenantKind},
    kernel::{dates::BusinessDate, pace::PaceLimit, payouts::PayoutStep, timestamp::Timestamp},
};

pub fn examples() -> Vec<Letter> {
    let ann = || "Ann".to_owned();
    let shop = || "Maple Leaf Books".to_owned();
    let link = |path: &str| format!("https://shop.example/{path}");
    let ways_in = || {
        let new = WayIn::ChoosePassword(link("api/v1/Accounts/links/4w7q2n"));
        let offered = WayIn::Answer(link("api/v1/Accounts/links/4w7q2n"));
        [new, offered, WayIn::SignIn(link("admin/signin"))]
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
    let switched = |kind, is_on| Letter::SaleSwitched {
        first_name: ann(),
        organization: shop(),
        kind,
        is_on,
        link: link("admin/vendor/summary"),
    };
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
        Letter::EmailCode { code: "040 217".to_owned() },
        Letter::BetterPassword { first_name: ann(), link: link("api/v1/Accounts/links/4w7q2n") },
        Letter::PasswordChanged { first_name: ann(), reset: link("forgot-password") },
        Letter::AccountClosed { first_name: ann(), cards: None },
        Letter::AccountClosed {
            first_name: ann(),
            cards: Some(ClosedCards {
                count: 1,
                balance: "$25.00".to_owned(),
                link: link("closed-cards#code=4w7q2n"),
            }),
        },
        Letter::AccountClosed {
            first_name: ann(),
            cards: Some(ClosedCards {
                count: 3,
                balance: "$62.50".to_owned(),
                link: link("closed-cards#code=4w7q2n"),
            }),
        },
        Letter::RegistrationReceived {
            first_name: ann(),
            organization: shop(),
            home: Some("https://shop.example".to_owned()),
        },
        switched(TenantKind::Vendor, false),
        switched(TenantKind::Vendor, true),
        switched(TenantKind::Charity, false),
        Letter::RegistrationAsked {
            first_name: ann(),
            organization: shop(),
            fields: vec!["regionId".to_owned(), "cardAmount".to_owned()],
            note: Some("Which of your two branches is it?".to_owned()),
            link: link("registration#code=4w7q2n"),
        },
        Letter::RegistrationAsked {
            first_name: ann(),
            organization: shop(),
            fields: ["institutionNumber", "transitNumber", "accountNumber"]
                .map(str::to_owned)
                .into(),
            note: None,
            link: link("registration#code=4w7q2n"),
        },
        Letter::Rejected { first_name: ann(), organization: shop(), reason: None },
        Letter::Rejected {
            first_name: ann(),
            organization: shop(),
            reason: Some("N⁰ 4412?".to_owned()),
        },
        Letter::OrganizationChanged {
            first_name: ann(),
            organization: shop(),
            bank_account: Some("…9876".to_owned()),
            contact: None,
            address: None,
        },
        Letter::OrganizationChanged {
            first_name: ann(),
            organization: shop(),
            bank_account: None,
            contact: Some("Louis Roy".to_owned()),
            address: Some("1 Elm Street, Ottawa, ON K1A 0B1".to_owned()),
        },
        Letter::ContactMessage {
            name: "Ann Roy".to_owned(),
            organization: Some(shop()),
            email: "ann@shop.example".to_owned(),
            phone: Some("613-555-0100".to_owned()),
            text: "Card 4412?\n\nMerci!".to_owned(),
        },
    ];
    let events = [
        AccountEvent::NewDevice,
        AccountEvent::SessionMoved,
        AccountEvent::TokenReused,
        AccountEvent::MovementMailsOff,
    ];
    all.extend(events.map(|event| Letter::AccountNotice {
        first_name: ann(),
        event,
        device: "Chrome, Windows".to_owned(),
        address: Some("203.0.113.9".to_owned()),
        at: Timestamp::UNIX_EPOCH,
        end_sessions: link("sign-out-everywhere#code=4w7q2n"),
    }));
    let key = || "Ann’s phone".to_owned();
    let changes = [
        FactorChange::AppAdded,
        FactorChange::AppRemoved,
        FactorChange::PasskeyAdded(key()),
        FactorChange::PasskeyBesidePassword(key()),
        FactorChange::PasskeyRemoved(key()),
        FactorChange::CodesMade,
        FactorChange::CodeUsed(9),
        FactorChange::Reset,
    ];
    all.extend(changes.map(|change| Letter::SecondFactor {
        first_name: ann(),
        change,
        account: link("account/security"),
    }));
    let pins = [PinChange::Set, PinChange::Removed, PinChange::Locked];
    all.extend(pins.map(|change| Letter::Pin {
        first_name: ann(),
        change,
        shop: shop(),
        account: link("account/security"),
    }));
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
        Letter::PaymentInReview {
            first_name: ann(),
            number: "7q2n4w".to_owned(),
            total: "50".to_owned(),
            link: link("orders"),
        },
        Letter::OrderHeld {
            number: "7q2n4w".to_owned(),
            total: "50".to_owned(),
            is_reminder: false,
            link: link("admin/cards/orders/1"),
        },
        Letter::OrderHeld {
            number: "7q2n4w".to_owned(),
            total: "50".to_owned(),
            is_reminder: true,
            link: link("admin/cards/orders/1"),
        },
        Letter::ReadingLimitReached {
            name: "Adam Roy".to_owned(),
            limit: "20000".to_owned(),
            link: link("admin/history"),
        },
        Letter::GatewayDiffers { count: "2".to_owned(), link: link("admin/cards") },
        Letter::OrderCancelled {
            first_name: ann(),
            number: "7q2n4w".to_owned(),
            total: "50".to_owned(),
            paid_with: Some("Visa 1111".to_owned()),
            link: link("orders"),
        },
        Letter::OrderRefunded {
            first_name: ann(),
            number: "7q2n4w".to_owned(),
            lines: vec![ReceiptLine {
                vendor: shop(),
                price: "30".to_owned(),
                gift_for: Some("Louis Roy".to_owned()),
                charity: charity(),
            }],
            total: "30".to_owned(),
            paid_with: Some("Visa 1111".to_owned()),
            closing_shop: Some(shop()),
            link: link("orders"),
        },
        Letter::PaidByBank {
            first_name: ann(),
            number: "7q2n4w".to_owned(),
            amount: "$25.00".to_owned(),
            reference: "e-transfer 417".to_owned(),
            closing_shop: Some(shop()),
            link: link("orders"),
        },
        Letter::ChargeReversed {
            first_name: ann(),
            number: "7q2n4w".to_owned(),
            amount: "50".to_owned(),
            link: link("orders"),
        },
        Letter::DisputeWon {
            first_name: ann(),
            number: "7q2n4w".to_owned(),
            amount: "50".to_owned(),
            link: link("orders"),
        },
        Letter::ChargeReversedAlarm {
            number: "7q2n4w".to_owned(),
            cause: "Voided".to_owned(),
            amount: "50".to_owned(),
            unspent: "30".to_owned(),
            loss: "20".to_owned(),
            link: link("admin/cards/orders/1"),
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
            card_png: b"png".to_vec(),
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
            card_png: b"png".to_vec(),
        },
        Letter::GiftCancelled { first_name: ann(), vendor: shop(), link: link("gift/4w7q2n") },
        Letter::GiftFrozen { first_name: ann(), vendor: shop(), link: link("gift/4w7q2n") },
        Letter::GiftReaddressed {
            first_name: ann(),
            to: "Louis".to_owned(),
            vendor: shop(),
            old: "louis@home.example".to_owned(),
            new: "louise@home.example".to_owned(),
            link: link("transactions"),
        },
        Letter::GiftMoved { to: "Bob".to_owned(), from: "Ann".to_owned(), vendor: shop() },
        Letter::GiftOpened {
            first_name: ann(),
            to: "Louis".to_owned(),
            vendor: shop(),
            link: link("transactions"),
        },
    ]);
    all.extend(RoleChange::ALL.into_iter().zip(Role::ALL).map(|(change, role)| {
        Letter::RoleChanged {
            first_name: ann(),
            change,
            role,
            organization: role.has_tenant().then(shop),
            link: "https://shop.example".to_owned(),
        }
    }));
    all.extend(AppointmentStep::ALL.into_iter().zip(Role::ALL).map(|(step, role)| {
        Letter::Appointment {
            step,
            name: "Louis Roy".to_owned(),
            email: "louis@shop.example".to_owned(),
            role,
            organization: role.has_tenant().then(shop),
            by: Some("Ann Roy".to_owned()),
            link: link("admin/users"),
        }
    }));
    all.extend(between_colleagues());
    all.extend(at_the_counter());
    for movement in [Movement::Redeemed, Movement::CashedOut, Movement::Reversed] {
        all.extend(movements(movement));
    }
    all.extend(invitations);
    all.extend(registrations);
    all.extend(approvals);
    all.extend(reports());
    all.extend(PayoutStep::ALL.map(payout));
    all.extend(decisions());
    all.extend(ShopClosingStep::ALL.map(shop_closing));
    all
}

fn shop_closing(step: ShopClosingStep) -> Letter {
    Letter::ShopClosing {
        first_name: "Ann".to_owned(),
        step,
        shop: "Maple Leaf Books".to_owned(),
        by: (step == ShopClosingStep::Waits).then(|| "Louis Roy".to_owned()),
        cards: "37".to_owned(),
        amount: "$612.50".to_owned(),
        left: (step == ShopClosingStep::Ended).then(|| "$25.00".to_owned()),
        reason: "The shop went bankrupt".to_owned(),
        link: "https://shop.example/admin/vendors/ten_1".to_owned(),
    }
}

/// Of the platform's own people.
fn decisions() -> [Letter; 4] {
    let day = |text: &str| BusinessDate::parse(text).expect("a day");
    let (first_name, link) = ("Ann".to_owned(), "https://shop.example/admin".to_owned());
    let before = HoldBack { card_days: 60, card_percent: 10, young_days: 90, young_percent: 40 };
    let limit = |raised| Letter::BuyingLimit {
        first_name: "Ann".to_owned(),
        raised,
        link: "https://shop.example/".to_owned(),
    };
    [
        Letter::HoldBackSet {
            first_name: first_name.clone(),
            by: "Louis Roy".to_owned(),
            before,
            after: HoldBack { card_days: 0, card_percent: 0, ..before },
            starts_on: day("2026-04-01"),
            reason: "No dispute for a year".to_owned(),
            link: link.clone(),
        },
        Letter::RefundWaits {
            first_name,
            by: "Louis Roy".to_owned(),
            number: "417".to_owned(),
            amount: "$600.00".to_owned(),
            reason: "The event was cancelled".to_owned(),
            link,
        },
        limit(Some(("$20,000.00".to_owned(), day("2026-12-31")))),
        limit(None),
    ]
}

fn between_colleagues() -> [Letter; 3] {
    let link = |path: &str| format!("https://shop.example/{path}");
    [
        Letter::ClosingAsked {
            name: "Louis Roy".to_owned(),
            email: "louis@shop.example".to_owned(),
            role: Role::Manager,
            link: link("admin/users/1"),
        },
        Letter::ClosingDeclined {
            first_name: "Louis".to_owned(),
            by: "Ann Roy".to_owned(),
            reason: "Please hand over your shop’s till first.".to_owned(),
            link: link("account/data"),
        },
        Letter::Renamed {
            first_name: "Louise".to_owned(),
            before: "Louise Roy".to_owned(),
            after: "Louise Martin".to_owned(),
            by: "Ann Roy".to_owned(),
            link: link("account"),
        },
    ]
}

fn payout(step: PayoutStep) -> Letter {
    let day = |text: &str| BusinessDate::parse(text).expect("a day");
    let is_paid = step == PayoutStep::Paid;
    Letter::Payout {
        first_name: "Ann".to_owned(),
        organization: "Maple Leaf Books".to_owned(),
        step,
        amount: "32.51".to_owned(),
        first_day: day("2026-03-01"),
        last_day: day("2026-03-31"),
        bank_account: Some("…9876".to_owned()),
        reference: is_paid.then(|| "TRACE 0417".to_owned()),
        held_back: is_paid.then(|| "2.25".to_owned()),
        reserve: is_paid.then(|| ("4.50".to_owned(), day("2026-05-31"))),
        link: "https://shop.example/admin/payouts/1".to_owned(),
    }
}

/// Of one shop, narrowed, and of all.
fn reports() -> [Letter; 2] {
    let day = |text: &str| BusinessDate::parse(text).expect("a day");
    let report = |report, cadence, owner: Option<&str>| Letter::Report {
        first_name: "Ann".to_owned(),
        report,
        cadence,
        owner: owner.map(str::to_owned),
        first_day: day("2026-03-02"),
        last_day: day("2026-03-08"),
        campaign: owner.map(|_| "Warm Meals".to_owned()),
        has_cause: owner.map(|_| true),
        figures: vec![
            (ReportFigure::CardsSold, "2".to_owned()),
            (ReportFigure::Sold, "110".to_owned()),
        ],
        position: owner.map(|_| "B4QHK2W8".to_owned()),
        link: "https://shop.example/admin/vendor/reporting?startDate=2026-03-02".to_owned(),
        manage: "https://shop.example/admin/vendor/reporting?byMail=1".to_owned(),
    };
    [
        report(MailedReport::Vendor, Cadence::Weekly, Some("Maple Leaf Books")),
        report(MailedReport::Charities, Cadence::Monthly, None),
    ]
}

fn at_the_counter() -> Vec<Letter> {
    let shop = || "Maple Leaf Books".to_owned();
    let waits = |cause, is_other| Letter::RedemptionWaits {
        first_name: "Ann".to_owned(),
        clerk: "Louis Roy".to_owned(),
        vendor: shop(),
        number: "•••• 5678".to_owned(),
        value: "10".to_owned(),
        is_cash: is_other,
        is_by_name: is_other,
        cause,
        link: "https://shop.example/admin/vendor/approvals".to_owned(),
    };
    let replaced = |is_by_holder| Letter::CardReplaced {
        first_name: "Ann".to_owned(),
        vendor: shop(),
        number: "•••• 5678".to_owned(),
        is_by_holder,
        link: "https://shop.example/transactions".to_owned(),
    };
    let status = |is_active| Letter::CardStatus {
        first_name: "Ann".to_owned(),
        vendor: shop(),
        number: "•••• 5678".to_owned(),
        balance: "$15.00".to_owned(),
        is_active,
        link: "https://shop.example/transactions".to_owned(),
    };
    let closed = |till: Option<&str>, counted: Option<&str>, difference: Option<&str>| {
        Letter::CounterDayClosed {
            first_name: "Ann".to_owned(),
            by: "Louis Roy".to_owned(),
            vendor: shop(),
            till: till.map(str::to_owned),
            is_whole: till.is_none() && counted.is_some(),
            day: BusinessDate::parse("2026-11-28").expect("a day"),
            redeemed: "83.34".to_owned(),
            undone: "50".to_owned(),
            taken: "33.34".to_owned(),
            paid_out: "4.50".to_owned(),
            counted: counted.map(str::to_owned),
            difference: difference.map(str::to_owned),
            link: "https://shop.example/admin/vendor/counter-day?day=2026-11-28".to_owned(),
        }
    };
    let settings = |pace, redeems_by_name, from: Option<&str>| Letter::CounterSettingsChanged {
        first_name: "Ann".to_owned(),
        by: "Louis Roy".to_owned(),
        vendor: shop(),
        pace,
        redeems_by_name,
        from: from.map(str::to_owned),
        link: "https://shop.example/admin/vendor/counter".to_owned(),
    };
    vec![
        waits(PaceLimit::Single, false),
        waits(PaceLimit::Count, true),
        waits(PaceLimit::Amount, false),
        Letter::UnusualPace {
            first_name: "Ann".to_owned(),
            by: "Louis Roy".to_owned(),
            vendor: shop(),
            value: "10".to_owned(),
            count: 26,
            amount: "310".to_owned(),
            link: "https://shop.example/admin/vendor/history".to_owned(),
        },
        settings(None, true, Some("2026-11-29 14:05")),
        settings(Some((25, "1000".to_owned(), "500".to_owned())), false, None),
        closed(None, Some("4"), Some("-0.50")),
        closed(Some("Front"), Some("4.50"), None),
        closed(None, None, None),
        Letter::TillElsewhere {
            first_name: "Ann".to_owned(),
            vendor: shop(),
            till: "Front".to_owned(),
            device: "Chrome, Windows".to_owned(),
            link: "https://shop.example/admin/vendor/tills".to_owned(),
        },
        replaced(true),
        replaced(false),
        status(false),
        status(true),
        Letter::Burst {
            first_name: "Ann".to_owned(),
            vendor: shop(),
            cards: 36,
            amount: "710".to_owned(),
            outstanding: "900".to_owned(),
            link: "https://shop.example/admin/cards/open/bursts".to_owned(),
        },
    ]
}

fn movements(movement: Movement) -> [Letter; 2] {
    let shop = || "Maple Leaf Books".to_owned();
    let (number, value) = ("•••• 5678".to_owned(), "10".to_owned());
    let to_holder = Letter::CardMoved {
        first_name: "Ann".to_owned(),
        vendor: shop(),
        number: number.clone(),
        movement,
        value: value.clone(),
        balance: "15".to_owned(),
        is_by_name: movement == Movement::Redeemed,
        link: "https://shop.example/transactions".to_owned(),
    };
    let to_manager = Letter::CardMovedByAdministrator {
        first_name: "Ann".to_owned(),
        by: "Louis Roy".to_owned(),
        vendor: shop(),
        number,
        movement,
        value,
        reason: "The till was broken".to_owned(),
        link: "https://shop.example/admin/vendor/cards-transaction/crd_1".to_owned(),
    };
    [to_holder, to_manager]
}
