import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { CARD_TYPES, cardTypeNames } from "@/areas/portal/kit/cardTypes";
import { DownloadMenu, FILE_KINDS } from "@/shared/table/DownloadMenu";
import { Equation, type Term } from "@/shared/table/Equation";
import type { FileKind } from "@/shared/table/saveSheets";
import { m } from "@/i18n";
import { businessToday, formatCalendarDate, formatMoment } from "@/lib/dates";
import { Page } from "@/shared/page/Page";
import { usePageActions } from "@/shared/page/pageActions";
import { PageHeading } from "@/shared/page/PageHeading";
import { showErrorToast } from "@/shared/page/showErrorToast";
import { RetryScene } from "@/shared/page/RetryScene";
import { SavedViewsMenu } from "@/shared/table/SavedViewsMenu";
import { asQuery, type AnyQuery } from "@/shared/table/anyQuery";
import { Checkbox } from "@/ui/form/Checkbox";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Pagination } from "@/ui/list/Pagination";
import { DateRangeFields } from "@/ui/rich/DateRangeFields";
import { Select } from "@/ui/form/Select";
import { figuresClass } from "./figuresClass";
import { AsOfField } from "./AsOfField";
import { comparison, periodInWords } from "./comparison";
import { barField, FilterBar } from "./FilterBar";
import type { Positioned } from "./ledgerPosition";
import type { MailedReport } from "./mailedReport";
import { MailedReports } from "./MailedReports";
import { rowsOn, type Rows } from "./queries";
import { ReportTable, type ReportColumn } from "./ReportTable";
import { saveReport } from "./saveReport";
import {
  closingDaysOf,
  isUnderWay,
  periodBefore,
  periodsOf,
  presetsOf,
  useViewedReport,
  type ReportFilter,
  type ShownReport,
} from "./useReportFilter";

const ROWS_AT_ONCE = 1000;

interface ReportPageProps<Report extends { totalItems: number; totalPages: number }, Row extends object> {
  title: string;
  /** Name of its exported file. */
  name: string;
  filter: ShownReport;
  hasBrands?: boolean;
  /** Whether the report shows the state at the end of a day. */
  isAsOf?: boolean;
  /** Shop or charity of the report; absent in reports on all of them. */
  owner?: AnyQuery<{ displayName: string }>;
  /** Additional filter fields. */
  fields?: ReactNode;
  queryOf: (filter: ReportFilter, rows: Rows) => AnyQuery<Report & Positioned>;
  /** Subscription parameters, if the report can be emailed. */
  mailed?: MailedReport;
  /** Notice above the figures. */
  notice?: (report: Report) => ReactNode;
  /** Calculations, a line each. */
  equations: (report: Report | undefined) => readonly (readonly Term[])[];
  summary: readonly ReportColumn<Report>[];
  details: (report: Report | undefined) => readonly ReportColumn<Row>[];
  rowsOf: (report: Report) => readonly Row[];
  /** Content between the equations and the tables. */
  chart?: ReactNode;
  /** Definitions of the figures. */
  definitions?: () => string;
}

