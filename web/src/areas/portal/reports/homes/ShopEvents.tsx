import { Link } from "react-router";
import type { components } from "@/api/schema.d";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { formatMoney } from "@/lib/money";

type ShopEvent = components["schemas"]["ShopEvent"];

const sentences: Record<ShopEvent["kind"], (said: { person: string; amount: string }) => string> = {
  SOLD: m.summary_event_sold,
  TAKEN_OVER: m.summary_event_taken_over,
  HANDED_OVER: m.summary_event_handed_over,
  REDEEMED: m.summary_event_redeemed,
  CASHED_OUT: m.summary_event_cashed_out,
  UNDONE: m.summary_event_undone,
  CANCELLED: m.summary_event_cancelled,
  FROZEN: m.summary_event_frozen,
  UNFROZEN: m.summary_event_unfrozen,
};

export const eventId = ({ date, kind, cardId }: ShopEvent) => `${date} ${kind} ${cardId}`;

export const eventSentence = ({ kind, person, amount }: ShopEvent) =>
  sentences[kind]({ person: person ?? brand.name, amount: formatMoney(amount ?? 0) });

/** Latest events of a shop, each with a link to its card. */
export function ShopEvents({
  events,
  toCard,
}: {
  events: readonly ShopEvent[];
  toCard: (id: string) => string;
}) {
  if (events.length === 0) return <p className="text-ink-soft">{m.summary_events_none()}</p>;
  return (
    <ol className="-my-2 divide-y divide-line">
      {events.map((event) => (
        <li key={eventId(event)} className="relative py-2.5">
          <Link
            to={toCard(event.cardId)}
            className="text-ink no-underline after:absolute after:inset-0 hover:underline"
          >
            {eventSentence(event)}
          </Link>
          <span className="block text-sm text-ink-soft tabular-nums">
            {formatMoment(event.date)} · {event.cardNumber}
          </span>
        </li>
      ))}
    </ol>
  );
}
