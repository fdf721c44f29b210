import { useId, type ComponentProps } from "react";
import { FieldError } from "./FieldError";
import type { Choice } from "./ChoiceSelect";

export interface RadioGroupProps extends Pick<
  ComponentProps<"input">,
  "name" | "onBlur" | "ref" | "disabled"
> {
  legend: string;
  choices: readonly Choice[];
  value: string | undefined;
  onPick: (value: string) => void;
  error?: string | undefined;
  className?: string | undefined;
}

export function RadioGroup({
  legend,
  choices,
  value,
  onPick,
  error,
  className,
  ref,
  ...input
}: RadioGroupProps) {
  const ownName = useId();
  const errorId = useId();
  return (
    <fieldset className={className} aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      {choices.map((choice, index) => (
        <label key={choice.value} className="flex min-h-11 cursor-pointer items-center gap-3 py-1">
          <input
            {...input}
            ref={index === 0 ? ref : undefined}
            type="radio"
            name={input.name ?? ownName}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onPick(choice.value)}
            className="tick"
          />
          <span>{choice.text}</span>
        </label>
      ))}
      <FieldError id={errorId} message={error} />
    </fieldset>
  );
}
