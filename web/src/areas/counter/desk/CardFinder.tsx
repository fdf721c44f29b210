import { useMutation } from "@tanstack/react-query";
import { useEffectEvent, useLayoutEffect, useState, type FormEvent, type RefObject } from "react";
import { Link, useNavigate } from "react-router";
import { call } from "@/api/client";
import { ApiError } from "@/api/error";
import { isUnreachable } from "@/api/outcome";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { cardName } from "@/features/counter/card/cardColumns";
import type { CardItem } from "@/features/counter/card/cards";
import { cardSlot, useCardSlot, type CardSlot, type SlotMessage } from "@/features/counter/slot/cardSlot";
import { playFeedback } from "@/features/counter/feedback";
import { useFoundCardPath } from "@/features/counter/slot/counterRoutes";
import { isMoneyMoving } from "@/features/counter/redemption/useBlockNavigation";
import { lastFour } from "@/features/card/cardText";
import { Money } from "@/ui/Money";
import { TextField } from "@/ui/form/TextField";
import { Button } from "@/ui/form/Button";
import { groupDigits, parseSearchInput } from "./searchInput";

const MAX_MATCHES = 5;

interface Search {
  searchText: string;
  /** The slot when this search started. The answer is dropped if the slot has changed since. */
  looking: CardSlot;
}

function refuse(why: Pick<SlotMessage, "title" | "text">): void {
  playFeedback("refused");
  cardSlot.say({ tone: "danger", ...why });
}

interface CardFinderProps {
  field: RefObject<HTMLInputElement | null>;
  /** Changes whenever a card is opened, which clears the typed text. Undefined while no card is open. */
  opened: string | undefined;
  onCode: (code: string) => void;
  /** Called when the clerk searches for part of a number or a name. */
  onSearch: () => void;
}

/** Search field of the counter. A scanner types into it; a clerk types a number, its last four digits, a code or a name. */
export function CardFinder({ field, opened, onCode, onSearch }: CardFinderProps) {
  const navigate = useNavigate();
  const linkOf = useFoundCardPath();
  const slot = useCardSlot();
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const [known, setKnown] = useState(opened);
  const search = useMutation({
    mutationFn: ({ searchText }: Search) =>
      call("get", "/api/v1/Cards", { query: { searchText, pageIndex: 1, pageSize: MAX_MATCHES } }),
    onSuccess: ({ items, totalItems }, { looking }) => {
      if (cardSlot.current() !== looking) return;
      const [only] = items;
      if (only && totalItems === 1) {
        cardSlot.find(only.id);
        void navigate(linkOf(only));
      } else if (only) cardSlot.free();
      else refuse({ title: m.counter_no_match_title(), text: m.counter_find_none() });
    },
    onError: (failure, { looking }) => {
      if (cardSlot.current() !== looking) return;
      const isRefused = failure instanceof ApiError && !isUnreachable(failure);
      refuse(
        isRefused
          ? { title: failure.errorMessage }
          : { title: m.counter_unanswered_title(), text: m.counter_unanswered_text() },
      );
    },
    meta: { showsItsOwnErrors: true },
  });
  if (opened !== known) {
    setKnown(opened);
    // When a card closes, the text stays so that the clerk can correct it.
    if (opened !== undefined) {
      setText("");
      setError(undefined);
      search.reset();
    }
  }
  const begin = useEffectEvent(() => {
    if (!matchMedia("(pointer: fine)").matches) return;
    field.current?.focus();
    field.current?.select();
  });
  // At once, because the clerk may scan the next card any moment.
  useLayoutEffect(() => {
    if (slot.is === "message") begin();
  }, [slot]);
  const find = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return setError(m.form_required({ field: m.counter_code() }));
    if (isMoneyMoving()) return;
    search.reset();
    const input = parseSearchInput(text);
    // Free the keyboard: the clerk may already type the amount for the card that is being looked up.
    field.current?.blur();
    if ("code" in input) onCode(input.code);
    else {
      onSearch();
      search.mutate({ searchText: input.search, looking: cardSlot.current() });
    }
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
          error={error}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          className="grow [&_.control]:min-h-14 [&_.control]:text-xl [&_.control]:tabular-nums"
          onChange={({ target }) => {
            setText(groupDigits(target.value));
            setError(undefined);
          }}
        />
        <Button type="submit" className="sr-only" isBusy={slot.is === "looking"}>
          {m.counter_find()}
        </Button>
      </form>
      {found && found.totalItems > 1 && (
        <Matches items={found.items} total={found.totalItems} text={search.variables?.searchText ?? ""} />
      )}
    </div>
  );
}

interface MatchesProps {
  items: readonly CardItem[];
  total: number;
  text: string;
}

/** Cards that match the search, with their balances. */
function Matches({ items, total, text }: MatchesProps) {
  const linkOf = useFoundCardPath();
  const all = `${paths.scanCards()}?${new URLSearchParams({ searchText: text })}`;
  return (
    <section aria-label={m.counter_matches()} className="mt-3 rounded-control border border-line bg-surface">
      <ul>
        {items.map((card) => (
          <li key={card.id} className="border-b border-line last:border-0">
            <Link
              to={linkOf(card)}
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
