import { useQueries, useQuery } from "@tanstack/react-query";
import { Link, Navigate, useSearchParams } from "react-router";
import { isGone } from "@/api/isGone";
import { vendorQuery } from "@/api/queries/shopWindow";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { formatSendTime } from "@/lib/sendTime";
import { paths } from "@/paths";
import { GiftCard } from "@/features/card/GiftCard";
import { CauseShares } from "@/features/cart/CauseShares";
import type { SharingItem } from "@/features/cart/causeShares";
import { cardCause } from "@/features/catalogue/cardCause";
import { cardShop } from "@/features/catalogue/cardShop";
import { ShareButtons, canSharePictures } from "@/features/share/ShareButtons";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { RetryScene } from "@/shared/page/RetryScene";
import { LinkButton } from "@/ui/form/LinkButton";
import { Skeleton, SkeletonGroup } from "@/ui/layout/Skeleton";
import { OrderCampaigns } from "./OrderCampaigns";
import { orderQuery, sharedPictureQuery, type Order } from "./payment";

/** Confirmation page of a paid order: the bought cards and the amount raised for causes. */
export function CheckoutSuccessPage() {
  const [query] = useSearchParams();
  const orderId = query.get("order");
  const order = useQuery({ ...orderQuery(orderId ?? ""), enabled: orderId !== null });
  // Anyone can type this address: show the confirmation only for a paid order.
  const isPaid = order.data?.status === "Paid";
  // A cached order may predate the payment: wait for the refetch.
  const isUnpaid = order.data !== undefined && !isPaid && !order.isFetching;
  if (orderId === null || isUnpaid || isGone(order.error)) return <Navigate to={paths.orders()} replace />;
  if (!order.data || !isPaid) {
    return (
      <Page title={m.orders_title()}>
        <div className="page py-10">
          {order.error ? (
            <RetryScene error={order.error} onRetry={() => void order.refetch()} />
          ) : (
            <SkeletonGroup className="grid justify-items-center">
              <Skeleton className="aspect-[1.586] w-[min(100%,320px)] rounded-card" />
            </SkeletonGroup>
          )}
        </div>
      </Page>
    );
  }
  const title = titleOf(order.data);
  return (
    <Page title={title}>
      <div className="page grid grid-cols-1 justify-items-center gap-6 pt-10 pb-16 text-center">
        <PageHeading>{title}</PageHeading>
        <Bought order={order.data} />
        <Thanks order={order.data} />
        {raisedBy(order.data).share > 0 && <OrderCampaigns orderId={orderId} />}
        <p className="max-w-[46ch] text-lg">
          {m.checkout_success_title()} {m.checkout_success_text()}
        </p>
        <NextLinks order={order.data} />
      </div>
    </Page>
  );
}

/** Returns the page title: it depends on the number of cards, and on whether they are gifts and wait for their day. */
function titleOf({ cards }: Order): string {
  const [first, ...others] = cards;
  const isAlone = others.length === 0;
  if (!first || !cards.every(({ isGift }) => isGift)) {
    return isAlone ? m.checkout_success_card() : m.checkout_success_cards();
  }
  const planned = cards.filter(({ sendAt }) => sendAt !== null).length;
  if (planned > 0) {
    if (planned < cards.length) return m.checkout_success_cards();
    return isAlone ? m.checkout_success_planned() : m.checkout_success_all_planned();
  }
  return isAlone && first.to !== null
    ? m.checkout_success_gift({ to: first.to })
    : m.checkout_success_gifts();
}

/** Links to the bought card or the wallet, to another gift, to sharing and to the receipt. */
function NextLinks({ order }: { order: Order }) {
  const [first] = order.cards;
  const place = ownPlace(order);
  return (
    <div className="flex flex-wrap justify-center gap-3">
      {place && (
        <LinkButton to={place} variant="primary" size="large">
          {m.checkout_to_card()}
        </LinkButton>
      )}
      {first && (
        <>
          <LinkButton
            to={paths.vendor(first.vendorId)}
            variant={place ? "secondary" : "primary"}
            size="large"
          >
            {m.checkout_another()}
          </LinkButton>
          <ShareShop order={order} card={first} />
        </>
      )}
      <LinkButton to={paths.order(order.id)} size="large">
        {m.checkout_receipt()}
      </LinkButton>
    </div>
  );
}

