//! Tests of a card's downloads: a picture and a sheet to fold, each with the card's code. Only a
//! person who may spend the card can download them.

use serde_json::json;

use super::{Street, gifts::claimed};
use crate::support::{Reply, cards::Purchase};

/// Endings of the paths at which the files of a card or gift can be downloaded.
const FILES: [&str; 3] = ["picture", "fold-card", "fold-card?paper=a4"];

fn is_file(reply: &Reply, file: &str) -> bool {
    let start: &[u8] = if file == "picture" { b"\x89PNG" } else { b"%PDF-" };
    assert_eq!(reply.header("cache-control"), "private, no-store");
    reply.status == 200 && reply.body.starts_with(start)
}

#[tokio::test]
async fn keepsake_of_a_card_is_for_its_holder_alone() {
    let street = Street::new().await;
    let card = street.card(25).await;
    let (owner, manager) = (street.owner().await, street.manager().await);
    let stranger = street.app.sign_in(&street.app.consumer("cyd").await).await;
    for file in FILES {
        let path = format!("/api/v1/Cards/{card}/{file}");
        assert!(is_file(&owner.get(&path).send().await, file), "{file}");
        stranger.get(&path).send().await.error(404, "NOT_FOUND");
        manager.get(&path).send().await.error(404, "NOT_FOUND");
        street.app.get(&path).send().await.error(401, "UNAUTHORIZED");
    }
    let wrong = format!("/api/v1/Cards/{card}/fold-card?paper=a5");
    assert_eq!(owner.get(&wrong).send().await.status, 400);
}

#[tokio::test]
async fn keepsake_of_a_gift_needs_its_link_until_it_is_claimed() {
    let street = Street::new().await;
    street
        .app
        .sell(&street.buyer, Purchase::of(street.shop, 50).given_to("eve@shop.example"))
        .await;
    let open = street.app.gift_token("eve@shop.example").await;
    let (card, token, bob) = claimed(&street).await;
    let ann = street.owner().await;
    for file in FILES {
        let path = format!("/api/v1/Gifts/{open}/{file}");
        assert!(is_file(&street.app.get(&path).send().await, file), "{file}");
        let path = format!("/api/v1/Gifts/{token}/{file}");
        street.app.get(&path).send().await.error(400, "GIFT_CLAIMED");
        assert!(is_file(&bob.get(&path).send().await, file), "{file}");
        ann.get(&format!("/api/v1/Cards/{card}/{file}")).send().await.error(404, "NOT_FOUND");
        street.app.get(&format!("/api/v1/Gifts/x/{file}")).send().await.error(404, "NOT_FOUND");
    }
}

#[tokio::test]
async fn shared_picture_is_for_the_buyer_of_the_card() {
    let street = Street::new().await;
    let (card, _, bob) = claimed(&street).await;
    let (ann, path) = (street.owner().await, format!("/api/v1/Cards/{card}/shared-picture"));
    let picture = ann.get(&path).send().await;
    assert!(is_file(&picture, "picture"));
    let number = |at: usize| {
        picture.body[at..at + 4].iter().fold(0, |sum, byte| sum * 256 + u32::from(*byte))
    };
    assert_eq!((number(16), number(20)), (1200, 630));
    bob.get(&path).send().await.error(404, "NOT_FOUND");
    street.manager().await.get(&path).send().await.error(404, "NOT_FOUND");
    street.app.get(&path).send().await.error(401, "UNAUTHORIZED");
}

#[tokio::test]
async fn keepsake_of_a_frozen_card_is_refused() {
    let street = Street::new().await;
    let card = street.card(25).await;
    let sue = street.super_administrator().await;
    let frozen = sue.put(&format!("/api/v1/Cards/{card}/deactived"), &json!({ "reason": "lost" }));
    assert!(frozen.send().await.status.is_success());
    let owner = street.owner().await;
    let path = format!("/api/v1/Cards/{card}/picture");
    owner.get(&path).send().await.error(400, "CARD_DEACTIVATED");
    street.app.run_jobs().await;
}
