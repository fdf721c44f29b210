import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { can } from "@/session/can";
import { useProfile } from "@/session/current";
import { isTaken } from "@/features/card/transaction";
import { Cell, HeaderCell, Table } from "@/shared/table/Table";
import { Chip } from "@/ui/list/Chip";
import { cx } from "@/ui/cx";
import { Money } from "@/ui/Money";
import { Pagination } from "@/ui/list/Pagination";
import type { Card, CardTransaction } from "@/features/card/types";
import { cardHistoryQuery } from "./cards";
import { ReversalCell } from "@/features/counter/reversal/ReversalCell";
import { ReverseDialog } from "@/features/counter/reversal/ReverseDialog";
import { transactionName } from "./transactionName";

const COLUMNS = 4;

interface CardHistoryProps {
  card: Card;
  page: number;
  onPage: (page: number) => void;
  /** How often the clerk has jumped to the history. */
  looks: number;
}

/** Transactions of a card, newest first, with buttons that reverse today's redemptions. */
export function CardDeskHistory({ card, page, onPage, looks }: CardHistoryProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (looks > 0) heading.current?.focus();
  }, [looks]);
  const [asked, setAsked] = useState<CardTransaction>();
  const history = useQuery(cardHistoryQuery(card.id, page));
  const found = history.data;
  const mayReverse = can(useProfile(), "undoRedemptions") && !card.isDeactive;

  const header = (
    <>
      <HeaderCell>{m.counter_date()}</HeaderCell>
      <HeaderCell>{m.counter_transaction_type()}</HeaderCell>
      <HeaderCell isNumber>{m.counter_amount()}</HeaderCell>
      <HeaderCell isNumber>{m.counter_balance()}</HeaderCell>
      {mayReverse && (
        <HeaderCell>
          <span className="sr-only">{m.lists_actions()}</span>
        </HeaderCell>
      )}
    </>
  );
  return (
    <div className="min-w-0">
      <h2 ref={heading} tabIndex={-1} className="mb-3 text-xl">
        {m.counter_history()}
      </h2>
      <Table
        caption={m.counter_history()}
        header={header}
        columnCount={mayReverse ? COLUMNS + 1 : COLUMNS}
        // After a failed refetch, hide old rows: they may be incomplete, and money depends on them.
        query={{ ...history, isLoadingError: history.isError }}
        isOutdated={history.isFetching}
        isStacking
        rows={found?.items.map((transaction) => (
          <tr key={transaction.id}>
            <Cell className="whitespace-nowrap">{formatMoment(transaction.date)}</Cell>
            <Cell>
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                {transactionName(transaction.transactionType)}
                {transaction.isReversed && <Chip>{m.counter_taken_back()}</Chip>}
                {transaction.isByName && <Chip>{m.counter_by_name()}</Chip>}
              </span>
              {transaction.approvedBy && (
                <span className="block text-sm text-ink-soft">
                  {m.counter_approved_by({ name: transaction.approvedBy })}
                </span>
              )}
              {transaction.reason && (
                <span className="block text-sm text-ink-soft">{transaction.reason}</span>
              )}
              {(transaction.clerk || transaction.till) && (
                <span className="block text-sm text-ink-soft">
                  {[transaction.clerk, transaction.till && m.tills_at({ till: transaction.till })]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              )}
            </Cell>
            <Cell isNumber isStatus>
              <span className={cx(transaction.isReversed && "text-ink-soft line-through")}>
                {isTaken(transaction) ? "−" : "+"}
                <Money amount={transaction.amount} />
              </span>
            </Cell>
            <Cell isNumber label={m.counter_balance()}>
              <Money amount={transaction.balance} />
            </Cell>
            {mayReverse && (
              <Cell>
                <span className="flex justify-end text-right max-md:justify-start max-md:text-left">
                  <ReversalCell
                    card={card}
                    transaction={transaction}
                    since={history.dataUpdatedAt}
                    onAsk={() => setAsked(transaction)}
                  />
                </span>
              </Cell>
            )}
          </tr>
        ))}
      />
      <div className="mt-3 flex justify-end">
        <Pagination
          page={page}
          pageCount={found?.totalPages ?? 0}
          onPage={onPage}
          label={m.counter_history_pages()}
        />
      </div>
      {asked && <ReverseDialog card={card} transaction={asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
}
