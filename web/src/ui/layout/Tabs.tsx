import { useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { cx } from "@/ui/cx";

export interface Tab<Name extends string> {
  name: Name;
  label: ReactNode;
}

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly Tab<Name>[];
  selected: Name;
  onSelect: (name: Name) => void;
  /** Panel of the selected tab. */
  children: ReactNode;
}

/** Tabs: left and right wrap around, Home and End jump, and only the selected tab is a tab stop. */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const moveWithKeys = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.name === selected);
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const index = (target + tabs.length) % tabs.length;
    const next = tabs[index];
    if (!next) return;
    onSelect(next.name);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[index]?.focus();
  };

  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={moveWithKeys}
        className="flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line p-1 pb-0"
      >
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab.name === selected}
            aria-controls={tab.name === selected ? `${id}-panel` : undefined}
            tabIndex={tab.name === selected ? 0 : -1}
            onClick={() => onSelect(tab.name)}
            className={cx(
              "-mb-px min-h-12 border-b-3 px-2.5 font-semibold whitespace-nowrap max-[380px]:text-sm sm:px-4",
              tab.name === selected
                ? "border-brand text-ink"
                : "border-transparent text-ink-soft hover:text-ink",
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        tabIndex={0}
        className="pt-6"
      >
        {children}
      </div>
    </div>
  );
}
