import { useLayoutEffect, useRef, type ChangeEvent, type ReactNode } from "react";
import { useControlledField } from "@/shared/form/useControlledField";
import { TextField } from "@/ui/form/TextField";
import { digitsOf } from "./cardNumber";

interface DigitsFieldProps {
  /** Form field name. The control itself has no name, so that the browser never submits it. */
  field: string;
  label: string;
  /** Formats typed or pasted text. */
  shape: (text: string) => string;
  autoComplete: string;
  hint?: ReactNode;
  leading?: ReactNode;
  placeholder?: string;
  className?: string;
}

/** Input for digits of a payment card. It drops other characters and keeps the caret in place. */
export function DigitsField({ field, shape, ...rest }: DigitsFieldProps) {
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
    const { value: typed, selectionStart } = target;
    const caret = selectionStart ?? typed.length;
    // At the end, the caret stays there: formatting may add a digit, such as the zero of a month.
    digitsBeforeCaret.current = caret === typed.length ? Infinity : digitsOf(typed.slice(0, caret)).length;
    pick(shape(typed));
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
      onBlur={onBlur}
      error={error}
    />
  );
}

/** Returns the position after the given number of digits in grouped text. */
function placeAfter(text: string, digits: number): number {
  let place = 0;
  for (let seen = 0; seen < digits && place < text.length; place += 1) {
    if (/\d/.test(text[place] ?? "")) seen += 1;
  }
  return place;
}
