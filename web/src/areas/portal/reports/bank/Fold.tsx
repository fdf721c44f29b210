import { useId, useState, type ReactNode } from "react";
import { Icon } from "@/ui/Icon";
import { cx } from "@/ui/cx";

interface FoldProps {
  title: string;
  /** Number of records, if it is known. */
  count?: number | undefined;
  isOpenAtFirst?: boolean | undefined;
  /** Content, which is read and rendered while the section is open. */
  children: ReactNode;
}

/** A section of a long page that opens by a press on its heading. */
export function Fold({ title, count, isOpenAtFirst = false, children }: FoldProps) {
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? isOpenAtFirst;
  const id = useId();
  return (
    <section className="mt-4 min-w-0 border-t border-line">
      <h2 className="text-xl">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setChosen(!isOpen)}
          className="flex min-h-14 w-full items-center gap-3 py-3 text-start font-bold"
        >
          {title}
          {count !== undefined && <span className="text-base font-normal text-ink-soft">{count}</span>}
          <Icon name="chevron-down" size={20} className={cx("ms-auto", isOpen && "rotate-180")} />
        </button>
      </h2>
      {/* Headings of tables are hidden, because they repeat that of the section. */}
      <div id={id} className="[&>section]:mt-0 [&>section>div]:mb-0 [&>section>div>h2]:sr-only">
        {isOpen && children}
      </div>
    </section>
  );
}
