import { useDeferredValue, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { m } from "@/i18n";
import { cx } from "@/ui/cx";
import { IconButton } from "@/ui/form/IconButton";
import { chunk } from "./chunk";

const ITEMS_PER_PAGE = 9;
const MAX_PAGES = 10;

interface CarouselProps<Item> {
  label: string;
  items: readonly Item[];
  itemKey: (item: Item) => string;
  children: (item: Item) => ReactNode;
}

/**
 * Pages of 3 by 3 items side by side. The element scrolls natively; arrows, dots and arrow keys
 * also scroll it.
 */
export function Carousel<Item>({ label, items, itemKey, children }: CarouselProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const pages = chunk(items, ITEMS_PER_PAGE, MAX_PAGES);
  // Pages after the first are rendered when the browser is idle, because they are not visible yet.
  const ready = useDeferredValue(pages.length, 1);

  const show = (index: number) => {
    const element = scroller.current;
    element?.scrollTo({ left: element.clientWidth * Math.min(Math.max(index, 0), pages.length - 1) });
  };
  const noteWhereItIs = () => {
    const element = scroller.current;
    if (element) setCurrent(Math.round(element.scrollLeft / element.clientWidth));
  };
  const turnWithKeys = (event: KeyboardEvent) => {
    const target = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: pages.length - 1 }[
      event.key
    ];
    if (target === undefined) return;
    event.preventDefault();
    show(target);
  };

  return (
    <section aria-roledescription={m.kit_carousel()} aria-label={label}>
      <div
        ref={scroller}
        onScroll={noteWhereItIs}
        onKeyDown={turnWithKeys}
        tabIndex={pages.length > 1 ? 0 : undefined}
        role="group"
        aria-label={m.kit_carousel_pages({ count: pages.length })}
        className="flex snap-x snap-mandatory overflow-x-auto overflow-y-hidden overscroll-x-contain [scrollbar-width:none]"
      >
        {pages.slice(0, ready).map((page, index) => (
          <ul
            key={index}
            aria-label={m.kit_page_of({ page: index + 1, count: pages.length })}
            className="grid w-full flex-none snap-start grid-cols-3 content-start gap-3 p-1 sm:gap-4"
          >
            {page.map((item) => (
              <li key={itemKey(item)}>{children(item)}</li>
            ))}
          </ul>
        ))}
      </div>
      {pages.length > 1 && (
        <div className="mt-4 flex items-center justify-center gap-1">
          <IconButton
            icon="chevron-left"
            label={m.kit_previous_page()}
            disabled={current === 0}
            onClick={() => show(current - 1)}
          />
          {pages.map((_, index) => (
            <button
              key={index}
              type="button"
              aria-label={m.kit_page_number({ page: index + 1 })}
              aria-current={index === current || undefined}
              onClick={() => show(index)}
              className="group grid size-11 min-w-6 place-items-center"
            >
              <span
                className={cx(
                  "h-2.5 rounded-full transition-[width] duration-200",
                  index === current ? "w-6 bg-brand" : "w-2.5 bg-line-strong group-hover:bg-ink-soft",
                )}
              />
            </button>
          ))}
          <IconButton
            icon="chevron-right"
            label={m.kit_next_page()}
            disabled={current === pages.length - 1}
            onClick={() => show(current + 1)}
          />
        </div>
      )}
    </section>
  );
}