/** Shares the text and the address even if the browser can't share pictures. */
function ShareShop({ order, card }: { order: Order; card: Order["cards"][number] }) {
  const { data: picture } = useQuery({ ...sharedPictureQuery(card.id), enabled: canSharePictures() });
  return (
    <ShareButtons
      name={card.vendorName}
      text={shareText(order)}
      label={m.share_shop()}
      path={paths.vendor(card.vendorId)}
      picture={picture}
      copyLabel={m.share_copy_shop()}
    />
  );
}

/** Returns the path of the buyer's only own card, of the wallet for several, or `undefined` if all cards are gifts. */
function ownPlace({ cards }: Order): string | undefined {
  const [first, ...others] = cards.filter(({ isGift }) => !isGift);
  if (!first) return undefined;
  return others.length === 0 ? paths.walletCard(first.vendorId, first.id) : paths.wallet();
}

const MAX_CARDS_SHOWN = 6;

/** Returns the shop name with the last digits, which tell the cards of an order apart. */
function cardName({ vendorName, cardNumber }: Order["cards"][number]): string {
  return m.checkout_card_of({ shop: vendorName, digits: cardNumber.slice(-4) });
}

/** Returns what each card gave to its cause. */
function sharesOf({ cards }: Order): SharingItem[] {
  return cards.map(({ charityName, charityShare }) => ({
    charity: charityName === null ? null : { name: charityName },
    charityShare,
  }));
}

/** Returns the amount raised for causes by an order, and the cause if there is only one. */
function raisedBy({ cards }: Order): { share: number; cause: string | undefined } {
  const share = brand.hasCharities ? cards.reduce((sum, { charityShare }) => sum + charityShare, 0) : 0;
  const [cause, ...others] = new Set(cards.flatMap(({ charityName }) => charityName ?? []));
  return { share, cause: others.length > 0 ? undefined : cause };
}

function Thanks({ order }: { order: Order }) {
  const { share, cause } = raisedBy(order);
  if (share === 0) return null;
  const words = { share: formatMoney(share) };
  return (
    <div className="max-w-[46ch]">
      <p className="text-lg font-semibold text-success">
        {cause === undefined ? m.checkout_thanks_all(words) : m.checkout_thanks({ ...words, cause })}
      </p>
      {cause === undefined && <CauseShares items={sharesOf(order)} />}
    </div>
  );
}

/** Returns the text to share. It never names the recipient of a card. */
function shareText(order: Order): string {
  const { share, cause } = raisedBy(order);
  const shop = order.cards[0]?.vendorName ?? brand.name;
  return share > 0 && cause !== undefined
    ? m.checkout_share_cause({ shop, cause, share: formatMoney(share) })
    : m.checkout_share_text({ shop });
}

function Bought({ order: { cards } }: { order: Order }) {
  const vendors = useQueries({
    queries: [...new Set(cards.map(({ vendorId }) => vendorId))].map((vendorId) => vendorQuery(vendorId)),
    combine: (results) => results.flatMap(({ data }) => (data ? [data] : [])),
  });
  const vendorOf = (id: string) => vendors.find((vendor) => vendor.id === id);
  return (
    <>
      <ul className="flex flex-wrap justify-center gap-8 w-full [&>*]:w-[min(100%,320px)]">
        {cards.slice(0, MAX_CARDS_SHOWN).map((card) => {
          const vendor = vendorOf(card.vendorId);
          const { charityShare: share } = card;
          return (
            <li key={card.id} className="relative">
              <GiftCard
                shop={cardShop({
                  displayName: card.vendorName,
                  logoPath: vendor?.logoPath ?? null,
                  hue: vendor?.hue ?? null,
                })}
                amount={card.cardValue}
                cause={cardCause(card.charityName, card.charityLogoPath, share > 0 ? share : undefined)}
              />
              <p className="mt-3 text-center font-semibold">
                {card.isGift && card.to !== null ? (
                  card.sendAt === null ? (
                    m.checkout_on_its_way({ to: card.to })
                  ) : (
                    m.checkout_planned({ to: card.to, time: formatSendTime(card) })
                  )
                ) : (
                  <Link to={paths.walletCard(card.vendorId, card.id)} className="stretched">
                    {m.checkout_open_card()}
                    <span className="sr-only">, {cardName(card)}</span>
                  </Link>
                )}
              </p>
            </li>
          );
        })}
      </ul>
      {cards.length > MAX_CARDS_SHOWN && (
        <p>{m.checkout_more_cards({ count: cards.length - MAX_CARDS_SHOWN })}</p>
      )}
    </>
  );
}
