import { useEffect, useRef, useState, type FormEvent } from "react";
import { m } from "@/i18n";
import { cx } from "./cx";
import { Icon } from "./Icon";
import { IconButton } from "./IconButton";

interface SearchBoxProps {
  label: string;
  /** What is being searched for. */
  value: string;
  onSearch: (text: string) => void;
  /** Takes what is no search away from the box, which then is as it was before. */
  take?: ((text: string) => boolean) | undefined;
  /** How long the typing has to pause. */
  waitsMs?: number | undefined;
  /** Whoever comes to the page came to type. */
  isFocused?: boolean | undefined;
  className?: string | undefined;
}

const WAITS_FOR_MORE_MS = 500;

/**
 * Searches when the typing pauses, or at once on Enter and when the box is left: a search that came later would call back
 * whoever has just gone to something that was found.
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

  // A value that isn't the echo of what was typed here came from going back or from a link.
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
    // A page that is come to gives the focus to its heading, in an effect as well: this comes after it.
    if (isFocused) queueMicrotask(() => input.current?.focus());
  }, [isFocused]);

  const searchNow = (event: FormEvent) => {
    event.preventDefault();
    search(text);
  };
  const clear = () => {
    // The button that was pressed goes with the text.
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
