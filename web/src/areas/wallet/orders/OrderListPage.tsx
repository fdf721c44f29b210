import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { components } from "@/api/schema";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { paths } from "@/paths";
import { PaymentUnderWay } from "@/features/cart/PaymentUnderWay";
import { PicturePlate } from "@/features/catalogue/PicturePlate";
import { BackLink } from "@/shared/page/BackLink";
import { InfiniteList } from "@/shared/page/InfiniteList";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Chip, type ChipTone } from "@/ui/list/Chip";
import { EmptyState } from "@/ui/layout/EmptyState";
import { LinkButton } from "@/ui/form/LinkButton";
import { Money } from "@/ui/Money";
import { Skeleton } from "@/ui/layout/Skeleton";
import { paymentCard } from "./paidWith";
import { orderPages } from "./queries";

type Order = components["schemas"]["OrderItem"];

/** Orders of the buyer: unconfirmed payments first, then paid orders, newest first. */
export function OrderListPage() {
  const orders = useInfiniteQuery(orderPages());
  const isEmpty = orders.data?.pages[0]?.totalItems === 0;
  return (
    <Page title={m.orders_title()}>
      <div className="page py-8">
        <BackLink to={paths.wallet()}>{m.shell_wallet()}</BackLink>
        <PageHeading className="mt-4 mb-6">{m.orders_title()}</PageHeading>
        <PaymentUnderWay className="mb-6" />
        {isEmpty ? (
          <NoOrders />
        ) : (
          <InfiniteList
            query={orders}
            label={m.orders_title()}
            itemKey={({ id }) => id}
            countLabel={(count) => m.orders_count({ count })}
            placeholder={<Skeleton className="h-24 rounded-panel" />}
            empty={null}
            className="grid gap-4 max-w-190"
          >
            {(order) => <OrderRow order={order} />}
          </InfiniteList>
        )}
      </div>
    </Page>
  );
}

const states: Record<Order["status"], { tone: ChipTone; words: () => string }> = {
  Paid: { tone: "success", words: m.orders_paid },
  Pending: { tone: "warning", words: m.orders_pending },
  Open: { tone: "neutral", words: m.orders_open },
  Cancelled: { tone: "danger", words: m.orders_cancelled },
  Reversed: { tone: "danger", words: m.orders_reversed },
};

/** Maximum number of shops that a row shows. */
const MAX_SHOPS = 3;

function OrderRow({ order }: { order: Order }) {
  const { tone, words } = states[order.status];
  const { cardCount: count, refundedAmount, shops, paidAt } = order;
  const isRefundedInPart = order.status === "Paid" && refundedAmount > 0;
  const facts = [
    ...(paidAt === null ? [] : [formatDay(paidAt)]),
    m.wallet_count({ count }),
    paymentCard(order.paidWith ?? ""),
  ];
  return (
    <article className="relative flex items-center gap-4 py-4.5 px-4 rounded-panel bg-surface shadow-rest hover:shadow-raised sm:px-5.5">
      <div className="flex flex-none -space-x-6">
        {shops.slice(0, MAX_SHOPS).map(({ name, logoPath, hue }) => (
          <PicturePlate
            key={name}
            kind="vendor"
            name={name}
            logoPath={logoPath}
            hue={hue}
            sizes="48px"
            className="w-12 ring-2 ring-surface"
          />
        ))}
      </div>
      <div className="min-w-0 grow">
        <h2 className="text-lg leading-tight wrap-anywhere">
          <Link to={paths.order(order.id)} className="stretched text-ink no-underline">
            {shops.length === 0 ? m.orders_one({ number: order.orderNumber }) : shopNames(shops)}
          </Link>
        </h2>
        <p className="mt-1 text-sm text-ink-soft wrap-anywhere">{facts.filter(Boolean).join(" · ")}</p>
      </div>
      <div className="grid flex-none justify-items-end gap-1">
        <Money amount={order.total} className="text-lg font-bold" />
        {isRefundedInPart ? (
          <Chip tone="warning">{m.orders_refunded_part({ amount: formatMoney(refundedAmount) })}</Chip>
        ) : (
          <Chip tone={tone}>{words()}</Chip>
        )}
      </div>
    </article>
  );
}

function shopNames(shops: Order["shops"]): string {
  const names = shops.slice(0, MAX_SHOPS).map(({ name }) => name);
  const more = shops.length - names.length;
  const listed = names.join(", ");
  return more > 0 ? m.orders_shops_more({ shops: listed, count: more }) : listed;
}

function NoOrders() {
  return (
    <EmptyState
      scene="empty-cart"
      title={m.orders_empty()}
      className="py-10"
      action={
        <LinkButton to={paths.shopVendors()} variant="primary">
          {m.cart_to_shops()}
        </LinkButton>
      }
    >
      {m.orders_empty_text()}
    </EmptyState>
  );
}
