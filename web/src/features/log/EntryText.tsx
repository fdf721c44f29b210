import { Link, useLocation } from "react-router";
import { m } from "@/i18n";
import { useProfile } from "@/session/current";
import { RichMessage } from "@/ui/RichMessage";
import { subjectLink } from "./subjectLinks";
import type { LogEntry } from "./queries";
import type { Change } from "./specialChange";
import { actorOf, changesOf, messageOf, standingOf, subjectOf } from "./labels";

/** Text of a log entry: actor, role, action, changes and reason. */
export function EntryText({ entry }: { entry: LogEntry }) {
  const { reason } = entry;
  const standing = standingOf(entry);
  const profile = useProfile();
  const { pathname } = useLocation();
  const found = subjectLink(entry, profile);
  // No link to the page that is already open.
  const place = found === pathname ? undefined : found;
  return (
    <>
      <p className="font-semibold">
        <RichMessage
          message={messageOf(entry)}
          parts={{
            who: actorOf(entry),
            what: place ? <Link to={place}>{subjectOf(entry)}</Link> : subjectOf(entry),
          }}
        />
      </p>
      {standing !== "" && <p className="text-sm wrap-anywhere text-ink-soft">{standing}</p>}
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
