import { useId } from "react";
import { ChoiceSelect, type Choice } from "@/ui/form/ChoiceSelect";

interface FilterSelectProps {
  label: string;
  choices: readonly Choice[];
  value: string;
  onPick: (value: string) => void;
}

/** Select that filters a list. It has no validation, so it doesn't use the form kit. */
export function FilterSelect({ label, choices, value, onPick }: FilterSelectProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <ChoiceSelect id={id} choices={choices} value={value} onChange={({ target }) => onPick(target.value)} />
    </div>
  );
}
