import { Link, useLocation } from "react-router";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { useProfile } from "@/session/current";
import { browserName } from "@/shared/people/browserName";
import { roleName } from "@/shared/people/roleName";
import type { Column } from "@/shared/table/DataTable";
import { Sentence } from "@/ui/Sentence";
import { placeOf } from "./places";
import type { LogEntry } from "./queries";
import { actorOf, changesOf, messageOf, sentenceOf, subjectOf, type Change } from "./words";

/** Who did what, when and from where. */
export const logColumns: readonly Column<LogEntry>[] = [
  {
    id: "at",
    label: m.log_when,
    className: "align-top whitespace-nowrap",
    text: ({ at }) => at,
    cell: ({ at }) => formatMoment(at),
  },
  {
    id: "what",
    label: m.log_what,
    isLong: true,
    className: "wrap-anywhere align-top",
    text: sentenceOf,
    cell: (entry) => <What entry={entry} />,
  },
  {
    id: "address",
    label: m.log_from_where,
    className: "align-top text-sm text-ink-soft",
    text: ({ address }) => address,
    cell: ({ address, userAgent }) => (
      <>
        {address ?? "–"}
        {userAgent !== null && (
          <span className="block" title={userAgent}>
            {browserName(userAgent)}
          </span>
        )}
      </>
    ),
  },
];

function What({ entry }: { entry: LogEntry }) {
  const { role, reason } = entry;
  const profile = useProfile();
  const { pathname } = useLocation();
  const found = placeOf(entry, profile);
  // On its own page it leads nowhere.
  const place = found === pathname ? undefined : found;
  return (
    <>
      <p className="font-semibold">
        <Sentence
          message={messageOf(entry)}
          parts={{
            who: actorOf(entry),
            what: place ? <Link to={place}>{subjectOf(entry)}</Link> : subjectOf(entry),
          }}
        />
      </p>
      {role !== null && <p className="text-sm text-ink-soft">{roleName(role)}</p>}
      <Changes changes={changesOf(entry)} />
      {reason !== null && <p className="mt-1">{m.log_reason({ reason })}</p>}
    </>
  );
}

function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null;
  return (
    <ul className="mt-1 text-sm">
      {changes.map(({ label, before, after }) => (
        <li key={label}>
          {m.log_change({ label, values: [before, after].filter((text) => text !== undefined).join(" → ") })}
        </li>
      ))}
    </ul>
  );
}
