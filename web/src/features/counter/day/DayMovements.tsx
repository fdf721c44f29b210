import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { QueryOf } from "@/api/client";
import { adminPaths } from "@/adminPaths";
import { counterMovementsQuery, type CounterDay, type CounterMovement } from "@/features/counter/card/cards";
import { lastFour } from "@/features/card/cardText";
import { m } from "@/i18n";
import { formatTime } from "@/lib/dates";
import { paths } from "@/paths";
import { can } from "@/session/can";
import { useProfile } from "@/session/current";
import { Cell, HeaderCell, Table } from "@/shared/table/Table";
import { Chip } from "@/ui/list/Chip";
import { Money } from "@/ui/Money";
import { Pagination } from "@/ui/list/Pagination";
import { Select } from "@/ui/form/Select";
import { MOVEMENTS_PAGE_SIZE } from "./queries";

type Asked = QueryOf<"/api/v1/Vendors/{id}/counter-day/movements">;
type Line = CounterDay["lines"][number];

/** Returns the label of a movement's kind. */
export function movementKind({ transactionType, isReversed }: CounterMovement): string {
  if (transactionType === "Debit") return m.counter_day_paid_out();
  return isReversed ? m.counter_day_undone() : m.counter_day_redeemed();
}

/** Key of a line of the daily closing, for the select. */
function lineKey({ tillId, personId }: Line): string {
  return `${tillId ?? ""} ${personId ?? ""}`;
}

function narrowed(key: string): Asked {
  if (key === "") return {};
  const [tillId, personId] = key.split(" ");
  return { ...(tillId ? { tillId } : { atNoTill: true }), ...(personId ? { personId } : {}) };
}

interface DayMovementsProps {
  vendorId: string;
  /** Selected day. */
  day?: string | undefined;
  lines: CounterDay["lines"];
}

/** Transactions behind a day's totals: all, or filtered by line or kind. */
export function DayMovements({ vendorId, day, lines }: DayMovementsProps) {
  const [line, setLine] = useState("");
  const [kind, setKind] = useState("");
  const [page, setPage] = useState(1);
  const profile = useProfile();
  const asked: Asked = {
    ...(day && { day }),
    pageIndex: page,
    pageSize: MOVEMENTS_PAGE_SIZE,
    ...narrowed(line),
  };
  if (kind) asked.kind = kind as NonNullable<Asked["kind"]>;
  const query = useQuery(counterMovementsQuery(vendorId, asked));
  const found = query.data;
  const cardPlace = can(profile, "manageCounter") ? adminPaths.vendorArea().card : paths.scanCard;
  const choose = (set: (value: string) => void) => (value: string) => {
    set(value);
    setPage(1);
  };
  return (
    <section className="mt-8 print:hidden">
      <h2 className="mb-3 text-xl">{m.counter_day_cards()}</h2>
      <div className="mb-4 flex flex-wrap gap-4">
        <Select
          label={m.counter_day_lines()}
          value={line}
          choices={[
            { value: "", text: m.counter_day_all() },
            ...lines.map((one) => ({
              value: lineKey(one),
              text: `${one.till ?? m.counter_day_no_till()} · ${one.clerk || m.counter_day_closed_account()}`,
            })),
          ]}
          onChange={({ target }) => choose(setLine)(target.value)}
        />
        <Select
          label={m.reports_kind()}
          value={kind}
          choices={[
            { value: "", text: m.counter_day_all() },
            { value: "REDEEMED", text: m.counter_day_redeemed() },
            { value: "UNDONE", text: m.counter_day_undone() },
            { value: "PAID_OUT", text: m.counter_day_paid_out() },
          ]}
          onChange={({ target }) => choose(setKind)(target.value)}
        />
      </div>
      <Table
        caption={m.counter_day_cards()}
        columnCount={5}
        query={query}
        isStacking
        isDense
        header={
          <>
            <HeaderCell>{m.counter_day_time()}</HeaderCell>
            <HeaderCell>{m.counter_card()}</HeaderCell>
            <HeaderCell>{m.reports_kind()}</HeaderCell>
            <HeaderCell>{m.counter_day_clerk()}</HeaderCell>
            <HeaderCell isNumber>{m.counter_amount()}</HeaderCell>
          </>
        }
        empty={m.counter_day_none()}
        rows={found?.items.map((movement) => (
          <tr key={movement.id}>
            <Cell isName>{formatTime(movement.date)}</Cell>
            <Cell label={m.counter_card()}>
              <Link to={cardPlace(movement.cardId)} className="font-mono">
                {lastFour(movement.cardNumber)}
              </Link>
            </Cell>
            <Cell label={m.reports_kind()}>
              {movement.isReversed ? <Chip>{movementKind(movement)}</Chip> : movementKind(movement)}
            </Cell>
            <Cell label={m.counter_day_clerk()}>
              {[movement.clerk || m.counter_day_closed_account(), movement.till].filter(Boolean).join(" · ")}
            </Cell>
            <Cell isNumber label={m.counter_amount()}>
              <Money amount={movement.amount} />
            </Cell>
          </tr>
        ))}
      />
      <div className="mt-3 flex justify-end">
        <Pagination
          page={page}
          pageCount={found?.totalPages ?? 0}
          onPage={setPage}
          label={m.counter_day_cards_pages()}
        />
      </div>
    </section>
  );
}
