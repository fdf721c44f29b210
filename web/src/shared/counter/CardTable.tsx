import type { ReactNode } from "react";
import type { To } from "react-router";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { SortHeader, type Sorting } from "@/shared/table/SortHeader";
import { Cell, HeaderCell, Table, type RowsQuery } from "@/shared/table/Table";
import { Chip } from "@/ui/Chip";
import { EmptyState } from "@/ui/EmptyState";
import { LinkButton } from "@/ui/LinkButton";
import { Money } from "@/ui/Money";
import { inFours, lastFour } from "@/shared/card/cardText";
import { EmailAddress } from "@/shared/people/EmailAddress";
import { holderName, type CardItem } from "./cards";

type ColumnName = "name" | "holder" | "email" | "number" | "balance" | "recent";

/** What each kind of reader sees of a card in a list. */
export const cardColumns = {
  employee: ["name", "email", "recent"],
  brief: ["number", "balance"],
  whole: ["holder", "number", "balance", "recent"],
} as const satisfies Record<string, readonly ColumnName[]>;

interface Column {
  label: () => string;
  /** The server's name of the column, where the list can be sorted by it. */
  sortedBy?: string;
  isNumber?: boolean;
  cell: (card: CardItem) => ReactNode;
}

const columnsByName: Record<ColumnName, Column> = {
  name: {
    label: m.field_name,
    cell: (card) => (
      <>
        <NamedCard card={card} />
        <span className="block text-sm font-normal whitespace-nowrap text-ink-soft font-mono">
          {lastFour(card.cardNumber)}
        </span>
      </>
    ),
  },
  holder: {
    label: m.field_name,
    cell: (card) => (
      <>
        <NamedCard card={card} />
        <span className="block text-sm font-normal text-ink-soft">
          <EmailAddress address={card.email} />
        </span>
      </>
    ),
  },
  email: { label: m.field_email, cell: ({ email }) => email || "–" },
  number: {
    label: m.counter_card_number,
    cell: (card) => <span className="whitespace-nowrap font-mono">{inFours(card.cardNumber)}</span>,
  },
  balance: {
    label: m.counter_balance,
    sortedBy: "cardBalance",
    isNumber: true,
    cell: ({ cardBalance }) => <Money amount={cardBalance} />,
  },
  recent: {
    label: m.counter_recent,
    sortedBy: "recentTransaction",
    cell: ({ recentTransaction }) => (
      <span className="whitespace-nowrap">{formatDay(recentTransaction)}</span>
    ),
  },
};

function NamedCard({ card }: { card: CardItem }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {holderName(card) || "–"}
      {card.isGift && <Chip>{m.counter_gift()}</Chip>}
      {card.isDeactive && (
        <Chip tone="danger">{card.isCancelled ? m.wallet_cancelled() : m.counter_deactivated()}</Chip>
      )}
    </span>
  );
}

interface CardTableProps {
  columns: readonly ColumnName[];
  /** Undefined while they are on their way. */
  cards: readonly CardItem[] | undefined;
  query: RowsQuery;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  searchText: string;
  cardPlaceOf: (card: CardItem) => To;
}

/** A list of cards, in the columns of whoever reads it. */
export function CardTable(props: CardTableProps) {
  const { columns, cards, query, sorting, onSort, searchText, cardPlaceOf } = props;
  const shown = columns.map((name) => columnsByName[name]);
  const header = (
    <>
      {shown.map(({ label, sortedBy, isNumber }) =>
        sortedBy === undefined ? (
          <HeaderCell key={label()}>{label()}</HeaderCell>
        ) : (
          <SortHeader key={sortedBy} column={sortedBy} isNumber={isNumber} sorting={sorting} onSort={onSort}>
            {label()}
          </SortHeader>
        ),
      )}
      <HeaderCell>
        <span className="sr-only">{m.lists_actions()}</span>
      </HeaderCell>
    </>
  );
  return (
    <Table
      caption={m.counter_title()}
      header={header}
      columnCount={shown.length + 1}
      query={query}
      isStacking
      empty={
        <EmptyState scene="nothing-found" title={m.kit_table_empty()}>
          {searchText === "" ? m.counter_none() : m.lists_nothing_found({ text: searchText })}
        </EmptyState>
      }
      rows={cards?.map((card) => (
        <tr key={card.id}>
          {shown.map(({ label, isNumber, cell }, position) => (
            <Cell
              key={label()}
              isNumber={isNumber}
              label={position === 0 ? undefined : label()}
              className={position === 0 ? "font-semibold" : undefined}
            >
              {cell(card)}
            </Cell>
          ))}
          <Cell>
            <span className="flex justify-end max-md:justify-start">
              <LinkButton
                size="small"
                className="row-link"
                to={cardPlaceOf(card)}
                aria-label={m.counter_view_one({ name: holderName(card) || inFours(card.cardNumber) })}
              >
                {m.counter_view()}
              </LinkButton>
            </span>
          </Cell>
        </tr>
      ))}
    />
  );
}
