import type { ReactNode } from "react";
import { m } from "@/i18n";
import { Cell, HeaderCell } from "@/shared/table/Table";
import { buttonLook } from "@/ui/buttonLook";

/** What can be done with the thing of a row: at its end, and on a phone below it. */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    <Cell>
      <span className="flex justify-end gap-1 max-md:flex-wrap max-md:justify-start">{children}</span>
    </Cell>
  );
}

/**
 * The place of an action that a row doesn't have: without it, the next one would stand where all other rows have this one, and
 * whoever goes down the list would press the wrong one.
 */
export function EmptySlot({ label }: { label: string }) {
  return (
    <span aria-hidden="true" className={buttonLook({ size: "small" }, "invisible max-md:hidden")}>
      {label}
    </span>
  );
}

/** Above the actions, which need no heading for those who see them. */
export function ActionsHeader() {
  return (
    <HeaderCell>
      <span className="sr-only">{m.lists_actions()}</span>
    </HeaderCell>
  );
}
