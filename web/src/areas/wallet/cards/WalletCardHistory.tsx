import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { isTaken } from "@/features/card/transaction";
import { Cell, HeaderCell, Table } from "@/shared/table/Table";
import { Chip } from "@/ui/list/Chip";
import { cx } from "@/ui/cx";
import { Pagination } from "@/ui/list/Pagination";
import type { CardTransaction } from "@/features/card/types";
import { historyQuery } from "./queries";

const typeText: Record<CardTransaction["transactionType"], () => string> = {
  Purchased: m.wallet_purchased,
  Redeemed: m.wallet_redeemed,
  Credit: m.wallet_credit,
  Debit: m.wallet_debit,
};

/** Transactions of the card, newest first. Its four columns fit on a phone with narrow padding. */
export function WalletCardHistory({ id, balance }: { id: string; balance: number }) {
  const [page, setPage] = useState(1);
  const history = useQuery(historyQuery(id, balance, page));
  return (
    <div className="mt-10 max-sm:[&_:is(th,td)]:px-2 max-sm:[&_:is(th,td)]:text-compact print:hidden">
      <h2 className="mb-4 text-xl">{m.wallet_history()}</h2>
      <Table
        caption={m.wallet_history()}
        columnCount={4}
        query={history}
        header={
          <>
            <HeaderCell>{m.wallet_date()}</HeaderCell>
            <HeaderCell>{m.wallet_type()}</HeaderCell>
            <HeaderCell isNumber>{m.wallet_amount()}</HeaderCell>
            <HeaderCell isNumber>{m.wallet_balance_after()}</HeaderCell>
          </>
        }
        rows={history.data?.items.map((entry) => (
          <tr key={entry.id}>
            <Cell className="whitespace-nowrap">{formatDay(entry.date)}</Cell>
            <Cell>
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                {entry.isHandover ? m.wallet_handover() : typeText[entry.transactionType]()}
                {entry.isRefund && <Chip>{m.wallet_refund()}</Chip>}
                {entry.isReversed && <Chip>{m.counter_taken_back()}</Chip>}
              </span>
              {entry.reason !== null && (
                <span className="block text-sm text-ink-soft wrap-anywhere">{entry.reason}</span>
              )}
            </Cell>
            <Cell
              isNumber
              className={cx("whitespace-nowrap", entry.isReversed && "text-ink-soft line-through")}
            >
              {signed(entry)}
            </Cell>
            <Cell isNumber className="whitespace-nowrap">
              {formatMoney(entry.balance)}
            </Cell>
          </tr>
        ))}
      />
      <div className="mt-3 flex justify-end">
        <Pagination
          page={page}
          pageCount={history.data?.totalPages ?? 0}
          onPage={setPage}
          label={m.wallet_history()}
        />
      </div>
    </div>
  );
}

function signed({ amount, transactionType }: CardTransaction): string {
  const text = formatMoney(amount);
  return isTaken({ transactionType }) ? `−${text}` : text;
}
