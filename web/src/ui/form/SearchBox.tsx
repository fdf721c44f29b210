import { useEffect, useRef, useState, type FormEvent } from "react";
import { m } from "@/i18n";
import { cx } from "@/ui/cx";
import { Icon } from "@/ui/Icon";
import { IconButton } from "./IconButton";

interface SearchBoxProps {
  label: string;
  /** Current search text. */
  value: string;
  onSearch: (text: string) => void;
  /** Handles text that is not a search term. If it returns true, the previous text is restored. */
  take?: ((text: string) => boolean) | undefined;
  /** Pause in typing before the search starts, in milliseconds. */
  waitsMs?: number | undefined;
  /** Focuses the field when the page opens. */
  isFocused?: boolean | undefined;
  className?: string | undefined;
}

const WAITS_FOR_MORE_MS = 500;

/**
 * Search field that searches when typing pauses, and at once on Enter and on leaving it. A later
 * search would navigate after the user has already opened a result.
 */
export function SearchBox({
  label,
  value,
  onSearch,
  take,
  waitsMs = WAITS_FOR_MORE_MS,
  isFocused,
  className,
}: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [searched, setSearched] = useState(value);
  const [known, setKnown] = useState(value);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The value changed by going back or by a link, not by typing here.
  if (value !== known) {
    setKnown(value);
    if (value !== searched) {
      setSearched(value);
      setText(value);
    }
  }

  const search = (wanted: string) => {
    clearTimeout(pause.current);
    if (wanted === searched) return;
    if (take?.(wanted)) {
      setText(searched);
      return;
    }
    setSearched(wanted);
    onSearch(wanted);
  };
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => search(typed), waitsMs);
  };
  useEffect(() => () => clearTimeout(pause.current), []);

  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Navigation focuses the page's heading in an effect; this runs after it.
    if (isFocused) queueMicrotask(() => input.current?.focus());
  }, [isFocused]);

  const searchNow = (event: FormEvent) => {
    event.preventDefault();
    search(text);
  };
  const clear = () => {
    // The button disappears with the text, so the field gets the focus.
    input.current?.focus();
    setText("");
    search("");
  };
  return (
    <form role="search" aria-label={label} onSubmit={searchNow} className={cx("relative", className)}>
      <Icon name="search" size={20} className="pointer-events-none absolute top-3.5 left-3.5 text-ink-soft" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={() => search(text)}
        className="control px-11 text-ellipsis [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== "" && (
        <IconButton
          icon="x"
          label={m.kit_clear_search()}
          onClick={clear}
          className="absolute top-0.5 right-0.5"
        />
      )}
    </form>
  );
}
