import { useId, useState } from "react";
import { m } from "@/i18n";
import { buttonClass } from "@/ui/form/buttonClass";
import { Checkbox } from "@/ui/form/Checkbox";
import { Icon } from "@/ui/Icon";
import { PopUp } from "@/ui/overlay/PopUp";
import type { Column } from "./DataTable";
import type { TableView } from "./view";

interface ViewMenuProps<Row> {
  columns: readonly Column<Row>[];
  view: TableView;
}

/** Menu that selects columns and row spacing. */
export function ViewMenu<Row>({ columns, view }: ViewMenuProps<Row>) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { hidden, isDense, change } = view;
  const toggle = (column: string) =>
    change({
      hidden: hidden.includes(column) ? hidden.filter((each) => each !== column) : [...hidden, column],
    });
  return (
    <>
      <button type="button" popoverTarget={id} className={buttonClass({ variant: "quiet" })}>
        <Icon name="eye" size={20} />
        {m.lists_view()}
      </button>
      <PopUp id={id} label={m.lists_view()} onBeforeToggle={setIsOpen}>
        {isOpen && (
          <>
            <Checkbox
              label={m.lists_airy()}
              checked={!isDense}
              onChange={() => change({ isDense: !isDense })}
            />
            <p className="mt-2 text-sm font-semibold text-ink-soft">{m.lists_columns()}</p>
            {columns.slice(1).map(({ id: column, label }) => (
              <Checkbox
                key={column}
                label={label()}
                checked={!hidden.includes(column)}
                onChange={() => toggle(column)}
              />
            ))}
          </>
        )}
      </PopUp>
    </>
  );
}
