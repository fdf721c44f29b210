import { useId, useState, type FormEvent } from "react";
import { m } from "@/i18n";
import { isPostalArea } from "@/lib/postalCode";

interface NearFieldProps {
  /** Postal code of the shopper's location, or "". */
  value: string;
  onNear: (postalCode: string) => void;
  /** Whether the postal code is well-formed but has no known location. */
  isUnknown?: boolean;
}

const WHOLE_CODE = 6;

const plain = (text: string) => text.replaceAll(/[\s-]/g, "").toUpperCase();

/**
 * Field for a postal code that sorts shops by distance. It searches once the code is complete, on Enter, or when the field
 * loses focus.
 *
 * It doesn't use the form kit, whose code this page would load only for this field.
 */
export function NearField({ value, onNear, isUnknown = false }: NearFieldProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [asked, setAsked] = useState(value);
  const [isWrong, setIsWrong] = useState(false);
  // The value was changed from outside, by a link or by the search field beside it.
  if (value !== known) {
    setKnown(value);
    setAsked(value);
    if (value !== plain(text) && !isWrong) setText(value);
  }
  const look = (typed: string) => {
    const code = plain(typed);
    const isFit = code === "" || isPostalArea(code);
    setIsWrong(!isFit);
    // An invalid code clears the earlier location.
    const next = isFit ? code : "";
    if (next === asked) return;
    setAsked(next);
    onNear(next);
  };
  const type = (typed: string) => {
    setText(typed);
    setIsWrong(false);
    if (plain(typed).length === WHOLE_CODE) look(typed);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    look(text);
  };
  return (
    <form onSubmit={submit}>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {m.shop_near()}
      </label>
      <input
        id={id}
        className="control"
        placeholder="K1N 5K5"
        autoComplete="postal-code"
        enterKeyHint="search"
        value={text}
        aria-invalid={isWrong || isUnknown || undefined}
        aria-describedby={`${id}-error`}
        onChange={({ target }) => type(target.value)}
        onBlur={() => look(text)}
      />
      <p id={`${id}-error`} role="status" className="mt-1.5 text-sm text-danger empty:hidden">
        {isWrong ? m.shop_near_wrong() : isUnknown && m.shop_near_unknown()}
      </p>
    </form>
  );
}
