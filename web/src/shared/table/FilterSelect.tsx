import { ChoiceSelect, type Choice } from "@/ui/ChoiceSelect";

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
    <div className="max-sm:w-full">
      <ChoiceSelect
        aria-label={label}
        choices={[{ value: "", text: everything }, ...choices]}
        value={value ?? ""}
        onChange={({ target }) => onPick(target.value || undefined)}
      />
    </div>
  );
}
