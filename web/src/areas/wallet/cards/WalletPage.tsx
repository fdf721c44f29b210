import "./wallet.css";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Link, Navigate } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { isOnlyClerk } from "@/session/can";
import { useProfile } from "@/session/current";
import { backLinkClass } from "@/shared/page/BackLink";
import { useAddressFilter } from "@/shared/page/useAddressFilter";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { EmptyState } from "@/ui/layout/EmptyState";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { LinkButton } from "@/ui/form/LinkButton";
import { Money } from "@/ui/Money";
import { Skeleton } from "@/ui/layout/Skeleton";
import { Tabs } from "@/ui/layout/Tabs";
import { AwayNotice } from "./AwayNotice";
import {
  ownBalanceQuery,
  tabOf,
  WALLET_ORDERS,
  WALLET_TABS,
  walletFilterOf,
  walletPages,
  type WalletFilter,
  type WalletTab,
} from "./queries";
import { listClass } from "./listClass";
import { useFreshWallet } from "./useFreshWallet";
import { saveOfflineWallet, type OfflineWallet } from "./offlineWallet";
import { useOfflineWallet } from "./useOfflineWallet";
import { WalletCardTile } from "./WalletCardTile";
import { WalletList, type WalletListProps } from "./WalletList";

const PaymentUnderWay = lazyPiece(
  async () => (await import("@/features/cart/PaymentUnderWay")).PaymentUnderWay,
);

const tabText: Record<WalletTab, () => string> = {
  own: m.wallet_part_own,
  given: m.wallet_part_given,
};

/** How long to wait for the server before saying how old the offline copy is, and hiding the search, which needs the server. */
const LATE_AFTER_MS = 1_000;

type Cards = WalletListProps["cards"];

/** Whether a list has the cards and the order of the offline copy. */
function isUnsorted({ searchText, orderBy }: WalletFilter): boolean {
  return searchText === "" && orderBy === WALLET_ORDERS[0];
}

/** Returns the list with the cards of the offline copy, until the server's arrive. */
function withOffline(cards: Cards, offline: OfflineWallet, part: WalletTab): Cards {
  const items = offline.cards.filter((card) => tabOf(card) === part);
  if (items.length === 0) return cards;
  const data = { pages: [{ items, totalItems: items.length }], pageParams: [1] };
  return { ...cards, data, isPending: false, hasNextPage: false } as Cards;
}

/** The user's own cards and those they gave. Clerks without cards are redirected to the cards of their shop. */
export function WalletPage() {
  const profile = useProfile();
  const filter = useAddressFilter();
  const narrowing = walletFilterOf(filter.search);
  const { searchText, part } = narrowing;
  const cards = useInfiniteQuery(walletPages(narrowing));
  useFreshWallet();
  const { wallet, asOf } = useOfflineWallet(cards, saveOfflineWallet, LATE_AFTER_MS);
  const offline = asOf === undefined ? undefined : wallet;
  const shown = wallet && isUnsorted(narrowing) ? withOffline(cards, wallet, part) : cards;
  const isEmpty = searchText === "" && !cards.isPlaceholderData && cards.data?.pages[0]?.totalItems === 0;
  if (isEmpty && part === "own" && isOnlyClerk(profile)) return <Navigate to={paths.scanCards()} replace />;

  return (
    <Page title={m.shell_wallet()}>
      <div className="page py-10">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
          <PageHeading>{m.shell_wallet()}</PageHeading>
          {isOnlyClerk(profile) ? (
            <Link to={paths.counter()} className={backLinkClass}>
              {m.shell_counter()}
            </Link>
          ) : (
            <Link to={paths.orders()} className={backLinkClass}>
              {m.orders_title()}
            </Link>
          )}
        </div>
        {asOf !== undefined && <AwayNotice asOf={asOf} />}
        {/* Its code loads only where the network answers. Without it the wallet shows what it has. */}
        {cards.isSuccess && (
          <Suspense>
            <PaymentUnderWay className="mt-6" />
          </Suspense>
        )}
        <Tabs
          label={m.wallet_parts()}
          tabs={WALLET_TABS.map((name) => ({ name, label: tabText[name]() }))}
          selected={part}
          onSelect={(name) => filter.write("part", name === WALLET_TABS[0] ? "" : name)}
        >
          {part === "own" && <OwnBalance isComing={!offline} />}
          {isEmpty ? (
            <EmptyTab part={part} />
          ) : offline ? (
            <ul aria-label={m.shell_wallet()} className={listClass[part]}>
              {offline.cards
                .filter((card) => tabOf(card) === part)
                .map((card) => (
                  <li key={card.id}>
                    <WalletCardTile card={card} />
                  </li>
                ))}
            </ul>
          ) : (
            <WalletList cards={shown} filter={filter} narrowing={narrowing} />
          )}
        </Tabs>
      </div>
    </Page>
  );
}

/** Total balance of the user's own cards, with a placeholder until it arrives. Offline, each card still shows its balance. */
function OwnBalance({ isComing }: { isComing: boolean }) {
  const { data, isPending } = useQuery(ownBalanceQuery());
  if (isPending && isComing) return <Skeleton className="mb-6 h-14 w-32" />;
  if (!data || data.cardCount === 0) return null;
  return (
    <p className="mb-6">
      <span className="block text-sm text-ink-soft">{m.wallet_total()}</span>
      <Money amount={data.totalBalance} className="text-3xl font-bold" />
    </p>
  );
}

function EmptyTab({ part }: { part: WalletTab }) {
  const [title, text] =
    part === "own"
      ? [m.wallet_empty(), m.wallet_empty_text()]
      : [m.wallet_given_empty(), m.wallet_given_empty_text()];
  return (
    <EmptyState
      scene="empty-cart"
      title={title}
      className="py-12"
      action={
        <LinkButton to={paths.shopVendors()} variant="primary">
          {m.cart_to_shops()}
        </LinkButton>
      }
    >
      {text}
    </EmptyState>
  );
}
