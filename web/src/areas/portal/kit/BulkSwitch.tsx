// Activates or deactivates all selected rows, and shows the result of each.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { memo, useRef, useState } from "react";
import { ApiError } from "@/api/error";
import { invalidate, type ReadPath } from "@/api/reading";
import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { StatusChip } from "@/ui/list/Chip";
import { Dialog } from "@/ui/overlay/Dialog";
import { toast } from "@/ui/overlay/toast";
import { activeWord, type Status } from "./status";

interface Switchable {
  id: string;
  isActive: boolean;
}

interface BulkOptions<Row> {
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  /** Labels of the results. */
  labels: { activate: () => string; deactivate: () => string };
  setStatus: (id: string, status: Status) => Promise<unknown>;
  /** Query paths to invalidate after the change. */
  invalidates: readonly ReadPath[];
  /** Called with the rows that could not be changed. */
  onDone: (left: readonly Row[]) => void;
}

/** Parallel calls: few enough not to slow the server down for others. */
const AT_ONCE = 4;

const verbs = { activate: m.lists_activate, deactivate: m.lists_deactivate };

export function BulkSwitch<Row extends Switchable>(props: BulkOptions<Row>) {
  const [asked, setAsked] = useState<Status>();
  const concerned = (status: Status) =>
    props.rows.filter(({ isActive }) => isActive === (status === "deactivate"));
  return (
    <>
      {(["activate", "deactivate"] as const).map((status) => (
        <Button
          key={status}
          size="small"
          aria-haspopup="dialog"
          disabled={concerned(status).length === 0}
          onClick={() => setAsked(status)}
        >
          {verbs[status]()}
        </Button>
      ))}
      {asked && (
        <BulkDialog {...props} rows={concerned(asked)} status={asked} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

/** `undefined` on success, else the error. */
type Result = string | undefined;

/** Whether the error concerns only this row, so that the others may succeed. */
function isAboutRow(error: unknown): error is ApiError {
  return error instanceof ApiError && [400, 404, 409].includes(error.status);
}

function messageOf({ fields, errorMessage }: ApiError): string {
  return Object.values(fields).join(" ") || errorMessage;
}

interface BulkDialogProps<Row> extends BulkOptions<Row> {
  status: Status;
  onClose: () => void;
}

function BulkDialog<Row extends Switchable>(props: BulkDialogProps<Row>) {
  const { status, nameOf, labels, setStatus, invalidates, onDone, onClose } = props;
  // Keep the rows as selected: refetching the list changes them.
  const [rows] = useState(props.rows);
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const isStopped = useRef(false);
  const [isStopping, setIsStopping] = useState(false);
  const client = useQueryClient();
  const successText = status === "activate" ? m.lists_activated() : m.lists_deactivated();
  const leftIn = (done: ReadonlyMap<string, Result>) =>
    rows.filter(({ id }) => !done.has(id) || done.get(id) !== undefined);
  const mutation = useMutation({
    mutationFn: async () => {
      const done = new Map<string, Result>();
      const tell = (id: string, result: Result) => {
        done.set(id, result);
        setResults(new Map(done));
      };
      try {
        const waiting = rows.values();
        const work = async (): Promise<void> => {
          const row = isStopped.current ? undefined : waiting.next().value;
          if (row === undefined) return undefined;
          try {
            await setStatus(row.id, status);
            tell(row.id, undefined);
          } catch (error) {
            if (!isAboutRow(error)) {
              // An error that concerns all rows stops the remaining calls.
              isStopped.current = true;
              throw error;
            }
            tell(row.id, messageOf(error));
          }
          return work();
        };
        const workers = Array.from({ length: AT_ONCE }, work);
        // Invalidate the lists only after the last call has ended.
        await Promise.allSettled(workers);
        await Promise.all(workers);
        return leftIn(done);
      } finally {
        await invalidate(client, invalidates);
      }
    },
    onSuccess: (left) => {
      if (left.length > 0) return;
      toast.success(successText);
      onDone([]);
    },
  });
  const isOver = mutation.isSuccess || mutation.isError;
  const stop = () => {
    isStopped.current = true;
    setIsStopping(true);
  };
  const close = () => {
    if (mutation.isPending) return;
    if (isOver) onDone(leftIn(results));
    onClose();
  };
  const questions = { activate: m.lists_bulk_activate, deactivate: m.lists_bulk_deactivate };
  return (
    <Dialog
      isOpen
      onClose={close}
      title={questions[status]({ count: rows.length })}
      footer={
        isOver ? (
          <Button variant="primary" onClick={close}>
            {m.lists_bulk_close()}
          </Button>
        ) : (
          <>
            <Button
              variant="quiet"
              onClick={mutation.isPending ? stop : close}
              aria-disabled={isStopping || undefined}
              data-initial-focus=""
            >
              {mutation.isPending ? m.lists_bulk_stop() : m.kit_cancel()}
            </Button>
            <Button
              variant={status === "deactivate" ? "danger" : "primary"}
              isBusy={mutation.isPending}
              onClick={() => mutation.isIdle && mutation.mutate()}
            >
              {verbs[status]()}
            </Button>
          </>
        )
      }
    >
      {mutation.isIdle ? (
        labels[status]()
      ) : (
        <>
          <p role="status">
            {m.lists_bulk_progress({ done: results.size - failedIn(results), count: rows.length })}
          </p>
          <ul aria-label={m.lists_bulk_results()} className="mt-4 max-h-[50dvh] overflow-y-auto">
            {rows.map((row) => (
              <ResultRow
                key={row.id}
                name={nameOf(row)}
                isKnown={results.has(row.id)}
                isOver={isOver}
                result={results.get(row.id)}
                isActive={status === "activate"}
              />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

function failedIn(results: ReadonlyMap<string, Result>): number {
  return [...results.values()].filter((result) => result !== undefined).length;
}

interface ResultRowProps {
  name: string;
  isKnown: boolean;
  /** Whether all calls have ended: a row without a result is unchanged. */
  isOver: boolean;
  result: Result;
  /** State of the row after success. */
  isActive: boolean;
}

/** Memoized, so that of hundreds of rows only those with a new result render. */
const ResultRow = memo(function ResultRow({ name, isKnown, isOver, result, isActive }: ResultRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-t border-line py-2">
      <span className="grow font-semibold wrap-anywhere">{name}</span>
      {!isKnown && (
        <span className="text-ink-soft">{isOver ? m.lists_bulk_untouched() : m.lists_bulk_waiting()}</span>
      )}
      {isKnown && result === undefined && <StatusChip isOn={isActive}>{activeWord(isActive)}</StatusChip>}
      {result !== undefined && <span className="text-danger">{result}</span>}
    </li>
  );
});
