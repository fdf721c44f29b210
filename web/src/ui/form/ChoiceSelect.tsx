import type { ComponentProps } from "react";
import { Icon } from "@/ui/Icon";

export interface Choice {
  value: string;
  text: string;
}

type ChoiceSelectProps = Omit<ComponentProps<"select">, "children" | "className"> & {
  choices: readonly Choice[];
};

/** The platform's own select: best on phones, and accessible by keyboard and screen reader. */
export function ChoiceSelect({ choices, ...select }: ChoiceSelectProps) {
  return (
    <span className="relative block">
      <select {...select} className="control pr-11">
        {choices.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
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
