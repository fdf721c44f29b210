// Ledger position of a report: the last transfer included. The server sends it in a header, because
// the API specifies the report's fields.
import { queryOptions } from "@tanstack/react-query";
import type { AnswerOf, ReadArguments } from "@/api/client";
import { keyOf, send, type Readable } from "@/api/reading";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";

/** Number of characters that identify a transfer. */
const REFERENCE = 8;

/** Returns the short reference of a transfer. */
export function referenceOf(transfer: string): string {
  return transfer.slice(-REFERENCE).toUpperCase();
}

/** Metadata of a report. */
export interface Positioned {
  /** Formatted position; `undefined` before the first transfer. */
  ledgerPosition?: string | undefined;
}

/** Formats a position like `trf_06b4qhk2w8; at="2026-03-10T15:00:00Z"`. */
function positionInWords(header: string | null): string | undefined {
  const [, transfer, moment] = /^(\w+); at="([^"]+)"$/.exec(header ?? "") ?? [];
  if (transfer === undefined || moment === undefined) return undefined;
  return m.reports_ledger_position({ transfer: referenceOf(transfer), moment: formatMoment(moment) });
}

/** Query for a report with its ledger position. */
export function readingReport<P extends Readable>(path: P, ...args: ReadArguments<P>) {
  return queryOptions({
    queryKey: [...keyOf(path, ...args), "positioned"],
    queryFn: async ({ signal }): Promise<AnswerOf<P> & Positioned> => {
      let ledgerPosition: string | undefined;
      const onHeaders = (headers: Headers) => {
        ledgerPosition = positionInWords(headers.get("ledger-position"));
      };
      const report: object = await send("get", path, { ...args[0], signal, onHeaders });
      return { ...report, ledgerPosition } as AnswerOf<P> & Positioned;
    },
  });
}
