import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { browserName } from "@/features/people/browserName";
import type { Column } from "@/shared/table/DataTable";
import { EntryText } from "./EntryText";
import type { LogEntry } from "./queries";
import { sentenceOf, standingOf } from "./labels";

/** Columns of the log: time, actor, action and origin. */
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
    text: (entry) => [sentenceOf(entry), standingOf(entry)].filter(Boolean).join(" – "),
    cell: (entry) => <EntryText entry={entry} />,
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
