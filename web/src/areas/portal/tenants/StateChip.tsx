import { m } from "@/i18n";
import { StatusChip, type ChipTone } from "@/ui/list/Chip";
import type { TenantItem } from "./config";
import type { TenantState } from "./values";

const states: Record<TenantState, { tone: ChipTone; word: () => string }> = {
  PENDING: { tone: "warning", word: m.tenants_pending },
  ACTIVE: { tone: "success", word: m.lists_active },
  INACTIVE: { tone: "neutral", word: m.lists_inactive },
  REJECTED: { tone: "danger", word: m.tenants_rejected },
};

export function stateName(state: TenantState): string {
  return states[state].word();
}

/** Chip with the state of a vendor or charity. */
export function StateChip({ state, closedAt }: Pick<TenantItem, "state" | "closedAt">) {
  if (closedAt) return <StatusChip isOn={false}>{m.tenants_closed()}</StatusChip>;
  return (
    <StatusChip isOn={state === "ACTIVE"} tone={states[state].tone}>
      {stateName(state)}
    </StatusChip>
  );
}
