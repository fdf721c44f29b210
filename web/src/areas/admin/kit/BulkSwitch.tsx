// Switches all rows that were chosen on or off, and says of each what became of it.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { memo, useRef, useState } from "react";
import { ApiError } from "@/api/error";
import { invalidate, type ReadPath } from "@/api/reading";
import { m } from "@/i18n";
import { Button } from "@/ui/Button";
import { StatusChip } from "@/ui/Chip";
import { Dialog } from "@/ui/Dialog";
import { toast } from "@/ui/toast";
import { activeWord, type Status } from "./status";

interface Switchable {
  id: string;
  isActive: boolean;
}

interface BulkOptions<Row> {
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  /** What comes of switching one on, and off. */
  labels: { activate: () => string; deactivate: () => string };
  setStatus: (id: string, status: Status) => Promise<unknown>;
  /** What was read before and isn't true any more. */
  invalidates: readonly ReadPath[];
  /** With those that could not be switched. */
  onDone: (left: readonly Row[]) => void;
}

/** Few enough that nobody else has to wait for them. */
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

/** Undefined where it was done. */
type Result = string | undefined;

/** What the server objects to in this one row: the others may go well. */
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
  // The list is read again when it is done: then the rows are what they were not.
  const [rows] = useState(props.rows);
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const isStopped = useRef(false);
  const [isStopping, setIsStopping] = useState(false);
  const client = useQueryClient();
  const said = status === "activate" ? m.lists_activated() : m.lists_deactivated();
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
              // What fails for all fails once.
              isStopped.current = true;
              throw error;
            }
            tell(row.id, messageOf(error));
          }
          return work();
        };
        const workers = Array.from({ length: AT_ONCE }, work);
        // The lists are read again only when no call is under way any more.
        await Promise.allSettled(workers);
        await Promise.all(workers);
        return leftIn(done);
      } finally {
        await invalidate(client, invalidates);
      }
    },
    onSuccess: (left) => {
      if (left.length > 0) return;
      toast.success(said);
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
              data-first-stop=""
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
  /** Nothing more is done: a row without a result stays as it was. */
  isOver: boolean;
  result: Result;
  /** What it is, once it is done. */
  isActive: boolean;
}

/** Drawn anew only when its own result is there: one of hundreds changes at a time. */
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
