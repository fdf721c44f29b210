import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import type { LogEntry } from "./queries";

export interface Change {
  label: string;
  before: string | undefined;
  after: string | undefined;
}

/** Returns the change of a field whose meaning depends on the action, or `undefined` for all others. */
export function specialChange(name: string, action: LogEntry["action"], now: unknown): Change | undefined {
  if (name === "from" && action === "COUNTER_SETTINGS_CHANGED") return beginning(now);
  // Other entries count recovery codes in this field.
  if (name === "left" && action === "SHOP_CLOSING_ENDED")
    return { label: m.tenants_closing_left(), before: undefined, after: formatMoney(Number(now)) };
  return undefined;
}

/** Returns when counter settings take effect: at once, or a day later if they are looser. */
function beginning(from: unknown): Change {
  const isLater = typeof from === "string";
  return {
    label: m.log_field_in_force(),
    before: undefined,
    after: isLater ? m.log_in_force_from({ moment: formatMoment(from) }) : m.log_in_force_now(),
  };
}
