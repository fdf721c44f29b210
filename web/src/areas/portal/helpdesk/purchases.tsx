// Orders and cards of a person, compact enough for a column beside the timeline.
import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import { adminPaths } from "@/adminPaths";
import { useOriginHere } from "@/areas/portal/kit/origin";
import { inFours } from "@/features/card/cardText";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { Button } from "@/ui/form/Button";
import { Money } from "@/ui/Money";
import { CardChips } from "./CardChips";
import { OrderChip } from "./searchResults";
import type { DeskCard, DeskOrder, PersonDossier } from "./queries";

const FEW = 5;

interface RowProps {
  to: string;
  /** Number of the record; its link covers the whole row. */
  number: string;
  amount: number | null;
  chip?: ReactNode;
  notes: readonly (string | null)[];
}

function Row({ to, number, amount, chip, notes }: RowProps) {
  const originHere = useOriginHere();
  return (
    <li className="relative px-4 py-2.5 hover:bg-surface-quiet">
      <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Link
          to={to}
          state={originHere()}
          className="min-w-0 font-mono text-sm font-semibold text-ink no-underline wrap-anywhere after:absolute after:inset-0 hover:underline"
        >
          {number}
        </Link>
        {chip}
        {amount !== null && <Money amount={amount} className="ml-auto font-semibold" />}
      </span>
      <span className="block text-sm text-ink-soft">{notes.filter(Boolean).join(" · ")}</span>
    </li>
  );
}

interface ShortListProps<Thing> {
  title: string;
  things: readonly Thing[];
  count: number;
  none: string;
  children: (thing: Thing) => ReactNode;
}

/** The newest few records, and a button that shows the others. */
function ShortList<Thing>({ title, things, count, none, children }: ShortListProps<Thing>) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? things : things.slice(0, FEW);
  return (
    <section>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        {count > shown.length && (
          <p className="text-sm text-ink-soft">{m.helpdesk_of({ shown: shown.length, count })}</p>
        )}
      </div>
      {things.length === 0 ? (
        <p className="text-ink-soft">{none}</p>
      ) : (
        <ul
          aria-label={title}
          className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
        >
          {shown.map(children)}
        </ul>
      )}
      {shown.length < things.length && (
        <Button size="small" variant="quiet" className="mt-1" onClick={() => setIsWhole(true)}>
          {m.tenants_all_of({ count: things.length })}
        </Button>
      )}
    </section>
  );
}

/** Orders of which the person is the buyer: number, time, shops and payment card. */
export function PersonOrders({ person }: { person: PersonDossier }) {
  const shopsOf = (order: DeskOrder) => [
    ...new Set(
      person.cards.filter(({ orderId }) => orderId === order.id).map(({ vendorName }) => vendorName),
    ),
  ];
  return (
    <ShortList
      title={m.helpdesk_orders()}
      things={person.orders}
      count={person.orderCount}
      none={m.helpdesk_person_no_orders()}
    >
      {(order) => (
        <Row
          key={order.id}
          to={adminPaths.order(order.id)}
          number={order.orderNumber}
          amount={order.total}
          chip={<OrderChip status={order.status} />}
          notes={[formatMoment(order.paidAt ?? order.createdAt), shopsOf(order).join(", "), order.paidWith]}
        />
      )}
    </ShortList>
  );
}

/** Cards that the person bought, gave or received, with their balances. */
export function PersonCards({ person }: { person: PersonDossier }) {
  const holderOf = ({ holderName, holderEmail }: DeskCard) =>
    holderEmail === person.email ? null : (holderName ?? holderEmail);
  return (
    <ShortList
      title={m.helpdesk_cards()}
      things={person.cards}
      count={person.cardCount}
      none={m.helpdesk_person_no_cards()}
    >
      {(card) => (
        <Row
          key={card.id}
          to={adminPaths.vendorArea(card.vendorId).card(card.id)}
          number={inFours(card.cardNumber)}
          amount={card.cardBalance}
          chip={<CardChips card={card} />}
          notes={[card.vendorName, holderOf(card)]}
        />
      )}
    </ShortList>
  );
}
