import { useLayoutEffect, useRef, type ChangeEvent, type ReactNode } from "react";
import { useControlledField } from "@/shared/form/useControlledField";
import { TextField } from "@/ui/TextField";
import { digitsOf } from "./cardNumber";

interface DigitsFieldProps {
  /** In the form; the control itself has no name, so that no browser sends it anywhere. */
  field: string;
  label: string;
  /** What becomes of what is typed or pasted. */
  shape: (text: string) => string;
  /** What becomes of it once the field is left. */
  complete?: (text: string) => string;
  /** Told when the field is left. */
  onLeave?: () => void;
  autoComplete: string;
  hint?: ReactNode;
  leading?: ReactNode;
  placeholder?: string;
  className?: string;
}

/** Digits of a payment card. What isn't one never gets in, and the caret stays where one is typing. */
export function DigitsField({ field, shape, complete, onLeave, ...rest }: DigitsFieldProps) {
  const { value, pick, wiring, error } = useControlledField<string>(field);
  const { ref, onBlur } = wiring;
  const input = useRef<HTMLInputElement>(null);
  const digitsBeforeCaret = useRef<number>(undefined);

  useLayoutEffect(() => {
    const digits = digitsBeforeCaret.current;
    if (digits === undefined || input.current !== document.activeElement) return;
    digitsBeforeCaret.current = undefined;
    const caret = placeAfter(value, digits);
    input.current?.setSelectionRange(caret, caret);
  });

  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    digitsBeforeCaret.current = digitsOf(target.value.slice(0, target.selectionStart ?? undefined)).length;
    pick(shape(target.value));
  };
  const leave = () => {
    const whole = complete?.(value) ?? value;
    if (whole !== value) pick(whole);
    onBlur();
    onLeave?.();
  };
  return (
    <TextField
      {...rest}
      ref={(element) => {
        input.current = element;
        ref(element);
      }}
      inputMode="numeric"
      value={value}
      onChange={type}
      onBlur={leave}
      error={error}
    />
  );
}

/** Behind so many digits of a text in groups. */
function placeAfter(text: string, digits: number): number {
  let place = 0;
  for (let seen = 0; seen < digits && place < text.length; place += 1) {
    if (/\d/.test(text[place] ?? "")) seen += 1;
  }
  return place;
}
