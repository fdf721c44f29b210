import type { KeyboardEvent } from "react";
import { m } from "@/i18n";
import { cx } from "@/ui/cx";
import { Icon } from "@/ui/Icon";
import type { IconName } from "@/ui/iconNames";
import { Spinner } from "@/ui/layout/Spinner";
import { useMarkedOption } from "./useMarkedOption";

export interface Command {
  key: string;
  label: string;
  icon: IconName;
  note?: string | undefined;
  /** Keyboard shortcut of the command. */
  keys?: readonly string[] | undefined;
}

interface CommandGroup<Given extends Command> {
  title: string;
  choices: readonly Given[];
}

interface CommandBoxProps<Given extends Command> {
  label: string;
  text: string;
  onText: (text: string) => void;
  /** Commands that match the text. */
  groups: readonly CommandGroup<Given>[];
  onChoose: (choice: Given) => void;
  isSearching: boolean;
  error: string | undefined;
}

/**
 * Text field with grouped choices below it. The focus stays in the text; arrow keys move through
 * all groups.
 */
export function CommandBox<Given extends Command>(props: CommandBoxProps<Given>) {
  const { label, text, onText, groups, onChoose, isSearching, error } = props;
  const choices = groups.flatMap((group) => group.choices);
  const { listId, optionId, marked, markedId, mark, markFirst } = useMarkedOption(choices.length);

  const keys: Record<string, () => void> = {
    ArrowDown: () => mark(marked + 1),
    ArrowUp: () => mark(marked - 1),
    Enter: () => choices[marked] && onChoose(choices[marked]),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    // Enter that completes an IME composition must not choose.
    if (!act || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };
  const change = (typed: string) => {
    markFirst();
    onText(typed);
  };

  return (
    <>
      <div className="sticky -top-2 z-1 bg-surface pt-2 pb-3">
        <Icon
          name="search"
          size={20}
          className="pointer-events-none absolute top-5.5 left-3.5 text-ink-soft"
        />
        <input
          type="text"
          role="combobox"
          data-initial-focus=""
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={choices.length > 0}
          aria-controls={listId}
          aria-activedescendant={markedId}
          placeholder={label}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          className="control pl-11"
        />
      </div>
      <CommandState text={text} count={choices.length} isSearching={isSearching} error={error} />
      <div
        id={listId}
        role="listbox"
        aria-label={label}
        hidden={choices.length === 0}
        // A press must not move the focus out of the text field.
        onPointerDown={(event) => event.preventDefault()}
      >
        {groups.map((group, place) => (
          <div key={group.title} role="group" aria-labelledby={`${listId}-group-${place}`} className="mb-3">
            <p id={`${listId}-group-${place}`} className="px-3 py-1 text-sm text-ink-soft">
              {group.title}
            </p>
            {group.choices.map((choice) => {
              const id = optionId(choices.indexOf(choice));
              return (
                <Option
                  key={choice.key}
                  id={id}
                  choice={choice}
                  isMarked={id === markedId}
                  onChoose={() => onChoose(choice)}
                />
              );
            })}
          </div>
        ))}
      </div>
    </>
  );
}

interface CommandStateProps {
  text: string;
  count: number;
  isSearching: boolean;
  error: string | undefined;
}

/** Announces the state of the list; shows only what the list itself doesn't. */
function CommandState({ text, count, isSearching, error }: CommandStateProps) {
  const words = () => {
    if (error !== undefined) return error;
    if (isSearching) return m.kit_searching();
    return count > 0 ? m.kit_combobox_count({ count }) : m.lists_nothing_found({ text });
  };
  const isSeen = error !== undefined || count === 0;
  return (
    <p role="status" className={isSeen ? "flex min-h-11 items-center gap-3 px-3 text-ink-soft" : "sr-only"}>
      {isSearching && <Spinner />}
      {words()}
    </p>
  );
}

interface OptionProps {
  id: string;
  choice: Command;
  isMarked: boolean;
  onChoose: () => void;
}

function Option({ id, choice, isMarked, onChoose }: OptionProps) {
  const { label, note, icon, keys } = choice;
  return (
    <div
      id={id}
      role="option"
      aria-selected={isMarked}
      onClick={onChoose}
      className={cx(
        "flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 hover:bg-surface-quiet",
        isMarked && "bg-surface-quiet forced-colors:outline-2",
      )}
    >
      <Icon name={icon} size={20} className="shrink-0 text-ink-soft" />
      <span className="max-w-[70%] shrink-0 truncate">{label}</span>
      {note && <span className="ml-auto min-w-0 truncate pl-3 text-sm text-ink-soft">{note}</span>}
      {keys && !note && (
        <kbd aria-hidden="true" className="ml-auto pl-3 font-sans text-sm text-ink-soft max-sm:hidden">
          {keys.join(" ").toUpperCase()}
        </kbd>
      )}
    </div>
  );
}