/** A report page: filters, equations, rows, and downloads. */
export function ReportPage<Report extends { totalItems: number; totalPages: number }, Row extends object>(
  props: ReportPageProps<Report, Row>,
) {
  const {
    title,
    name,
    filter,
    hasBrands = false,
    isAsOf = false,
    owner,
    fields,
    queryOf,
    mailed,
    notice,
    equations,
    summary,
    details,
    rowsOf,
    chart,
    definitions = m.reports_definitions,
  } = props;
  const client = useQueryClient();
  const viewed = useViewedReport();
  const [isSaving, setIsSaving] = useState(false);
  const query = asQuery(queryOf(filter, rowsOn(filter.page)));
  const found = useQuery(query);
  const report = found.data;
  const shown = details(report);
  const untold = summary.filter(({ isInTiles }) => !isInTiles);
  const today = businessToday();
  const earlier = isAsOf ? presetsOf(filter.range.endDate).endOfLastMonth : periodBefore(filter.range);
  const compare = isUnderWay(filter.range, today) ? m.reports_compare_so_far : m.reports_compare;
  const before = useQuery({
    ...asQuery(queryOf({ ...filter, range: earlier }, { pageIndex: 1, pageSize: 1 })),
    enabled: filter.isCompared,
  });
  const compared = filter.isCompared && before.data ? equations(before.data) : undefined;

  const save = async (kind: FileKind) => {
    setIsSaving(true);
    try {
      const page = (pageIndex: number) =>
        client.fetchQuery({ ...asQuery(queryOf(filter, { pageIndex, pageSize: ROWS_AT_ONCE })), gcTime: 0 });
      const first = await page(1);
      // One page at a time, so that a long report doesn't slow the server down for others.
      const from = async (pageIndex: number): Promise<Row[]> =>
        pageIndex > first.totalPages
          ? []
          : [...rowsOf(await page(pageIndex)), ...(await from(pageIndex + 1))];
      const rows = [...rowsOf(first), ...(await from(2))];
      // The file's equations come from the data just read, not from the screen.
      await saveReport(kind, {
        name,
        title,
        owner: owner && (await client.fetchQuery({ ...asQuery(owner), gcTime: 0 })).displayName,
        range: filter.range,
        period: periodInWords(filter.range, isAsOf),
        report: first,
        equations: equations(first),
        summary,
        details: details(first),
        rows,
        definitions: [definitions(), first.ledgerPosition].filter(Boolean).join(" "),
      });
    } catch (error) {
      showErrorToast(error);
    } finally {
      setIsSaving(false);
    }
  };
  usePageActions(
    report?.totalItems && !found.isPlaceholderData
      ? FILE_KINDS.map(([kind, label]) => ({
          label: `${m.reports_download()}: ${label()}`,
          icon: "download" as const,
          run: () => void save(kind),
        }))
      : [],
  );

  return (
    <Page title={title}>
      <header className="flex flex-wrap items-center justify-between gap-4">
        <PageHeading>{title}</PageHeading>
        <div className="flex flex-wrap gap-2">
          <SavedViewsMenu name={`report.${name}`} {...viewed} />
          {mailed && <MailedReports mailed={mailed} filter={filter} />}
          <DownloadMenu
            isBusy={isSaving}
            isDisabled={!report?.totalItems || found.isPlaceholderData}
            onSave={(kind) => void save(kind)}
          />
        </div>
      </header>
      <FilterBar
        periods={isAsOf ? closingDaysOf(today) : periodsOf(today)}
        range={filter.range}
        onRange={(range) => filter.show({ range })}
      >
        {isAsOf ? (
          <AsOfField
            day={filter.range.endDate}
            onDay={(day) => filter.show({ range: { startDate: day, endDate: day } })}
          />
        ) : (
          <DateRangeFields
            range={filter.range}
            onRange={(range) => filter.show({ range })}
            className={`gap-x-2 gap-y-1 max-sm:w-full ${barField}`}
          />
        )}
        {hasBrands && (
          <Select
            label={m.summary_card_brand()}
            value={filter.cardType}
            choices={CARD_TYPES.map((type) => ({ value: String(type), text: cardTypeNames[type]?.() ?? "" }))}
            onChange={(event) => filter.show({ cardType: Number(event.target.value) })}
            className={`max-sm:w-full ${barField}`}
          />
        )}
        {fields}
        <Checkbox
          label={
            isAsOf
              ? m.reports_compare_day({ day: formatCalendarDate(earlier.endDate) })
              : compare({ period: periodInWords(earlier, isAsOf) })
          }
          checked={filter.isCompared}
          onChange={(event) => filter.show({ isCompared: event.target.checked, page: filter.page })}
          className="mb-2 text-sm"
        />
      </FilterBar>
      {found.isLoadingError ? (
        <RetryScene error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <>
          <div className={figuresClass(found.isPlaceholderData)} aria-busy={found.isPlaceholderData}>
            {report && notice?.(report)}
            {equations(report).map((terms, line) => (
              <Equation
                key={terms[0]?.label}
                label={terms.at(-1)?.label ?? title}
                terms={terms.map((term, place) => ({
                  ...term,
                  note: comparison(term.amount, compared?.[line]?.[place]?.amount),
                }))}
              />
            ))}
            {chart}
          </div>
          {untold.length > 0 && (
            <ReportTable
              title={m.reports_summary()}
              columns={untold}
              rows={report && [report]}
              query={found}
              isTitleHidden
            />
          )}
          <ReportTable
            title={m.reports_details()}
            columns={shown}
            rows={report && rowsOf(report)}
            sumLabel={m.reports_total()}
            page={filter.page}
            query={found}
            empty={
              <EmptyState scene="nothing-found" title={m.kit_table_empty()} headingLevel="h3">
                {m.reports_empty()}
              </EmptyState>
            }
          />
          {report && (
            <div className="mt-3 flex justify-end">
              <Pagination
                page={filter.page}
                pageCount={report.totalPages}
                onPage={(page) => filter.show({ page })}
              />
            </div>
          )}
          <p className="mt-8 max-w-[80ch] text-sm text-ink-soft">
            {definitions()}{" "}
            {report &&
              m.reports_read_at({ moment: formatMoment(new Date(found.dataUpdatedAt).toISOString()) })}{" "}
            {report?.ledgerPosition}
          </p>
        </>
      )}
    </Page>
  );
}
