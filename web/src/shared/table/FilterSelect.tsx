import { Icon } from "@/ui/Icon";
import type { Choice } from "@/ui/Select";

interface FilterSelectProps {
  label: string;
  /** What stands for no filter at all. */
  everything: string;
  choices: readonly Choice[];
  value: string | undefined;
  onPick: (value: string | undefined) => void;
}

/** Narrows a list to one kind of thing. It says itself what it is about, so its label is only read out. */
export function FilterSelect({ label, everything, choices, value, onPick }: FilterSelectProps) {
  return (
    <span className="relative max-sm:w-full">
      <select
        aria-label={label}
        value={value ?? ""}
        onChange={({ target }) => onPick(target.value || undefined)}
        className="control pr-11"
      >
        <option value="">{everything}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.text}
          </option>
        ))}
      </select>
      <Icon
        name="chevron-down"
        size={20}
        className="pointer-events-none absolute top-3.5 right-3.5 text-ink-soft"
      />
    </span>
  );
}
