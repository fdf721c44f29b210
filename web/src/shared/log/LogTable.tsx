import { Link, useLocation } from "react-router";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { useProfile } from "@/session/current";
import { browserName } from "@/shared/people/browserName";
import { roleName } from "@/shared/people/roleName";
import { Cell, HeaderCell, Table, type RowsQuery } from "@/shared/table/Table";
import { EmptyState } from "@/ui/EmptyState";
import { Sentence } from "@/ui/Sentence";
import { placeOf } from "./places";
import type { LogEntry } from "./queries";
import { actorOf, changesOf, messageOf, subjectOf, type Change } from "./words";

interface LogTableProps {
  entries: readonly LogEntry[] | undefined;
  query: RowsQuery;
}

/** Who did what, the newest first. */
export function LogTable({ entries, query }: LogTableProps) {
  const header = (
    <>
      <HeaderCell>{m.log_when()}</HeaderCell>
      <HeaderCell>{m.log_what()}</HeaderCell>
      <HeaderCell>{m.log_from_where()}</HeaderCell>
    </>
  );
  return (
    <Table
      caption={m.log_title()}
      header={header}
      columnCount={3}
      isStacking
      query={query}
      rows={entries?.map((entry) => (
        <Row key={entry.id} entry={entry} />
      ))}
      empty={<EmptyState scene="nothing-found" title={m.log_none()} />}
    />
  );
}

function Row({ entry }: { entry: LogEntry }) {
  const { at, role, reason, address, userAgent } = entry;
  const profile = useProfile();
  const { pathname } = useLocation();
  const found = placeOf(entry, profile);
  // On its own page it leads nowhere.
  const place = found === pathname ? undefined : found;
  return (
    <tr>
      <Cell className="align-top whitespace-nowrap">{formatMoment(at)}</Cell>
      <Cell label={m.log_what()} isLong className="wrap-anywhere align-top">
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
      </Cell>
      <Cell label={m.log_from_where()} className="align-top text-sm text-ink-soft">
        {address ?? "–"}
        {userAgent !== null && (
          <span className="block" title={userAgent}>
            {browserName(userAgent)}
          </span>
        )}
      </Cell>
    </tr>
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
