import { useState } from "react";
import { m } from "@/i18n";
import { suggestAddress } from "@/lib/mistypedDomain";
import { Button } from "@/ui/form/Button";
import { IconButton } from "@/ui/form/IconButton";
import { TextField } from "@/ui/form/TextField";
import { CELLS, type GiftCell, type GiftListRow } from "./table";

/** Rows that are shown at once: a list may have a thousand. */
const STEP = 50;

interface ListRowsProps {
  rows: readonly GiftListRow[];
  onChange: (rows: GiftListRow[]) => void;
}

const labelOf: Record<GiftCell, () => string> = {
  to: m.purchase_to,
  email: m.field_email,
  amount: m.purchase_amount,
  message: m.purchase_gift_message,
  day: m.purchase_day,
};

const hasProblem = ({ problems }: GiftListRow) => Object.keys(problems).length > 0;

/** The rows of a list: those with problems first, each with its mend. */
export function ListRows({ rows, onChange }: ListRowsProps) {
  const [shown, setShown] = useState(STEP);
  const [edited, setEdited] = useState<ReadonlySet<number>>(new Set());
  const placed = rows.map((row, place) => ({ row, place }));
  const faulty = placed.filter(({ row, place }) => hasProblem(row) || edited.has(place));
  const fine = placed.filter(({ row, place }) => !hasProblem(row) && !edited.has(place));
  const edit = (place: number) => setEdited((before) => new Set(before).add(place));
  const set = (place: number, cell: GiftCell, text: string) => {
    edit(place);
    onChange(rows.map((row, other) => (other === place ? withCell(row, cell, text) : row)));
  };
  const remove = (place: number) => {
    const moved = [...edited].filter((other) => other !== place);
    setEdited(new Set(moved.map((other) => (other > place ? other - 1 : other))));
    onChange(rows.toSpliced(place, 1));
  };
  return (
    <>
      <ol className="mt-4 grid gap-3">
        {[...faulty, ...fine].slice(0, shown).map(({ row, place }) => (
          <li key={place} className="rounded-control bg-surface-quiet px-4 py-3">
            {hasProblem(row) || edited.has(place) ? (
              <EditedRow
                row={row}
                place={place}
                onSet={(cell, text) => set(place, cell, text)}
                onRemove={() => remove(place)}
              />
            ) : (
              <PlainRow
                row={row}
                place={place}
                onSet={(cell, text) => set(place, cell, text)}
                onEdit={() => edit(place)}
              />
            )}
          </li>
        ))}
      </ol>
      {rows.length > shown && (
        <Button className="mt-4" onClick={() => setShown(shown + STEP)}>
          {m.giftlist_more()}
        </Button>
      )}
    </>
  );
}

/** Returns the row with another text in a cell, whose problem may be gone. */
function withCell(row: GiftListRow, cell: GiftCell, text: string): GiftListRow {
  const { [cell]: _, ...problems } = row.problems;
  return { ...row, [cell]: text, problems };
}

interface RowProps {
  row: GiftListRow;
  place: number;
  onSet: (cell: GiftCell, text: string) => void;
}

function PlainRow({ row, place, onSet, onEdit }: RowProps & { onEdit: () => void }) {
  const facts = [row.amount, row.day, row.message].filter(Boolean).join(" \u00b7 ");
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 grow">
        <p className="font-semibold wrap-anywhere">
          {place + 1}. {row.to}
        </p>
        <p className="text-sm wrap-anywhere">{row.email}</p>
        {facts && <p className="line-clamp-2 text-sm wrap-anywhere text-ink-soft">{facts}</p>}
        <RowHints row={row} onSet={onSet} />
      </div>
      <IconButton icon="pencil" label={m.giftlist_edit({ name: row.to })} onClick={onEdit} />
    </div>
  );
}

function EditedRow({ row, place, onSet, onRemove }: RowProps & { onRemove: () => void }) {
  return (
    <fieldset>
      <legend className="sr-only">{m.giftlist_row({ number: place + 1 })}</legend>
      <div className="flex items-center justify-between gap-3">
        <p className="font-semibold">{m.giftlist_row({ number: place + 1 })}</p>
        <IconButton icon="trash" label={m.giftlist_remove({ number: place + 1 })} onClick={onRemove} />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        {CELLS.map((cell) => (
          <TextField
            key={cell}
            label={labelOf[cell]()}
            value={row[cell]}
            error={row.problems[cell]}
            inputMode={cell === "email" ? "email" : undefined}
            autoComplete="off"
            className={cell === "message" ? "sm:col-span-2" : undefined}
            onChange={({ target }) => onSet(cell, target.value)}
          />
        ))}
      </div>
      <RowHints row={row} onSet={onSet} />
    </fieldset>
  );
}

/** Hints for a row: a mistyped domain, and an address that is in the list twice. */
function RowHints({ row, onSet }: Pick<RowProps, "row" | "onSet">) {
  const meant = suggestAddress(row.email, true);
  return (
    <>
      {meant !== undefined && (
        <button
          type="button"
          className="min-h-11 text-start font-semibold wrap-anywhere text-brand underline underline-offset-3"
          onClick={() => onSet("email", meant)}
        >
          {m.form_email_meant({ email: meant })}
        </button>
      )}
      {row.isRepeated && <p className="text-sm font-semibold">{m.giftlist_repeated()}</p>}
    </>
  );
}
