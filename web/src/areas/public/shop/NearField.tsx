import { useId, useState, type FormEvent } from "react";
import { m } from "@/i18n";
import { isPostalArea } from "@/lib/postalCode";

interface NearFieldProps {
  /** The postal code from which somebody looks, or "". */
  value: string;
  onNear: (postalCode: string) => void;
}

/** The nearest first: as soon as Enter is pressed or the field is left. Drawn here, since forms' fields would come with all that forms need. */
export function NearField({ value, onNear }: NearFieldProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const [isWrong, setIsWrong] = useState(false);
  const look = () => {
    const code = text.replaceAll(/[\s-]/g, "").toUpperCase();
    const isFit = code === "" || isPostalArea(code);
    setIsWrong(!isFit);
    if (isFit && code !== value) onNear(code);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    look();
  };
  return (
    <form onSubmit={submit}>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {m.shop_near()}
      </label>
      <input
        id={id}
        className="control"
        placeholder="K1A 0B1"
        autoComplete="postal-code"
        enterKeyHint="search"
        value={text}
        aria-invalid={isWrong || undefined}
        aria-describedby={`${id}-error`}
        onChange={({ target }) => setText(target.value)}
        onBlur={look}
      />
      <p id={`${id}-error`} role="status" className="mt-1.5 text-sm text-danger empty:hidden">
        {isWrong && m.shop_near_wrong()}
      </p>
    </form>
  );
}
