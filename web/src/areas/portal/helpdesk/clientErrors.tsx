// List of errors of the web app in browsers, with the stack of the newest report.
import { adminPaths } from "@/adminPaths";
import type { components } from "@/api/schema.d";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { BackLink } from "@/shared/page/BackLink";
import type { Column } from "@/shared/table/DataTable";
import { choiceFilter, textFilter } from "@/shared/table/filters";
import { asLeft } from "@/shared/table/leftLists";
import { ListPage } from "@/shared/table/ListPage";
import { NEWEST_FIRST } from "@/shared/table/listState";
import { useListState } from "@/shared/table/useListState";
import { Disclosure } from "@/ui/layout/Disclosure";
import { errorsQuery, type ErrorKind } from "./listQueries";

type ClientError = components["schemas"]["ClientError"];

const kinds: Record<ErrorKind, () => string> = {
  UNCAUGHT: m.helpdesk_crash_uncaught,
  CAUGHT: m.helpdesk_crash_caught,
  REJECTION: m.helpdesk_crash_rejection,
  IMPORT: m.helpdesk_crash_import,
};

const options = {
  ...NEWEST_FIRST,
  filters: [
    textFilter("number", m.helpdesk_crash_number),
    choiceFilter({
      name: "kind",
      label: m.helpdesk_crash_kind,
      everything: m.helpdesk_crash_any_kind,
      choices: () => Object.entries(kinds).map(([value, words]) => ({ value, text: words() })),
    }),
  ],
} as const;

/** Where the newest report came from: page, browser, releases and trace. */
function Origin({ error: { engine, releases, traceId, firstSeenAt, stack } }: { error: ClientError }) {
  return (
    <Disclosure summary={m.helpdesk_crash_details()}>
      <p>{m.helpdesk_crash_engine({ engine })}</p>
      <p>{m.helpdesk_crash_releases({ releases: releases.join(", ") })}</p>
      <p>{m.helpdesk_crash_first({ moment: formatMoment(firstSeenAt) })}</p>
      {traceId !== null && <p className="wrap-anywhere">{m.helpdesk_crash_trace({ traceId })}</p>}
      {stack !== "" && (
        <pre lang="en" className="mt-3 text-sm wrap-anywhere whitespace-pre-wrap">
          {stack}
        </pre>
      )}
    </Disclosure>
  );
}

const columns: readonly Column<ClientError>[] = [
  {
    id: "message",
    label: m.helpdesk_crash_message,
    isLong: true,
    text: ({ message }) => message,
    cell: (error) => (
      <div className="wrap-anywhere whitespace-normal md:min-w-[36ch]">
        <span lang="en">{error.message}</span>
        <Origin error={error} />
      </div>
    ),
  },
  { id: "kind", label: m.helpdesk_crash_kind, isStatus: true, text: ({ kind }) => kinds[kind]() },
  { id: "route", label: m.helpdesk_crash_route, text: ({ route }) => route },
  { id: "count", label: m.helpdesk_crash_count, isNumber: true, text: ({ count }) => count },
  {
    id: "last",
    label: m.helpdesk_crash_last,
    className: "whitespace-nowrap",
    text: ({ lastSeenAt }) => lastSeenAt,
    cell: ({ lastSeenAt }) => formatMoment(lastSeenAt),
  },
];

/** List of errors in browsers, the last reported first. */
export function ClientErrorListPage() {
  const list = useListState(options);
  return (
    <>
      <BackLink to={asLeft(adminPaths.cards())}>{m.helpdesk_back()}</BackLink>
      <ListPage
        name="client-errors"
        title={m.helpdesk_crashes()}
        lead={m.helpdesk_crashes_lead()}
        list={list}
        query={errorsQuery}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ message }) => message}
        none={m.helpdesk_crashes_none()}
      />
    </>
  );
}
