// Preview of an import: number of rows by outcome, and the first rows.
import { useState } from "react";
import { m } from "@/i18n";
import { saveFile } from "@/lib/saveFile";
import { DataTable, type Column } from "@/shared/table/DataTable";
import { Button } from "@/ui/form/Button";
import { Notice } from "@/ui/layout/Notice";
import { Chip, type ChipTone } from "@/ui/list/Chip";
import { Fact } from "@/ui/list/Fact";
import { Pagination } from "@/ui/list/Pagination";
import type { Preview, PreviewRow } from "./kinds";

const outcomes: Record<PreviewRow["outcome"], { tone: ChipTone; label: () => string }> = {
  NEW: { tone: "success", label: m.import_outcome_new },
  CHANGED: { tone: "brand", label: m.import_outcome_changed },
  UNCHANGED: { tone: "neutral", label: m.import_outcome_unchanged },
  REFUSED: { tone: "danger", label: m.import_outcome_refused },
};

const columns: readonly Column<PreviewRow>[] = [
  {
    id: "name",
    label: m.import_name,
    cell: ({ name }) => <span className="wrap-anywhere">{name || "–"}</span>,
  },
  { id: "key", label: m.import_key, cell: ({ key }) => <span className="wrap-anywhere">{key || "–"}</span> },
  { id: "line", label: m.import_line, isNumber: true, cell: ({ line }) => line },
  {
    id: "outcome",
    isLong: true,
    label: m.import_outcome,
    cell: ({ outcome, reasons }) => (
      <>
        <Chip tone={outcomes[outcome].tone}>{outcomes[outcome].label()}</Chip>
        {reasons.map(({ column, message }) => (
          <span key={column} className="mt-1 block text-sm wrap-anywhere">
            {column === "" ? message : m.import_reason({ column, message })}
          </span>
        ))}
      </>
    ),
  },
];

/** Rows per page. On a phone a row is a card, so more of them make a page very long. */
const ROWS = 25;

interface PreviewSectionProps {
  preview: Preview;
  /** Name of the chosen file. */
  fileName: string;
}

export function PreviewSection({ preview, fileName }: PreviewSectionProps) {
  const { newRows, changedRows, unchangedRows, refusedRows, ignoredColumns, rows, refusedFile } = preview;
  const [page, setPage] = useState(1);
  const shown = rows.slice((page - 1) * ROWS, page * ROWS);
  const all = newRows + changedRows + unchangedRows + refusedRows;
  return (
    <section className="mt-8 min-w-0">
      <h2 className="text-xl wrap-anywhere">{m.import_preview({ name: fileName })}</h2>
      <dl className="mt-3 grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Fact term={m.import_outcome_new()}>{String(newRows)}</Fact>
        <Fact term={m.import_outcome_changed()}>{String(changedRows)}</Fact>
        <Fact term={m.import_outcome_unchanged()}>{String(unchangedRows)}</Fact>
        <Fact term={m.import_outcome_refused()}>{String(refusedRows)}</Fact>
      </dl>
      {refusedRows > 0 && (
        <Notice tone="danger" className="mt-4">
          <p>{m.import_refused({ count: refusedRows })}</p>
          {refusedFile !== null && (
            <Button
              variant="secondary"
              size="small"
              className="mt-3"
              onClick={() => saveFile(m.import_refused_file(), refusedFile, "text/csv;charset=utf-8")}
            >
              {m.import_refused_download()}
            </Button>
          )}
        </Notice>
      )}
      {ignoredColumns.length > 0 && (
        <Notice className="mt-4">
          <p className="wrap-anywhere">{m.import_ignored({ columns: ignoredColumns.join(", ") })}</p>
        </Notice>
      )}
      <div className="mt-4">
        <DataTable
          caption={m.import_preview({ name: fileName })}
          columns={columns}
          rows={shown}
          idOf={({ line }) => String(line)}
        />
      </div>
      {rows.length < all && (
        <p className="mt-2 text-sm text-ink-soft">{m.import_first({ count: rows.length })}</p>
      )}
      <Pagination
        page={page}
        pageCount={Math.ceil(rows.length / ROWS)}
        onPage={setPage}
        label={m.import_pages()}
      />
    </section>
  );
}
