import { useId } from "react";
import { ChoiceSelect, type Choice } from "@/ui/ChoiceSelect";

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
      <ChoiceSelect id={id} choices={choices} value={value} onChange={({ target }) => onPick(target.value)} />
    </div>
  );
}
