import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { cardsBalanceQuery, givenCardsQuery, lastUsedCardQuery } from "@/api/queries/ownCards";
import type { components } from "@/api/schema";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { paths } from "@/paths";
import { Icon } from "@/ui/Icon";
import type { IconName } from "@/ui/iconNames";

type Card = components["schemas"]["CardItem"];

interface OwnCardsProps {
  /** Shown until the cards have loaded, and if there are none. */
  children: ReactNode;
}

interface Row {
  to: string;
  icon: IconName;
  words: string;
  amount?: number | undefined;
}

/** State of the user's cards: total balance, the last used card, an unopened gift and a link to give again. */
export function OwnCards({ children }: OwnCardsProps) {
  const balance = useQuery(cardsBalanceQuery());
  const used = useQuery(lastUsedCardQuery());
  const given = useQuery(givenCardsQuery());
  if (balance.isPending || used.isPending || given.isPending) return children;
  const rows = [...ownRows(balance.data, used.data?.items[0]), ...givenRows(given.data?.items ?? [])];
  if (rows.length === 0) return children;
  return (
    <ul
      aria-label={m.shell_wallet()}
      className="mt-6 grid max-w-[44ch] rounded-panel bg-surface px-2 py-1 text-ink shadow-rest"
    >
      {rows.map(({ to, icon, words, amount }) => (
        <li key={words} className="not-last:border-b not-last:border-line">
          <Link
            to={to}
            className="flex min-h-12 items-center gap-3 px-3 py-2 text-ink no-underline hover:underline"
          >
            <Icon name={icon} size={20} className="flex-none text-brand" />
            <span className="min-w-0 grow wrap-anywhere">{words}</span>
            {amount !== undefined && (
              <strong className="whitespace-nowrap tabular-nums">{formatMoney(amount)}</strong>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function ownRows(balance: components["schemas"]["OwnBalance"] | undefined, last: Card | undefined): Row[] {
  if (!balance || balance.cardCount === 0) return [];
  const total: Row = {
    to: paths.wallet(),
    icon: "wallet-cards",
    words: m.wallet_total(),
    amount: balance.totalBalance,
  };
  if (!last) return [total];
  return [
    total,
    {
      to: paths.walletCard(last.vendorId, last.id),
      icon: "store",
      words: m.landing_own_last({ shop: last.vendorName }),
      amount: last.cardBalance,
    },
  ];
}

/** Returns rows for the newest unopened gift and for giving again. */
function givenRows(cards: readonly Card[]): Row[] {
  const [newest] = cards;
  if (!newest) return [];
  const again: Row = {
    to: paths.vendor(newest.vendorId),
    icon: "hand-heart",
    words: m.landing_own_again({ shop: newest.vendorName }),
  };
  const unopened = cards.find(
    ({ openedAt, claimedAt, isDeactive }) => openedAt === null && claimedAt === null && !isDeactive,
  );
  if (!unopened) return [again];
  const to = unopened.to ?? unopened.recipientEmail ?? "";
  return [
    {
      to: paths.walletCard(unopened.vendorId, unopened.id),
      icon: "gift",
      words: m.landing_own_gift({ to }),
    },
    again,
  ];
}
