//! Example letters for the tests that render every letter.

use kernel::dates::BusinessDate;

use super::{CauseSum, Letter, ReceiptCampaign, ReceiptLine, ShopClosingStep};

pub fn examples() -> Vec<Letter> {
    let (first_name, number) = ("Ann".to_owned(), "7q2n4w".to_owned());
    let (total, amount) = ("50".to_owned(), "50".to_owned());
    let paid_with = Some("Visa 1111".to_owned());
    let link = "https://shop.example/orders".to_owned();
    let held = |is_reminder| Letter::OrderHeld {
        number: "7q2n4w".to_owned(),
        total: "50".to_owned(),
        is_reminder,
        link: "https://shop.example/admin/cards/orders/1".to_owned(),
    };
    let refunded = |closing_shop: Option<&str>| Letter::OrderRefunded {
        first_name: "Ann".to_owned(),
        number: "7q2n4w".to_owned(),
        lines: vec![line(Some("Louis Roy"), Some("Bon Repas"))],
        total: "30".to_owned(),
        paid_with: Some("Visa 1111".to_owned()),
        closing_shop: closing_shop.map(str::to_owned),
        link: "https://shop.example/orders".to_owned(),
    };
    let campaign = |others, goal: Option<&str>| ReceiptCampaign {
        name: "Boots 2026".to_owned(),
        raised: "1,240".to_owned(),
        goal: goal.map(str::to_owned),
        others,
        charity: "Bon Repas".to_owned(),
        thanks: (others == 41).then(|| "Merci!".to_owned()),
    };
    let mut all = vec![
        Letter::Receipt {
            first_name: first_name.clone(),
            number: number.clone(),
            lines: vec![line(None, None), line(Some("Louis"), Some("Bon Repas"))],
            campaigns: vec![campaign(41, Some("3,000")), campaign(1, None), campaign(0, None)],
            total: total.clone(),
            causes: vec![CauseSum { charity: "Bon Repas".to_owned(), amount: "$2.50".to_owned() }],
            paid_with: paid_with.clone(),
            link: link.clone(),
        },
        Letter::PaymentFailed {
            first_name: first_name.clone(),
            number: number.clone(),
            total: total.clone(),
            link: "https://shop.example/my-cart".to_owned(),
        },
        Letter::PaymentInReview {
            first_name: first_name.clone(),
            number: number.clone(),
            total: total.clone(),
            link: link.clone(),
        },
        held(false),
        held(true),
        Letter::GatewayDiffers { count: "2".to_owned(), link: link.clone() },
        Letter::OrderCancelled {
            first_name: first_name.clone(),
            number: number.clone(),
            total,
            paid_with,
            link: link.clone(),
        },
        refunded(Some("Maple Leaf Books")),
        refunded(None),
        paid_by_bank(Some("Maple Leaf Books")),
        paid_by_bank(None),
        Letter::ChargeReversed {
            first_name: first_name.clone(),
            number: number.clone(),
            amount: amount.clone(),
            link: link.clone(),
        },
        Letter::DisputeWon {
            first_name: first_name.clone(),
            number: number.clone(),
            amount: amount.clone(),
            link: link.clone(),
        },
        Letter::ChargeReversedAlarm {
            number: number.clone(),
            cause: "Voided".to_owned(),
            amount: amount.clone(),
            unspent: "30".to_owned(),
            loss: "20".to_owned(),
            paid_twice: Some("$25.00".to_owned()),
            link: link.clone(),
        },
        Letter::RefundWaits {
            first_name,
            by: "Louis Roy".to_owned(),
            number,
            amount,
            reason: "The event was cancelled".to_owned(),
            link,
        },
        limit(Some("2026-12-31")),
        limit(None),
    ];
    let steps = [ShopClosingStep::Waits, ShopClosingStep::Ended, ShopClosingStep::Closed];
    for successor in [None, Some("Tin Robot Toys")] {
        all.extend(steps.map(|step| closing(step, successor)));
    }
    all.extend(handovers());
    all
}

fn handovers() -> [Letter; 3] {
    let [shop, successor] = ["Maple Leaf Books", "Tin Robot Toys"].map(str::to_owned);
    let handed_over = |is_recipient| Letter::CardsHandedOver {
        first_name: "Ann".to_owned(),
        shop: shop.clone(),
        successor: successor.clone(),
        cards: "2".to_owned(),
        total: "$37.50".to_owned(),
        is_recipient,
        link: "https://shop.example/shop-vendors/detail/ten_2".to_owned(),
    };
    let offered = Letter::TakeoverOffered {
        first_name: "Ann".to_owned(),
        shop: shop.clone(),
        successor: successor.clone(),
        cards: "37".to_owned(),
        amount: "$612.50".to_owned(),
        link: "https://shop.example/admin/vendor/summary".to_owned(),
    };
    [offered, handed_over(false), handed_over(true)]
}

fn paid_by_bank(closing_shop: Option<&str>) -> Letter {
    Letter::PaidByBank {
        first_name: "Ann".to_owned(),
        number: "7q2n4w".to_owned(),
        amount: "$25.00".to_owned(),
        reference: "e-transfer 417".to_owned(),
        closing_shop: closing_shop.map(str::to_owned),
        link: "https://shop.example/orders".to_owned(),
    }
}

pub fn line(gift_for: Option<&str>, charity: Option<&str>) -> ReceiptLine {
    ReceiptLine {
        vendor: "Maple Leaf Books".to_owned(),
        price: "25".to_owned(),
        gift_for: gift_for.map(str::to_owned),
        charity: charity.map(str::to_owned),
    }
}

fn limit(until: Option<&str>) -> Letter {
    let day = |text| BusinessDate::parse(text).expect("a day");
    Letter::BuyingLimit {
        first_name: "Ann".to_owned(),
        raised: until.map(|until| ("$20,000.00".to_owned(), day(until))),
        link: "https://shop.example/".to_owned(),
    }
}

fn closing(step: ShopClosingStep, successor: Option<&str>) -> Letter {
    Letter::ShopClosing {
        first_name: "Ann".to_owned(),
        step,
        shop: "Maple Leaf Books".to_owned(),
        by: (step == ShopClosingStep::Waits).then(|| "Louis Roy".to_owned()),
        cards: "37".to_owned(),
        amount: "$612.50".to_owned(),
        left: (step == ShopClosingStep::Ended).then(|| "$25.00".to_owned()),
        reason: "The shop went bankrupt".to_owned(),
        successor: successor.map(str::to_owned),
        link: "https://shop.example/admin/vendors/ten_1".to_owned(),
    }
}
