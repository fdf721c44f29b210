import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { adminPaths } from "@/adminPaths";
import type { components } from "@/api/schema.d";
import { m } from "@/i18n";
import { formatCalendarDate, formatMoment } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { withQuery } from "@/paths";
import { Icon } from "@/ui/Icon";
import { Skeleton } from "@/ui/layout/Skeleton";
import { healthQuery, nextPayoutsQuery } from "./queries";

type Health = components["schemas"]["HealthReply"];
type Upcoming = components["schemas"]["UpcomingPayout"];

const ASKED_EVERY_MS = 60_000;
/** Wait after which an email counts as undelivered. */
const LATE_MS = 5 * 60_000;

/**
 * Maximum delay of checking a charge: the gateway announces no disputes, so we must ask within
 * days.
 */
const CHARGES_LATE_MS = 3 * 24 * 60 * 60_000;

function areChargesLate(dueSince: string | null): dueSince is string {
  return dueSince !== null && Date.now() - Date.parse(dueSince) > CHARGES_LATE_MS;
}

interface Sign {
  isWell: boolean;
  words: string;
  to: string;
}

/**
 * Warning for each safeguard that is turned off in the settings, with the page to watch instead.
 */
const withoutGuard: Record<Health["guardsOff"][number], () => Pick<Sign, "words" | "to">> = {
  SECOND_PERSON: () => ({ words: m.dashboard_health_one_person(), to: adminPaths.log() }),
  ORDER_REVIEW: () => ({ words: m.dashboard_health_no_reviews(), to: adminPaths.openCases("reviews") }),
  PROVEN_MONEY: () => ({ words: m.dashboard_health_no_proof(), to: adminPaths.openCases("reviews") }),
};

function signsOf(health: Health): readonly Sign[] {
  const { mailsDue, mailsDueSince, canBePaid, paymentsOpen, lastPaidAt, booksCheckedUntil } = health;
  const isLate = mailsDueSince !== null && Date.now() - Date.parse(mailsDueSince) > LATE_MS;
  const books = adminPaths.books();
  return [
    {
      isWell: !isLate,
      words: isLate
        ? m.dashboard_health_mails_due({ count: mailsDue, moment: formatMoment(mailsDueSince) })
        : m.dashboard_health_mails(),
      to: adminPaths.openCases("dead-letters"),
    },
    canBePaid && paymentsOpen === 0
      ? {
          isWell: true,
          words:
            lastPaidAt === null
              ? m.dashboard_health_gateway()
              : m.dashboard_health_gateway_last({ moment: formatMoment(lastPaidAt) }),
          to: adminPaths.payments(),
        }
      : {
          isWell: false,
          words: canBePaid
            ? m.dashboard_health_gateway_open({ count: paymentsOpen })
            : m.dashboard_health_gateway_off(),
          to: withQuery(adminPaths.payments(), { end: "OPEN" }),
        },
    health.isStopped || booksCheckedUntil === null
      ? {
          isWell: false,
          words: health.isStopped ? m.dashboard_health_books_stopped() : m.dashboard_health_books_never(),
          to: books,
        }
      : {
          isWell: true,
          words: m.dashboard_health_books({ moment: formatMoment(booksCheckedUntil) }),
          to: books,
        },
    ...(areChargesLate(health.chargesDueSince)
      ? [
          {
            isWell: false,
            words: m.dashboard_health_charges_late({ moment: formatMoment(health.chargesDueSince) }),
            to: adminPaths.openCases("reversals"),
          },
        ]
      : []),
    ...health.guardsOff.map((guard) => ({ isWell: false, ...withoutGuard[guard]() })),
  ];
}

/** Date and total of the next payouts. */
function NextPayouts({ next }: { next: Upcoming }) {
  const [amount, day] = [formatMoney(next.amount), formatCalendarDate(next.payday)];
  return (
    <li>
      <Link to={adminPaths.payouts()} className={`${look} text-ink`}>
        <Icon name="banknote" size={18} className="text-ink-soft" />
        {m.dashboard_next_payouts({ amount, day })}
      </Link>
    </li>
  );
}

const look = "inline-flex min-h-11 items-center gap-2 text-sm no-underline hover:underline";

/** State of email, payments and ledger with links to details, and the next payouts. */
export function HealthLine() {
  const signs = useQuery({ ...healthQuery, refetchInterval: ASKED_EVERY_MS });
  const payouts = useQuery(nextPayoutsQuery);
  const [health, next] = [signs.data, payouts.data];
  if (signs.isPending && payouts.isPending) return <Skeleton className="mt-4 h-11 w-full" />;
  if (!health && !next) return null;
  return (
    <ul aria-label={m.dashboard_health()} className="mt-4 flex flex-wrap gap-x-8 gap-y-1">
      {(health ? signsOf(health) : []).map(({ isWell, words, to }) => (
        <li key={words}>
          <Link to={to} className={`${look} ${isWell ? "text-ink" : "font-semibold text-danger"}`}>
            <Icon
              name={isWell ? "circle-check" : "circle-exclamation-point"}
              size={18}
              className={isWell ? "text-success" : "text-danger"}
            />
            {words}
          </Link>
        </li>
      ))}
      {next && <NextPayouts next={next} />}
    </ul>
  );
}
