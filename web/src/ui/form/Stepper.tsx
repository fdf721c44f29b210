import { useId, useState } from "react";
import { m } from "@/i18n";
import { IconButton } from "./IconButton";

interface StepperProps {
  label: string;
  /** Hides the label if the surrounding text explains the number; screen readers still get it. */
  isLabelHidden?: boolean | undefined;
  value: number;
  least: number;
  most: number;
  onChange: (value: number) => void;
}

/** A field for a small whole number with buttons and arrow keys. */
export function Stepper({ label, isLabelHidden = false, value, least, most, onChange }: StepperProps) {
  const id = useId();
  const [isCapped, setIsCapped] = useState(false);
  const change = (next: number) => {
    if (!Number.isInteger(next)) return;
    setIsCapped(next > most);
    onChange(Math.min(Math.max(next, least), most));
  };
  return (
    <div>
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : "mb-1.5 block font-semibold"}>
        {label}
      </label>
      <div className="inline-flex items-center rounded-control border-[1.5px] border-line-strong bg-surface">
        <IconButton
          icon="minus"
          label={m.kit_fewer()}
          disabled={value <= least}
          onClick={() => change(value - 1)}
        />
        <input
          id={id}
          className="min-h-11 w-11 [appearance:textfield] rounded-[4px] bg-transparent text-center font-[650] tabular-nums [&::-webkit-inner-spin-button]:hidden"
          type="number"
          inputMode="numeric"
          min={least}
          max={most}
          value={value}
          onChange={(event) => change(event.target.valueAsNumber)}
        />
        <IconButton
          icon="plus"
          label={m.kit_more()}
          disabled={value >= most}
          onClick={() => change(value + 1)}
        />
      </div>
      <p role="status" className="mt-1 text-sm text-ink-soft empty:hidden">
        {isCapped && m.kit_at_most({ most })}
      </p>
    </div>
  );
}
