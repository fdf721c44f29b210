import "./wallet.css";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, Navigate } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { isOnlyClerk } from "@/session/can";
import { useProfile } from "@/session/current";
import { PaymentUnderWay } from "@/features/cart/PaymentUnderWay";
import { FilterSelect } from "@/features/catalogue/FilterSelect";
import { InfiniteList } from "@/shared/page/InfiniteList";
import { NothingLeft } from "@/shared/page/NothingLeft";
import { useAddressFilter } from "@/shared/page/useAddressFilter";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { EmptyState } from "@/ui/EmptyState";
import { LinkButton } from "@/ui/LinkButton";
import { SearchBox } from "@/ui/SearchBox";
import { SkeletonCard } from "@/ui/Skeleton";
import { AwayNotice } from "./AwayNotice";
import { WALLET_ORDERS, walletFilterOf, walletPages, type WalletOrder } from "./queries";
import { useFreshWallet } from "./useFreshWallet";
import { keepWallet } from "./keptWallet";
import { useKeptWallet } from "./useKeptWallet";
import { WalletCardTile } from "./WalletCardTile";

const orderWords: Record<WalletOrder, () => string> = {
  recentTransaction: m.wallet_order_recent,
  cardBalance: m.wallet_order_balance,
  createdAt: m.wallet_order_new,
};

/**
 * The cards that somebody has: bought for themselves or as a gift, and got. Who works at a counter and has none finds their
 * shop's cards instead.
 */
export function WalletPage() {
  const profile = useProfile();
  const filter = useAddressFilter();
  const { searchText, orderBy } = walletFilterOf(filter.search);
  const cards = useInfiniteQuery(walletPages({ searchText, orderBy }));
  useFreshWallet();
  const { wallet: kept, asOf } = useKeptWallet(cards, keepWallet);
  const isEmpty = searchText === "" && cards.data?.pages[0]?.totalItems === 0;
  if (isEmpty && isOnlyClerk(profile)) return <Navigate to={paths.scanCards()} replace />;

  return (
    <Page title={m.shell_wallet()}>
      <div className="page py-10">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
          <PageHeading>{m.shell_wallet()}</PageHeading>
          {isOnlyClerk(profile) ? (
            <Link to={paths.scanCards()} className="back-link">
              {m.shell_counter()}
            </Link>
          ) : (
            <Link to={paths.orders()} className="back-link">
              {m.orders_title()}
            </Link>
          )}
        </div>
        {asOf !== undefined && <AwayNotice asOf={asOf} />}
        <PaymentUnderWay className="mt-6" />
        {isEmpty ? (
          <EmptyWallet />
        ) : kept ? (
          <ul aria-label={m.shell_wallet()} className="wallet-cards">
            {kept.cards.map((card) => (
              <li key={card.id}>
                <WalletCardTile card={card} />
              </li>
            ))}
          </ul>
        ) : (
          <>
            <div className="catalogue-filters mb-8">
              <FilterSelect
                label={m.wallet_order()}
                choices={WALLET_ORDERS.map((order) => ({ value: order, text: orderWords[order]() }))}
                value={orderBy}
                onPick={(order) => filter.write("order", order === WALLET_ORDERS[0] ? "" : order)}
              />
              <SearchBox
                label={m.wallet_search()}
                value={searchText}
                onSearch={(text) => filter.write("q", text)}
                className="grow"
              />
            </div>
            <InfiniteList
              query={cards}
              label={m.shell_wallet()}
              itemKey={({ id }) => id}
              countLabel={(count) => m.wallet_count({ count })}
              placeholder={<SkeletonCard />}
              empty={
                <NothingLeft
                  text={m.lists_nothing_found({ text: searchText })}
                  showAllLabel={m.wallet_show_all()}
                  onShowAll={filter.clear}
                />
              }
              className="wallet-cards"
            >
              {(card) => <WalletCardTile card={card} />}
            </InfiniteList>
          </>
        )}
      </div>
    </Page>
  );
}

function EmptyWallet() {
  return (
    <EmptyState
      scene="empty-cart"
      title={m.wallet_empty()}
      className="py-12"
      action={
        <LinkButton to={paths.shopVendors()} variant="primary">
          {m.cart_to_shops()}
        </LinkButton>
      }
    >
      {m.wallet_empty_text()}
    </EmptyState>
  );
}
