// Up to which transfer of the ledger a report was added up. It stands in a header, since the reports have the fields of the API alone.
import { queryOptions } from "@tanstack/react-query";
import type { AnswerOf, ReadArguments } from "@/api/client";
import { keyOf, send, type Readable } from "@/api/reading";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";

/** So much of a transfer's id tells it apart from others. */
const REFERENCE = 8;

/** A transfer as people name it. */
export function referenceOf(transfer: string): string {
  return transfer.slice(-REFERENCE).toUpperCase();
}

/** What is known of a report beside its figures. */
export interface Positioned {
  /** In words; undefined where nothing was moved yet. */
  ledgerPosition?: string | undefined;
}

/** `trf_06b4qhk2w8; at="2026-03-10T15:00:00Z"`, in words. */
export function positionInWords(header: string | null): string | undefined {
  const [, transfer, moment] = /^(\w+); at="([^"]+)"$/.exec(header ?? "") ?? [];
  if (transfer === undefined || moment === undefined) return undefined;
  return m.reports_ledger_position({ transfer: referenceOf(transfer), moment: formatMoment(moment) });
}

/** Reads a report together with its position. */
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
