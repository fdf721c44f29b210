// Columns of card lists, by reader.
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { cancelledLabel } from "@/features/card/cancelledLabels";
import { inFours, lastFour } from "@/features/card/cardText";
import { useProfile } from "@/session/current";
import { EmailAddress } from "@/features/people/EmailAddress";
import type { Column } from "@/shared/table/DataTable";
import { Chip } from "@/ui/list/Chip";
import { Money } from "@/ui/Money";
import { holderName, type CardItem } from "./cards";
import { usePendingRequests } from "@/features/counter/redemption/pendingRedemptions";

function NamedCard({ card }: { card: CardItem }) {
  const open = usePendingRequests(useProfile()?.userId ?? "");
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {holderName(card) || "–"}
      {open.some(({ cardId }) => cardId === card.id) && (
        <Chip tone="warning">{m.counter_unfinished_row()}</Chip>
      )}
      {card.isGift && <Chip>{m.counter_gift()}</Chip>}
      {card.isDeactive && (
        <Chip tone={card.movedTo ? "neutral" : "danger"}>
          {cancelledLabel(card) ?? m.counter_deactivated()}
        </Chip>
      )}
    </span>
  );
}

const name: Column<CardItem> = {
  id: "name",
  label: m.field_name,
  cell: (card) => (
    <>
      <NamedCard card={card} />
      <span className="block text-sm font-normal whitespace-nowrap text-ink-soft font-mono">
        {lastFour(card.cardNumber)}
      </span>
    </>
  ),
};

const holder: Column<CardItem> = {
  id: "holder",
  label: m.field_name,
  text: holderName,
  cell: (card) => (
    <>
      <NamedCard card={card} />
      <span className="block text-sm font-normal text-ink-soft">
        <EmailAddress address={card.email} />
      </span>
    </>
  ),
};

const email: Column<CardItem> = {
  id: "email",
  label: m.field_email,
  cell: (card) => card.email || "–",
};

const number: Column<CardItem> = {
  id: "number",
  label: m.counter_card_number,
  text: ({ cardNumber }) => inFours(cardNumber),
  cell: ({ cardNumber }) => <span className="whitespace-nowrap font-mono">{inFours(cardNumber)}</span>,
};

const balance: Column<CardItem> = {
  id: "cardBalance",
  label: m.counter_balance,
  isSortable: true,
  isNumber: true,
  text: ({ cardBalance }) => cardBalance,
  cell: ({ cardBalance }) => <Money amount={cardBalance} />,
};

const recent: Column<CardItem> = {
  id: "recentTransaction",
  label: m.counter_recent,
  isSortable: true,
  text: ({ recentTransaction }) => recentTransaction,
  cell: ({ recentTransaction }) => <span className="whitespace-nowrap">{formatDay(recentTransaction)}</span>,
};

/** Columns for each kind of reader. */
export const cardColumns = {
  employee: [name, email, recent],
  brief: [number, balance],
  whole: [holder, number, balance, recent],
};

/** Returns a name for a card outside of its row. */
export function cardName(card: CardItem): string {
  return holderName(card) || inFours(card.cardNumber);
}
