import { useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { brandName } from "@/lib/brandNames";
import { companyOf } from "@/lib/companies";
import { formatDay, formatMoment } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { formatSendTime } from "@/lib/sendTime";
import { paths } from "@/paths";
import { useCardNews } from "@/session/cardNews";
import { BackLink } from "@/shared/page/BackLink";
import { CauseShares } from "@/features/cart/CauseShares";
import { shownCause } from "@/features/catalogue/cardCause";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { useLoaded } from "@/shared/page/useLoaded";
import { cx } from "@/ui/cx";
import { Button } from "@/ui/form/Button";
import { Fact } from "@/ui/list/Fact";
import { Icon } from "@/ui/Icon";
import { LinkButton } from "@/ui/form/LinkButton";
import { Money } from "@/ui/Money";
import { Notice } from "@/ui/layout/Notice";
import { orderQuery, type Order } from "@/areas/wallet/checkout/payment";
import { paymentCard } from "./paidWith";

/** Receipt of an order, for screen and print. */
export function OrderPage() {
  const { id = "" } = useParams();
  const query = orderQuery(id);
  const order = useLoaded(query);
  const client = useQueryClient();
  // A reversed charge freezes the order's cards, which the live channel reports.
  useCardNews(() => void client.invalidateQueries({ queryKey: query.queryKey }));
  return (
    <Page title={m.orders_receipt()}>
      <div className="page py-8">
        <div className="print:hidden">
          <BackLink to={paths.orders()}>{m.orders_title()}</BackLink>
        </div>
        <Receipt order={order} />
      </div>
    </Page>
  );
}

/** Style of the cells of the receipt, except for the total. */
const cell = "border-b border-line py-3 align-top font-normal";

function Receipt({ order }: { order: Order }) {
  // An order belongs to the brand that sold it, whichever brand's page shows it.
  const company = companyOf(order.brand);
  return (
    <article className="mx-auto mt-5 max-w-180 rounded-panel bg-surface p-[clamp(20px,5vw,48px)] shadow-rest print:max-w-none print:p-0 print:shadow-none">
      <header className="flex flex-wrap items-start justify-between gap-6">
        <div>
          {order.brand === brand.slug ? (
            <brand.Logo className="h-9 w-auto" />
          ) : (
            <p className="text-2xl font-bold">{brandName(order.brand)}</p>
          )}
          <address className="mt-3 text-sm text-ink-soft not-italic">
            {[company.name, ...company.addressLines, company.email].map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        </div>
        <div className="print:hidden">
          <Button onClick={() => print()}>
            <Icon name="printer" size={20} />
            {m.orders_print()}
          </Button>
        </div>
      </header>
      <PageHeading className="mt-8 text-3xl">{m.orders_receipt()}</PageHeading>
      {order.status === "Pending" && (
        <Notice className="mt-4">
          <p>{m.checkout_pending_text()}</p>
        </Notice>
      )}
      {order.status === "Cancelled" && (
        <Notice tone="danger" className="mt-4">
          <p>{m.orders_cancelled_text()}</p>
        </Notice>
      )}
      {order.status === "Reversed" && (
        <Notice tone="danger" className="mt-4">
          <p>{m.orders_reversed_text()}</p>
        </Notice>
      )}
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,220px),1fr))] gap-y-3.5 gap-x-6 mt-5 mb-7 [&_dt]:text-ink-soft [&_dt]:text-sm/normal [&_dd]:font-semibold">
        <Fact term={m.orders_number()}>
          <span className="font-mono">{order.orderNumber}</span>
        </Fact>
        {order.paidAt !== null && <Fact term={m.orders_paid_at()}>{formatMoment(order.paidAt)}</Fact>}
        {order.paidWith !== null && <Fact term={m.orders_paid_with()}>{paymentCard(order.paidWith)}</Fact>}
        <Fact term={m.orders_buyer()}>
          {[`${order.firstName} ${order.lastName}`.trim(), order.email].filter(Boolean).join(", ")}
        </Fact>
      </dl>
      <table className="w-full print:[&_tr]:break-inside-avoid">
        <caption className="sr-only">{m.orders_cards()}</caption>
        <thead>
          <tr>
            <th scope="col" className={cx(cell, "text-start text-sm/normal text-ink-soft")}>
              {m.orders_card()}
            </th>
            <th scope="col" className={cx(cell, "text-end text-sm/normal text-ink-soft")}>
              {m.wallet_amount()}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.cards.map((card) => (
            <tr key={card.id}>
              <td className={cx(cell, "text-start")}>
                <span className="block font-semibold wrap-anywhere">{card.vendorName}</span>
                <span className="block text-sm text-ink-soft wrap-anywhere">{cardsText(card)}</span>
                {card.isGift && <GiftStatus card={card} />}
                {card.sendAt !== null && (
                  <span className="block text-sm">{m.purchase_sent_on({ time: formatSendTime(card) })}</span>
                )}
                {card.isSendingStopped && <span className="block text-sm">{m.wallet_given_stopped()}</span>}
                {card.movedTo && (
                  <span className="block text-sm wrap-anywhere">
                    {m.orders_card_moved({ shop: card.movedTo })}
                  </span>
                )}
              </td>
              <td className={cx(cell, "text-end")}>
                <Money amount={card.cardValue} />
                {card.refundedAmount > 0 && (
                  <span className="block text-sm text-ink-soft">
                    {m.orders_card_refunded({ amount: formatMoney(card.refundedAmount) })}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={cx(cell, "text-start")}>
              {m.cart_extra()}
            </th>
            <td className={cx(cell, "text-end")}>
              <Money amount={0} />
            </td>
          </tr>
          <tr className="text-lg/normal">
            <th scope="row" className="py-3 text-start align-top font-bold">
              {m.orders_total()}
            </th>
            <td className="py-3 text-end align-top font-bold">
              <Money amount={order.total} />
            </td>
          </tr>
          {order.refundedAmount > 0 && <Refunded order={order} />}
        </tfoot>
      </table>
      <CauseShares
        // A refunded card leaves no share for its cause.
        items={order.cards
          .filter(({ charityShareKept }) => charityShareKept > 0)
          .map(({ charityName, charityShareKept }) => ({
            charity: charityName === null ? null : { name: charityName },
            charityShare: charityShareKept,
          }))}
      />
      <p className="mt-6 text-sm text-ink-soft">{m.orders_terms()}</p>
      {order.status === "Paid" && (
        <LinkButton to={paths.wallet()} variant="primary" className="mt-6 print:hidden">
          {m.checkout_to_wallet()}
        </LinkButton>
      )}
    </article>
  );
}

/** Refunded amount with the date of the last refund, and the remaining amount. */
function Refunded({ order: { total, refundedAmount, refundedAt, paidWith } }: { order: Order }) {
  const day = refundedAt === null ? "" : formatDay(refundedAt);
  const rows = [
    {
      words:
        paidWith === null
          ? m.orders_refunded_on({ day })
          : m.orders_refunded_to({ card: paymentCard(paidWith), day }),
      amount: -refundedAmount,
    },
    { words: m.orders_paid_after(), amount: total - refundedAmount },
  ];
  return rows.map(({ words, amount }) => (
    <tr key={words}>
      <th scope="row" className={cx(cell, "text-start font-semibold")}>
        {words}
      </th>
      <td className={cx(cell, "text-end")}>
        <Money amount={amount} />
      </td>
    </tr>
  ));
}

/** Describes a card on the receipt: never its code, and only the last digits of its number. */
/** Address of a gift's recipient and what happened to it, with a link to the page where it is sent again. */
function GiftStatus({ card }: { card: Order["cards"][number] }) {
  const { id, vendorId, recipientEmail, mailedAt, openedAt, claimedAt } = card;
  const status =
    claimedAt !== null
      ? m.wallet_given_claimed()
      : openedAt !== null
        ? m.wallet_given_opened()
        : mailedAt !== null
          ? m.orders_gift_mailed({ day: formatDay(mailedAt) })
          : undefined;
  return (
    <span className="block text-sm wrap-anywhere">
      <Link to={paths.walletCard(vendorId, id)}>{recipientEmail}</Link>
      {status !== undefined && ` \u00b7 ${status}`}
    </span>
  );
}

function cardsText({
  cardNumber,
  charityName,
  charityShareKept,
  isGift,
  to,
}: Order["cards"][number]): string {
  const words = [`•••• ${cardNumber.slice(-4)}`];
  if (isGift && to !== null) words.push(m.checkout_line_gift({ to }));
  const cause = shownCause(charityName);
  if (cause !== null && charityShareKept > 0)
    words.push(m.orders_cause_gets({ cause, share: formatMoney(charityShareKept) }));
  return words.join(" · ");
}
