// Notices about paused payouts: to administrators about all payees, and to the payee.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { components } from "@/api/schema.d";
import { openPausesQuery, placeOfPayee } from "@/areas/portal/kit/payoutPauses";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { paths } from "@/paths";
import { isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { Notice } from "@/ui/layout/Notice";
import type { Payout } from "./queries";

/** Payees whose payouts are paused, with links to their pages, where the pause is lifted. */
export function PausesNotice() {
  const pauses = useQuery(openPausesQuery()).data;
  if (!pauses || pauses.items.length === 0) return null;
  const more = pauses.totalItems - pauses.items.length;
  return (
    <Notice tone="danger" className="mb-4">
      <p className="font-semibold">{m.pauses_list({ count: pauses.totalItems })}</p>
      <ul className="mt-1">
        {pauses.items.map((pause) => (
          <li key={pause.id}>
            <Link to={placeOfPayee(pause)} className="inline-flex min-h-11 items-center wrap-anywhere">
              {m.pauses_listed({ name: pause.tenantName, day: formatDay(pause.pausedAt) })}
            </Link>
          </li>
        ))}
        {more > 0 && <li>{m.pauses_more({ count: more })}</li>}
      </ul>
    </Notice>
  );
}

interface OwnPauseNoticeProps {
  next: components["schemas"]["UpcomingPayout"] | undefined;
  /** Administrators' page about the payee. */
  payee: string;
}

/** Notice of a pause of a vendor's or charity's payouts. Managers get a link for questions. */
export function OwnPauseNotice({ next, payee }: OwnPauseNoticeProps) {
  const isReaderAdministrator = isAdministrator(useProfile());
  const since = next?.pausedSince;
  if (!since) return null;
  const day = formatDay(since);
  return (
    <Notice tone="danger" className="mb-4">
      <p>{isReaderAdministrator ? m.pauses_of_payee({ day }) : m.pauses_own({ day })}</p>
      <Link
        to={isReaderAdministrator ? payee : paths.contact()}
        className="inline-flex min-h-11 items-center font-semibold"
      >
        {isReaderAdministrator ? m.pauses_see() : m.pauses_contact()}
      </Link>
    </Notice>
  );
}

export function SeePause({ payout }: { payout: Payout }) {
  return (
    <Link to={placeOfPayee(payout)} className="mt-1 block w-fit font-semibold">
      {m.pauses_see()}
    </Link>
  );
}

interface NotSentNoticeProps {
  payout: Payout;
  isDecider: boolean;
}

/** Says that an approved payout isn't sent while the payee's payouts are paused. */
export function NotSentNotice({ payout, isDecider }: NotSentNoticeProps) {
  return (
    <Notice className="mt-6">
      {isDecider ? m.pauses_not_sent({ name: payout.tenantName }) : m.pauses_own_not_sent()}
      {isDecider && <SeePause payout={payout} />}
    </Notice>
  );
}
