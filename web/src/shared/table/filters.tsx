// Filters of a list. Each defines its parameters in the address, its control, and the text of its
// badge.
import type { ReactNode } from "react";
import { m } from "@/i18n";
import { formatCalendarDate } from "@/lib/dates";
import { daysOf, type ListState } from "./listState";
import { ChoiceSelect, type Choice } from "@/ui/form/ChoiceSelect";
import { Icon } from "@/ui/Icon";
import { DateRangeFields } from "@/ui/rich/DateRangeFields";
import { SearchBox } from "@/ui/form/SearchBox";
import { Switch } from "@/ui/form/Switch";
import type { List } from "./useListState";

type Read = ListState["filter"];

export interface Filter {
  /** Parameters of the filter in the address. */
  names: readonly string[];
  label: () => string;
  /** Text of the badge; `undefined` if the filter is not set. */
  textOf: (read: Read) => string | undefined;
  /** Control of the filter; absent if only links set it. */
  control?: (list: List) => ReactNode;
}

interface ChoiceFilterOptions {
  name: string;
  label: () => string;
  /** Label of the choice that filters nothing. */
  everything: () => string;
  choices: () => readonly Choice[];
}

/**
 * Filter with a few choices. The choices explain themselves, so screen readers alone get the label.
 */
export function choiceFilter({ name, label, everything, choices }: ChoiceFilterOptions): Filter {
  return {
    names: [name],
    label,
    textOf: (read) => choices().find(({ value }) => value === read(name))?.text,
    control: (list) => (
      <div key={name} className="max-sm:w-full">
        <ChoiceSelect
          aria-label={label()}
          choices={[{ value: "", text: everything() }, ...choices()]}
          value={list.filter(name) ?? ""}
          onChange={({ target }) => list.narrow({ [name]: target.value })}
        />
      </div>
    ),
  };
}

/** Filter that includes rows hidden by default. */
export function switchFilter(name: string, label: () => string): Filter {
  return {
    names: [name],
    label,
    textOf: (read) => (read(name) === "true" ? m.lists_yes() : undefined),
    control: (list) => {
      const isOn = list.filter(name) === "true";
      return (
        <Switch
          key={name}
          label={label()}
          checked={isOn}
          onChange={() => list.narrow({ [name]: isOn ? undefined : "true" })}
        />
      );
    },
  };
}

/** Additional search field for one property. */
export function textFilter(name: string, label: () => string): Filter {
  return {
    names: [name],
    label,
    textOf: (read) => read(name),
    control: (list) => (
      <SearchBox
        key={name}
        label={label()}
        value={list.filter(name) ?? ""}
        onSearch={(text) => list.narrow({ [name]: text })}
        className="w-full sm:w-80"
      />
    ),
  };
}

const dayWord = (day: string) => (day === "" ? "…" : formatCalendarDate(day));

/** Filter by date range. `usual` is the default range. */
export function daysFilter(
  usual?: () => { startDate: string; endDate: string },
  label: () => string = m.lists_days,
): Filter {
  const ends = usual ? undefined : "open";
  return {
    names: ["startDate", "endDate"],
    label,
    textOf: (read) => {
      const { startDate, endDate } = daysOf(read);
      return startDate || endDate ? `${dayWord(startDate)} – ${dayWord(endDate)}` : undefined;
    },
    control: (list) => {
      const asked = daysOf(list.filter);
      const range = usual && !(asked.startDate && asked.endDate) ? usual() : asked;
      return (
        <DateRangeFields
          key="days"
          range={range}
          ends={ends}
          onRange={(chosen) => list.narrow({ ...chosen })}
          className={usual && "grow"}
        />
      );
    },
  };
}

/** Badges of the active filters; each removes its filter. */
export function FilterBadges({ list }: { list: List }) {
  if (list.active.length === 0) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <ul aria-label={m.lists_filters()} className="flex flex-wrap gap-2">
        {list.active.map((filter) => {
          const text = m.lists_filter({ label: filter.label(), value: filter.text });
          return (
            <li key={filter.names.join()}>
              <button
                type="button"
                aria-label={m.lists_filter_remove({ filter: text })}
                onClick={() => list.widen(filter)}
                className="inline-flex min-h-11 items-center gap-2 rounded-chip bg-surface-tint px-3 py-1 text-left text-sm font-semibold text-ink"
              >
                {text}
                <Icon name="x" size={16} />
              </button>
            </li>
          );
        })}
      </ul>
      <button type="button" onClick={list.clear} className="button button-quiet button-small">
        {m.lists_clear()}
      </button>
    </div>
  );
}
