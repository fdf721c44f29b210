import { payoutStatus } from "@/areas/portal/kit/payoutLabels";
import { m } from "@/i18n";
import type { Column } from "@/shared/table/DataTable";
import { Chip } from "@/ui/list/Chip";
import type { Payout } from "./queries";

/** Column with the state of a payout, and whether its payee's payouts are paused. */
export const stateColumn: Column<Pick<Payout, "state" | "isPaused">> = {
  id: "state",
  label: m.payouts_state,
  isStatus: true,
  text: ({ state }) => payoutStatus(state).words,
  cell: ({ state, isPaused }) => {
    const { words, tone } = payoutStatus(state);
    return (
      <span className="flex flex-wrap gap-1.5">
        <Chip tone={tone}>{words}</Chip>
        {isPaused && <Chip tone="danger">{m.pauses_chip()}</Chip>}
      </span>
    );
  },
};
