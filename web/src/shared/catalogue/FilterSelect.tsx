import { useId } from "react";
import { Icon } from "@/ui/Icon";
import type { Choice } from "@/ui/Select";

interface FilterSelectProps {
  label: string;
  choices: readonly Choice[];
  value: string;
  onPick: (value: string) => void;
}

/** Narrows a list to one of some kinds. Nothing can be wrong about it, so it needs nothing of a form's field. */
export function FilterSelect({ label, choices, value, onPick }: FilterSelectProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <span className="relative block">
        <select id={id} className="control" value={value} onChange={(event) => onPick(event.target.value)}>
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
    </div>
  );
}
