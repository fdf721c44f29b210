import { useState, type ComponentProps, type KeyboardEvent, type UIEvent } from "react";
import { m } from "@/i18n";
import { Field, type FieldTexts } from "@/ui/form/Field";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/form/IconButton";
import type { IconName } from "@/ui/iconNames";
import type { Choice } from "@/ui/form/ChoiceSelect";
import { Spinner } from "@/ui/layout/Spinner";
import { useMarkedOption } from "./useMarkedOption";

export interface ComboboxChoice extends Choice {
  icon?: IconName | undefined;
  /** Additional text that distinguishes similar choices. */
  note?: string | undefined;
}

interface ComboboxProps
  extends FieldTexts, Pick<ComponentProps<"input">, "name" | "onBlur" | "ref" | "disabled" | "placeholder"> {
  picked: ComboboxChoice | undefined;
  onPick: (choice: ComboboxChoice | undefined) => void;
  /** Choices that match the text; `undefined` while they load. */
  choices: readonly ComboboxChoice[] | undefined;
  onSearch: (text: string) => void;
  /** Called when the end of the list comes into view. */
  onMore?: (() => void) | undefined;
  className?: string | undefined;
}

const NEAR_THE_END_PX = 80;

const list =
  "absolute inset-x-0 top-[calc(100%+6px)] z-(--layer-pinned) max-h-70 overflow-y-auto overscroll-contain rounded-control border border-line bg-surface p-1.5 shadow-float";

/**
 * Field that finds one of many choices by typing. The focus stays in the text; arrow keys move
 * through the list.
 */
export function Combobox({
  picked,
  onPick,
  choices,
  onSearch,
  onMore,
  onBlur,
  disabled,
  ...rest
}: ComboboxProps) {
  const { label, hint, error, isOptional, className, ...input } = rest;
  const [isOpen, setIsOpen] = useState(false);
  /** Typed text that is not a choice yet. */
  const [typed, setTyped] = useState<string>();
  const last = (choices?.length ?? 0) - 1;
  const { listId, optionId, marked, markedId, mark, markFirst } = useMarkedOption(last + 1);

  const open = () => {
    if (isOpen || disabled) return;
    setIsOpen(true);
    markFirst();
    onSearch("");
  };
  const close = () => {
    setIsOpen(false);
    setTyped(undefined);
  };
  const pick = (choice: ComboboxChoice | undefined) => {
    onPick(choice);
    close();
  };
  const type = (text: string) => {
    setTyped(text);
    setIsOpen(true);
    markFirst();
    onSearch(text);
  };
  const walk = (to: number) => {
    mark(to);
    if (to >= last) onMore?.();
  };

  const keys: Record<string, () => void> = isOpen
    ? {
        ArrowDown: () => walk(marked + 1),
        ArrowUp: () => walk(marked - 1),
        Enter: () => choices?.[marked] && pick(choices[marked]),
        Escape: close,
      }
    : { ArrowDown: open, ArrowUp: open };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act) return;
    // Prevents Enter from submitting the form and Escape from closing the dialog.
    event.preventDefault();
    act();
  };
  const leave: ComponentProps<"input">["onBlur"] = (event) => {
    if (typed === "") onPick(undefined);
    close();
    onBlur?.(event);
  };

  return (
    <Field {...{ label, hint, error, isOptional, className }}>
      {(wiring) => (
        <span className="relative block">
          <input
            {...input}
            {...wiring}
            type="text"
            role="combobox"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-activedescendant={isOpen ? markedId : undefined}
            disabled={disabled}
            value={typed ?? picked?.text ?? ""}
            onChange={(event) => type(event.target.value)}
            onClick={open}
            onKeyDown={onKeyDown}
            onBlur={leave}
            className="control pr-12"
          />
          {picked && !disabled ? (
            <IconButton
              icon="x"
              label={m.kit_combobox_clear()}
              onClick={() => pick(undefined)}
              className="absolute top-0.5 right-0.5"
            />
          ) : (
            <Icon
              name="chevron-down"
              size={20}
              className="pointer-events-none absolute top-3.5 right-3.5 text-ink-soft"
            />
          )}
          <ChoiceList
            id={listId}
            label={label}
            isOpen={isOpen}
            choices={choices}
            markedId={markedId}
            pickedValue={picked?.value}
            optionId={optionId}
            onPick={pick}
            onMore={onMore}
          />
        </span>
      )}
    </Field>
  );
}

interface ChoiceListProps extends Pick<ComboboxProps, "choices" | "onMore" | "label"> {
  id: string;
  isOpen: boolean;
  markedId: string | undefined;
  pickedValue: string | undefined;
  optionId: (index: number) => string;
  onPick: (choice: ComboboxChoice) => void;
}

function ChoiceList({
  id,
  label,
  isOpen,
  choices,
  markedId,
  pickedValue,
  optionId,
  onPick,
  onMore,
}: ChoiceListProps) {
  const moreNearTheEnd = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) => {
    if (scrollHeight - scrollTop - clientHeight < NEAR_THE_END_PX) onMore?.();
  };
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label={label}
        hidden={!isOpen || !choices?.length}
        onScroll={moreNearTheEnd}
        // A press must not move the focus out of the text field.
        onPointerDown={(event) => event.preventDefault()}
        className={list}
      >
        {isOpen &&
          choices?.map((choice, index) => (
            <div
              key={choice.value}
              id={optionId(index)}
              role="option"
              aria-selected={choice.value === pickedValue}
              data-active={optionId(index) === markedId}
              onClick={() => onPick(choice)}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-[calc(var(--corner-control)-4px)] px-3 py-1.5 aria-selected:font-semibold data-[active=true]:bg-surface-quiet forced-colors:data-[active=true]:outline-2 forced-colors:data-[active=true]:outline-[Highlight]"
            >
              {choice.icon && <Icon name={choice.icon} size={20} className="text-ink-soft" />}
              <span className="min-w-0 grow truncate">{choice.text}</span>
              {choice.note && <span className="text-sm text-ink-soft">{choice.note}</span>}
              {choice.value === pickedValue && <Icon name="check" size={20} className="text-brand" />}
            </div>
          ))}
      </div>
      <ListState isOpen={isOpen} count={choices?.length} />
    </>
  );
}

/** Announces the state of the list; visible only if there is no list. */
function ListState({ isOpen, count }: { isOpen: boolean; count: number | undefined }) {
  const text =
    count === undefined
      ? m.kit_loading()
      : count === 0
        ? m.kit_combobox_nothing()
        : m.kit_combobox_count({ count });
  return (
    <span role="status" className={isOpen && !count ? `${list} block` : "sr-only"}>
      {isOpen && (
        <span className="flex min-h-11 items-center gap-3 px-3 text-ink-soft">
          {count === undefined && <Spinner />}
          {text}
        </span>
      )}
    </span>
  );
}
