import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, type FormEvent, type RefObject } from "react";
import { Link, useNavigate } from "react-router";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { cardName } from "@/features/counter/cardColumns";
import type { CardItem } from "@/features/counter/cards";
import { lastFour } from "@/features/card/cardText";
import { staffPaths } from "@/adminPaths";
import { Money } from "@/ui/Money";
import { TextField } from "@/ui/TextField";
import { Button } from "@/ui/Button";
import { asked, asShown } from "./asked";

const MOST_MATCHES = 5;

interface CardFinderProps {
  field: RefObject<HTMLInputElement | null>;
  /** Changes whenever another card is opened: what was typed has done its work. */
  opening: string;
  isLooking: boolean;
  /** What was no card's, of a scanner, the camera or a hand. */
  unknownCode: string | undefined;
  onCode: (code: string) => void;
}

/** The one field of the counter: a scanner types into it, or somebody a number, its last four digits, a code or a name. */
export function CardFinder({ field, opening, isLooking, unknownCode, onCode }: CardFinderProps) {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const [known, setKnown] = useState(opening);
  const search = useMutation({
    mutationFn: (searchText: string) =>
      call("get", "/api/v1/Cards", { query: { searchText, pageIndex: 1, pageSize: MOST_MATCHES } }),
    onSuccess: ({ items, totalItems }) => {
      const [only] = items;
      if (only && totalItems === 1) void navigate(staffPaths.counter(only.id));
      else if (!only) setError(m.counter_find_none());
    },
  });
  if (opening !== known) {
    setKnown(opening);
    setText("");
    setError(undefined);
    search.reset();
  }
  const begin = useEffectEvent(() => {
    field.current?.focus();
    field.current?.select();
  });
  useEffect(() => {
    if (unknownCode !== undefined && !isLooking && matchMedia("(pointer: fine)").matches) begin();
  }, [unknownCode, isLooking]);
  const find = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return setError(m.form_required({ field: m.counter_code() }));
    if (isLooking || search.isPending) return;
    search.reset();
    const meant = asked(text);
    if ("code" in meant) onCode(meant.code);
    else search.mutate(meant.search);
  };
  const unknown = () => {
    if (unknownCode === undefined) return undefined;
    const meant = asked(text);
    if ("code" in meant && meant.code === unknownCode) return m.counter_unknown_number();
    return text === "" ? m.counter_unknown_scanned() : undefined;
  };
  const found = search.data;
  return (
    <div>
      <form onSubmit={find} noValidate role="search" className="flex items-end gap-3">
        <TextField
          ref={field}
          label={m.counter_code()}
          hint={m.counter_field_hint()}
          value={text}
          error={error ?? unknown()}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          className="grow [&_.control]:min-h-14 [&_.control]:text-xl [&_.control]:tabular-nums"
          onChange={({ target }) => {
            setText(asShown(target.value));
            setError(undefined);
          }}
        />
        <Button type="submit" className="sr-only" isBusy={isLooking || search.isPending}>
          {m.counter_find()}
        </Button>
      </form>
      {found && found.totalItems > 1 && (
        <Matches items={found.items} total={found.totalItems} text={search.variables ?? ""} />
      )}
    </div>
  );
}

interface MatchesProps {
  items: readonly CardItem[];
  total: number;
  text: string;
}

/** Several cards fit: each with what is on it, to choose from. */
function Matches({ items, total, text }: MatchesProps) {
  const all = `${paths.scanCards()}?${new URLSearchParams({ searchText: text })}`;
  return (
    <section aria-label={m.counter_matches()} className="mt-3 rounded-control border border-line bg-surface">
      <ul>
        {items.map((card) => (
          <li key={card.id} className="border-b border-line last:border-0">
            <Link
              to={staffPaths.counter(card.id)}
              className="flex min-h-11 items-center gap-3 px-4 py-1.5 text-ink no-underline hover:bg-surface-quiet"
            >
              <span className="min-w-0 grow truncate font-semibold">{cardName(card)}</span>
              <span className="font-mono text-sm text-ink-soft">{lastFour(card.cardNumber)}</span>
              <span className="tabular-nums">
                <Money amount={card.cardBalance} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {total > items.length && (
        <p className="px-4 py-2">
          <Link to={all}>{m.counter_matches_all({ count: total })}</Link>
        </p>
      )}
    </section>
  );
}
