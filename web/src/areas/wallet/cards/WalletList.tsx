import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { FilterSelect } from "@/features/catalogue/FilterSelect";
import { m } from "@/i18n";
import { InfiniteList } from "@/shared/page/InfiniteList";
import { NothingLeft } from "@/shared/page/NothingLeft";
import type { useAddressFilter } from "@/shared/page/useAddressFilter";
import { SearchBox } from "@/ui/form/SearchBox";
import { SkeletonCard } from "@/ui/layout/Skeleton";
import { listClass } from "./listClass";
import { WALLET_ORDERS, type WalletCard, type WalletFilter, type WalletOrder } from "./queries";
import { WalletCardTile } from "./WalletCardTile";

const orderText: Record<WalletOrder, () => string> = {
  recentTransaction: m.wallet_order_recent,
  cardBalance: m.wallet_order_balance,
  createdAt: m.wallet_order_new,
};

export interface WalletListProps {
  cards: UseInfiniteQueryResult<InfiniteData<{ items: WalletCard[]; totalItems: number }>>;
  filter: ReturnType<typeof useAddressFilter>;
  narrowing: WalletFilter;
}

/** One part of the wallet (own or given cards), with search and sorting. */
export function WalletList({ cards, filter, narrowing: { part, searchText, orderBy } }: WalletListProps) {
  // A single card needs neither search nor sorting.
  const isOne = searchText === "" && cards.data?.pages[0]?.totalItems === 1;
  return (
    <>
      <div
        hidden={isOne}
        className="mb-8 grid items-end gap-4 sm:max-w-190 sm:grid-cols-[minmax(200px,1fr)_2fr] [&[hidden]]:hidden"
      >
        <FilterSelect
          label={m.wallet_order()}
          choices={WALLET_ORDERS.map((order) => ({ value: order, text: orderText[order]() }))}
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
            onShowAll={() => filter.write("q", "")}
          />
        }
        className={listClass[part]}
      >
        {(card) => <WalletCardTile card={card} />}
      </InfiniteList>
    </>
  );
}
