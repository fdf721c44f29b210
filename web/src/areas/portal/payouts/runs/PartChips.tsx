import { Chip, type ChipTone } from "@/ui/list/Chip";
import { runParts } from "./labels";
import type { PayoutRun } from "./queries";

const tones: Partial<Record<string, ChipTone>> = {
  drafted: "warning",
  approved: "brand",
  exported: "brand",
  paid: "success",
  failed: "danger",
};

/** Parts of a run that have payouts, such as "18 to approve". */
export function PartChips({ run }: { run: PayoutRun }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {runParts(run).map(({ part, text }) => (
        <Chip key={part} tone={tones[part]}>
          {text}
        </Chip>
      ))}
    </span>
  );
}
